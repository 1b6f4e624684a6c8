import CoreData
import Foundation

extension NSManagedObjectContext {
  /// Returns the object with an ID; nil if it does not exist any more.
  ///
  /// - Throws: an error if the row cannot be read, so that the object may exist.
  func objectIfThere(with id: NSManagedObjectID) throws -> NSManagedObject? {
    do {
      return try existingObject(with: id)
    } catch let error as NSError where error.code == NSManagedObjectReferentialIntegrityError {
      return nil
    }
  }
}

extension NSManagedObject {
  /// Reads the value of a property to show it.
  ///
  /// - Throws: an error if the object's row is missing or cannot be read. Core Data would treat the object as deleted
  ///   and return nil, which must not be shown as a value.
  func shownValue(_ key: String) throws -> Any? { try shown { value(forKey: key) } }

  /// Calls a closure that reads from the object, to show the result.
  ///
  /// - Throws: an error as `shownValue` does.
  func shown<Value>(_ read: () -> Value) throws -> Value {
    let wasDeleted = isDeleted
    let value = read()
    if isDeleted, !wasDeleted { throw unreadable() }
    return value
  }

  /// The number of objects of a relationship. It does not read the objects, and does not register them in the context.
  func shownCount(_ relationship: String) throws -> Int {
    let wasDeleted = isDeleted
    let count = objectIDs(forRelationshipNamed: relationship).count
    if isDeleted, !wasDeleted { throw unreadable() }
    return count
  }

  /// Returns the reason why the row cannot be read: the error of a fetch in another context.
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
