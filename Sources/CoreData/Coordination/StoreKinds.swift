import Foundation

/// The kinds of stores that there are.
enum StoreKinds {
  private static let all: [any StoreKind] = [SQLiteStoreKind(), InMemoryStoreKind()]

  /// The kind with a type's name.
  ///
  /// - Throws: 134000 (`NSPersistentStoreInvalidTypeError`) when there is none, naming those that there are.
  static func kind(named type: String) throws -> any StoreKind {
    if let kind = all.first(where: { $0.type == type }) { return kind }
    let known = all.map(\.type).sorted().joined(separator: ", ")
    throw NSError.coreData(
      NSPersistentStoreInvalidTypeError, "There is no store of the type \(type) on this platform, only \(known)."
    )
  }
}
