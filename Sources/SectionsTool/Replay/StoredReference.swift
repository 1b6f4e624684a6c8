import CoreData
import Foundation
import OrderedRows

/// A reference to an object of the store in a script: as lists print it, `Person p7`, or its URI.
enum StoredReference {
  /// The forms of a reference, in words.
  static let forms = "a $name, a short name such as Person p7, or a URI"

  /// - Throws: an error that describes what a reference looks like, or names the entity that does not exist.
  static func objectID(_ reference: String, in coordinator: NSPersistentStoreCoordinator?) throws -> NSManagedObjectID {
    guard let coordinator else { throw unknown(reference) }
    if let (entity, key) = shortName(reference) {
      let names = coordinator.managedObjectModel.entitiesByName.keys
      guard names.contains(entity) else {
        throw ToolError.data(
          "The store has no entity '\(entity)' for '\(reference)'; it has \(names.sorted().joined(separator: ", "))."
            + NearNames.question(for: entity, among: names))
      }
      for store in coordinator.persistentStores {
        if let url = URL(string: "x-coredata://\(store.identifier ?? "")/\(entity)/p\(key)"),
          let id = coordinator.managedObjectID(forURIRepresentation: url)
        {
          return id
        }
      }
    }
    guard reference.hasPrefix("x-coredata:"), let url = URL(string: reference),
      let id = coordinator.managedObjectID(forURIRepresentation: url)
    else { throw unknown(reference) }
    return id
  }

  /// `Person p7`, also in the parentheses that lists print, and `Person/p7`. The key is any number that a row may have.
  private static func shortName(_ reference: String) -> (entity: String, key: Int64)? {
    var text = Substring(reference)
    if text.hasPrefix("("), text.hasSuffix(")") { text = text.dropFirst().dropLast() }
    guard let match = text.wholeMatch(of: /([^\s\/]+)[ \/]p(-?[0-9]+)/), let key = Int64(match.2) else { return nil }
    return (String(match.1), key)
  }

  private static func unknown(_ reference: String) -> ToolError {
    .data("'\(reference)' names no object of this store; \(forms) does.")
  }
}
