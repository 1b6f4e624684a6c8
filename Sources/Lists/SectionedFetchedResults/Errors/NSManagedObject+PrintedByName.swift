import CoreData
import SectionedChanges

extension NSManagedObjectID: PrintedByName {
  /// A text such as `Task p7`: the entity and the primary key. While the ID is temporary, it is `Task t3`.
  package var printedName: String {
    let key = uriRepresentation().lastPathComponent
    // Skips `t` and a UUID, which all temporary keys of the process share, and keeps the number.
    let number = isTemporaryID ? key.dropFirst(37) : ""
    return "\(entity.name ?? "") " + (number.isEmpty ? key : "t\(number)")
  }
}

extension NSManagedObject: PrintedByName {
  /// The name of the object's ID.
  package var printedName: String { objectID.printedName }
}
