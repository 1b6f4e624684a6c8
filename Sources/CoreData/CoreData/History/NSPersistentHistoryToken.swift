import Foundation

/// A position in the histories of some stores: after one transaction of each store.
///
/// A token can be archived, so that a program can continue at its position after a restart.
public class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding {
  /// The number of the last transaction, by store identifier.
  let numbers: [String: Int64]

  init(numbers: [String: Int64]) { self.numbers = numbers }

  /// Decodes a token from an archive; nil if the archive has none.
  public required init?(coder: NSCoder) {
    let stores = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "stores") as? [String]
    let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "numbers") as? [NSNumber]
    guard let stores, let numbers, stores.count == numbers.count else { return nil }
    self.numbers = Dictionary(zip(stores, numbers.map(\.int64Value))) { _, last in last }
  }

  /// Encodes the token into an archive.
  public func encode(with coder: NSCoder) {
    let sorted = numbers.sorted { $0.key < $1.key }
    coder.encode(sorted.map { NSString(string: $0.key) } as NSArray, forKey: "stores")
    coder.encode(sorted.map { NSNumber(value: $0.value) } as NSArray, forKey: "numbers")
  }

  /// True, because tokens support secure coding.
  public static var supportsSecureCoding: Bool { true }

  /// Returns the token itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another token has the same positions in the same stores.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.numbers == numbers
  }

  public override var hash: Int { numbers.hashValue }

  /// - Throws: 134501 if the token belongs to none of the given stores, so that its position in them is unknown.
  func requireOne(of stores: [NSPersistentStore]) throws {
    guard !stores.contains(where: { numbers[$0.identifier] != nil }) else { return }
    throw NSError.coreData(
      Self.foreignTokenError,
      "The token is of none of the stores that are asked for their history: fetch what is shown again, and go on from "
        + "currentPersistentHistoryToken(fromStores:).",
      details: [NSAffectedStoresErrorKey: stores])
  }

  /// Apple's framework has no constant for this code.
  private static let foreignTokenError = 134501

  public override var description: String {
    "NSPersistentHistoryToken("
      + numbers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + ")"
  }
}
