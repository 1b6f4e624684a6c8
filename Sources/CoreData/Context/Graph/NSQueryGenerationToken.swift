import Foundation

/// Stands for one generation of the data in a coordinator's stores: a state that contexts can go on reading whatever is
/// saved meanwhile.
///
/// The state is kept for as long as a token of it is: a store's log grows until then.
// Unchecked: it does not change, and what it holds can be used on any thread.
public class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
  /// The stores as they were, by what the rows of each are kept in.
  let pins: [ObjectIdentifier: any RowStore]

  init(_ pins: [ObjectIdentifier: any RowStore]) { self.pins = pins }

  /// Has a context read the generation that is the newest when it next reads.
  public class var current: NSQueryGenerationToken { currentToken }

  @available(*, unavailable, message: "Use current, or another context's queryGenerationToken.")
  public override convenience init() { CoreData.unavailable() }

  @available(*, unavailable, message: "What a token stands for ends with the process.")
  public convenience init?(coder: NSCoder) { CoreData.unavailable() }

  /// The token itself: it does not change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

private let currentToken = NSQueryGenerationToken([:])

/// In the did-save notifications of a context that is pinned: its `queryGenerationToken`.
public let NSManagedObjectContextQueryGenerationKey = "queryGeneration"

/// The state of the stores that a context reads.
enum ReadGeneration {
  case newest
  /// The state that is the newest at the next read.
  case next
  case pinned(NSQueryGenerationToken)

  var token: NSQueryGenerationToken? {
    switch self {
    case .newest: nil
    case .next: .current
    case .pinned(let token): token
    }
  }
}
