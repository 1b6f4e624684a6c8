import Foundation

/// Represents one generation of the data in a coordinator's stores. Contexts can read it even after later saves.
///
/// The generation is kept as long as a token of it exists. Until then, the store's write-ahead log grows.
// Unchecked: it is immutable, and its contents can be used on any thread.
public class NSQueryGenerationToken: NSObject, NSCopying, @unchecked Sendable {
  /// The pinned rows of each store, by the identity of the store's `RowStore`.
  let pins: [ObjectIdentifier: any RowStore]

  init(_ pins: [ObjectIdentifier: any RowStore]) { self.pins = pins }

  /// A token that pins a context to the generation that is the newest when the context next reads.
  public class var current: NSQueryGenerationToken { currentToken }

  @available(*, unavailable, message: "Use current, or another context's queryGenerationToken.")
  public override convenience init() { CoreData.unavailable() }

  @available(*, unavailable, message: "What a token stands for ends with the process.")
  public convenience init?(coder: NSCoder) { CoreData.unavailable() }

  /// Returns the token itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}

private let currentToken = NSQueryGenerationToken([:])

/// The key of the `queryGenerationToken` in the did-save notifications of a pinned context.
public let NSManagedObjectContextQueryGenerationKey = "queryGeneration"

/// The state of the stores that a context reads.
enum ReadGeneration {
  case newest
  /// The state that is the newest at the next read, which pins it.
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
