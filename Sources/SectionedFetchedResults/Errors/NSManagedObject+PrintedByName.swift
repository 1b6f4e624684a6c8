import CoreData
import SectionedChanges

extension NSManagedObjectID: PrintedByName {
  /// `Task p7`: the entity and the primary key. `Task t3` while the ID is temporary.
  package var printedName: String {
    let key = uriRepresentation().lastPathComponent
    // `t`, a UUID that all temporary keys of the process share, and a number.
    let number = isTemporaryID ? key.dropFirst(37) : ""
    return "\(entity.name ?? "") " + (number.isEmpty ? key : "t\(number)")
  }
}

extension NSManagedObject: PrintedByName {
  /// The name of the object's ID.
  package var printedName: String { objectID.printedName }
}
