import CoreData
import Foundation

/// The names that a script gives to inserted objects. They are valid to the end of the run, even when the IDs change.
final class ObjectNames {
  /// The first character of a name.
  static let mark = "$"

  private var objects: [String: NSManagedObject] = [:]
  private var names: [NSManagedObjectID: String] = [:]
  private var lost: [String: String] = [:]
  private var unnamed = 0

  /// Records an inserted object under its own name, or else under the next of `$0`, `$1`, ….
  func remember(_ object: NSManagedObject, as given: String?) throws {
    let name = given ?? "$\(unnamed)"
    if given == nil { unnamed += 1 }
    guard objects[name] == nil, lost[name] == nil else {
      throw ToolError.data("The name '\(name)' is given twice.")
    }
    objects[name] = object
    names[object.objectID] = name
  }

  /// Records the permanent IDs that a save gave.
  func learnPermanentIDs() {
    for (name, object) in objects { names[object.objectID] = name }
  }

  /// Forgets the objects that the end of a batch removed before they were saved; their names are still printed.
  func forgetUnsaved(because end: String) {
    for (name, object) in objects where object.objectID.isTemporaryID {
      objects[name] = nil
      lost[name] = end
    }
  }

  /// The object of a name in a context, which need not be the one that it was inserted into.
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

  /// The name of an object that the script inserted, or the URI of one that the store had.
  func text(of id: NSManagedObjectID) -> String { names[id] ?? id.uriRepresentation().absoluteString }

  /// The name of an object that the script inserted, or the short name of one that the store had, for a reader.
  func shortText(of id: NSManagedObjectID) -> String { names[id] ?? ObjectTitle.shortName(of: id) }
}
