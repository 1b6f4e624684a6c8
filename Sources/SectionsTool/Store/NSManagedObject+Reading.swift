import CoreData

extension NSManagedObject {
  /// The value of a property, to be shown.
  ///
  /// - Throws: an error when the object's row cannot be read, or is gone. Core Data takes such an object for a deleted
  ///   one without values; what is shown must not.
  func shownValue(_ key: String) throws -> Any? {
    let wasDeleted = isDeleted
    let value = value(forKey: key)
    if isDeleted, !wasDeleted { throw unreadable() }
    return value
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
