import CoreData
import Foundation
import OrderedRows

/// A reference to an object of the store: a short name as in printed lists, `Person p7`, or a URI.
enum StoredReference {
  /// The forms of a reference in a script, for errors.
  static let forms = "a $name, a short name such as Person p7, or a URI"

  /// - Parameters:
  ///   - reference: the reference.
  ///   - coordinator: the coordinator of the store.
  ///   - forms: the forms that a reference may have, for errors.
  /// - Throws: an error that describes the forms of a reference, or names the entity that does not exist.
  static func objectID(
    _ reference: String, in coordinator: NSPersistentStoreCoordinator?, forms: String = forms
  ) throws -> NSManagedObjectID {
    guard let coordinator else { throw unknown(reference, forms) }
    if let (entity, key) = shortName(reference) {
      let names = coordinator.managedObjectModel.entitiesByName.keys
      guard names.contains(entity) else {
        throw ToolError.request(
          "The store has no entity '\(entity)' for '\(reference)'\(NearNames.few(for: entity, among: names))")
      }
      for store in coordinator.persistentStores {
        if let url = URL(string: "x-coredata://\(store.identifier ?? "")/\(entity)/p\(key)"),
          let id = coordinator.managedObjectID(forURIRepresentation: url)
        {
          return id
        }
      }
    }
    guard reference.hasPrefix("x-coredata:"), let url = URL(string: reference) else { throw unknown(reference, forms) }
    guard let id = coordinator.managedObjectID(forURIRepresentation: url) else {
      throw ToolError.request(
        "'\(reference)' names no object of this store, whose objects begin with "
          + "x-coredata://\(coordinator.persistentStores.first?.identifier ?? "")/.")
    }
    return id
  }

  /// Parses `Person p7`, with or without the parentheses of printed lists, and `Person/p7`. The key is any 64-bit
  /// integer.
  private static func shortName(_ reference: String) -> (entity: String, key: Int64)? {
    var text = Substring(reference)
    if text.hasPrefix("("), text.hasSuffix(")") { text = text.dropFirst().dropLast() }
    guard let match = text.wholeMatch(of: /([^\s\/]+)[ \/]p(-?[0-9]+)/), let key = Int64(match.2) else { return nil }
    return (String(match.1), key)
  }

  private static func unknown(_ reference: String, _ forms: String) -> ToolError {
    .request("'\(reference)' names no object of this store; \(forms) does.")
  }
}
