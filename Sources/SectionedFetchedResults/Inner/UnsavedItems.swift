import CoreData

/// Items that were not saved when they entered the list, with the temporary names that the engine knows them by until
/// they are.
struct UnsavedItems {
  private var tokens: [ObjectIdentifier: ItemToken] = [:]
  private var objects: [ItemToken: NSManagedObject] = [:]

  var isEmpty: Bool { tokens.isEmpty }

  func token(of object: NSManagedObject) -> ItemToken? { tokens[ObjectIdentifier(object)] }

  func object(_ token: ItemToken) -> NSManagedObject? { objects[token] }

  mutating func add(_ object: NSManagedObject, _ token: ItemToken) {
    tokens[ObjectIdentifier(object)] = token
    objects[token] = object
  }

  mutating func remove(_ token: ItemToken) {
    guard let object = objects.removeValue(forKey: token) else { return }
    tokens[ObjectIdentifier(object)] = nil
  }

  /// The items that are saved now, by name.
  var saved: [ItemToken: NSManagedObject] { objects.filter { !$0.value.objectID.isTemporaryID } }
}
