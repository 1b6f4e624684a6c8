import CoreData
import Foundation

/// The names of objects that a script inserts. They remain valid for the whole run, even if the objects' IDs change.
final class ObjectNames {
  /// The first character of a name.
  static let mark = "$"

  private var objects: [String: NSManagedObject] = [:]
  private var names: [NSManagedObjectID: String] = [:]
  private var lost: [String: String] = [:]
  private var unnamed = 0

  /// Records an inserted object under the given name, or else under the next of `$0`, `$1`, ….
  func remember(_ object: NSManagedObject, as given: String?) throws {
    let name = given ?? "$\(unnamed)"
    if given == nil { unnamed += 1 }
    guard objects[name] == nil, lost[name] == nil else {
      throw ToolError.data("The name '\(name)' is given twice.")
    }
    objects[name] = object
    names[object.objectID] = name
  }

  /// Records the permanent IDs that a save has assigned.
  func learnPermanentIDs() {
    for (name, object) in objects { names[object.objectID] = name }
  }

  /// Forgets the unsaved objects that a rollback or reset has removed. Output still uses their names.
  func forgetUnsaved(because end: String) {
    for (name, object) in objects where object.objectID.isTemporaryID {
      objects[name] = nil
      lost[name] = end
    }
  }

  /// Returns the object of a name in a context. It may have been inserted into another context.
  func object(named name: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
    if let object = objects[name] {
      if object.managedObjectContext === context, !object.isDeleted { return object }
      guard !object.objectID.isTemporaryID || object.isDeleted || object.managedObjectContext == nil else {
        throw ToolError.data("'\(name)' is not saved, so another context cannot use it.")
      }
      guard let own = try context.objectIfThere(with: object.objectID), !own.isDeleted else {
        throw ToolError.data("'\(name)' is deleted.")
      }
      return own
    }
    if let end = lost[name] { throw ToolError.data("'\(name)' is gone since the \(end) of an earlier batch.") }
    throw ToolError.data("Nothing was inserted as '\(name)'.")
  }

  /// The name of an object that the script inserted; the URI of any other object.
  func text(of id: NSManagedObjectID) -> String { names[id] ?? id.uriRepresentation().absoluteString }

  /// The name of an object that the script inserted; the short name of any other object.
  func shortText(of id: NSManagedObjectID) -> String { names[id] ?? ObjectTitle.shortName(of: id) }
}
