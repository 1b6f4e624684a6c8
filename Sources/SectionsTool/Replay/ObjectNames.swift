import CoreData
import Foundation

/// The names that a script gives to the objects it inserts, good to the end of the run, whatever their IDs become.
final class ObjectNames {
  private var objects: [String: NSManagedObject] = [:]
  private var names: [NSManagedObjectID: String] = [:]
  private var lost: [String: String] = [:]
  private var unnamed = 0

  /// Remembers an inserted object by its own name, or else by the next of `$0`, `$1`, ….
  func remember(_ object: NSManagedObject, as given: String?) throws {
    let name = given ?? "$\(unnamed)"
    if given == nil { unnamed += 1 }
    guard objects[name] == nil, lost[name] == nil else {
      throw ToolError.data("The name '\(name)' is given twice.")
    }
    objects[name] = object
    names[object.objectID] = name
  }

  /// Learns the permanent IDs that a save gave.
  func learnPermanentIDs() {
    for (name, object) in objects { names[object.objectID] = name }
  }

  /// Forgets the objects that an end of a batch took out of the context; their names go on printing.
  func forget(because end: String, where isGone: (NSManagedObject) -> Bool = { _ in true }) {
    for (name, object) in objects where isGone(object) {
      objects[name] = nil
      lost[name] = end
    }
  }

  func object(named name: String) throws -> NSManagedObject {
    if let object = objects[name] { return object }
    if let end = lost[name] { throw ToolError.data("'\(name)' is gone since the \(end) of an earlier batch.") }
    throw ToolError.data("Nothing was inserted as '\(name)'.")
  }

  /// The name of an object that the script inserted, or the URI of one that the store had.
  func text(of id: NSManagedObjectID) -> String { names[id] ?? id.uriRepresentation().absoluteString }
}
