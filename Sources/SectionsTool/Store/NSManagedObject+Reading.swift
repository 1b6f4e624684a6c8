import CoreData
import Foundation

extension NSManagedObjectContext {
  /// The object with an ID; nil where there is none any more.
  ///
  /// - Throws: what keeps its row from being read: it may be there.
  func objectIfThere(with id: NSManagedObjectID) throws -> NSManagedObject? {
    do {
      return try existingObject(with: id)
    } catch let error as NSError where error.code == NSManagedObjectReferentialIntegrityError {
      return nil
    }
  }
}

extension NSManagedObject {
  /// The value of a property, to be shown.
  ///
  /// - Throws: an error when the object's row cannot be read, or is gone. Core Data takes such an object for a deleted
  ///   one without values; what is shown must not.
  func shownValue(_ key: String) throws -> Any? { try shown { value(forKey: key) } }

  /// Reads from the object, to show what is read.
  ///
  /// - Throws: as `shownValue`.
  func shown<Value>(_ read: () -> Value) throws -> Value {
    let wasDeleted = isDeleted
    let value = read()
    if isDeleted, !wasDeleted { throw unreadable() }
    return value
  }

  /// How many objects a relationship leads to. None of them is read, or kept in the context.
  func shownCount(_ relationship: String) throws -> Int {
    let wasDeleted = isDeleted
    let count = objectIDs(forRelationshipNamed: relationship).count
    if isDeleted, !wasDeleted { throw unreadable() }
    return count
  }

  /// Why the row cannot be read: the error of another context that fetches it.
  private func unreadable() -> any Error {
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = managedObjectContext?.persistentStoreCoordinator
    do {
      _ = try other.performAndWait { try other.existingObject(with: objectID) }
      return ToolError.data("\(ObjectTitle.shortName(of: objectID)) changed while it was read.")
    } catch {
      return error
    }
  }
}
