import CoreData
import Foundation
import SectionedTesting

/// A store of folders in an ordered relationship: Inbox has Drafts and Letters, Letters has Old, and Old has Older.
/// Archive is a root. Ordered by position, Letters is before Drafts.
final class FolderFile {
  private let scratch: TemporaryFolder
  let path: String

  init() throws {
    scratch = try TemporaryFolder()
    path = scratch.file("Folders.sqlite").path
    try write { context in
      func insert(_ name: String, _ position: Int, under parent: NSManagedObject? = nil) -> NSManagedObject {
        let folder = MusicStore.insert("Folder", ["name": name, "position": position], into: context)
        folder.setValue(parent, forKey: "parent")
        return folder
      }
      let inbox = insert("Inbox", 0)
      let drafts = insert("Drafts", 2, under: inbox)
      let letters = insert("Letters", 1, under: inbox)
      _ = insert("Older", 4, under: insert("Old", 3, under: letters))
      _ = insert("Archive", 5)
      inbox.setValue(NSOrderedSet(array: [drafts, letters]), forKey: "children")
    }
  }

  /// Unchecked, because a model that a store uses is never changed.
  private struct Model: @unchecked Sendable {
    let model: NSManagedObjectModel
  }

  private static let shared: Model = {
    let folder = NSEntityDescription(
      "Folder", [NSAttributeDescription("name"), NSAttributeDescription("position", .integer64AttributeType, 0)])
    folder.relate("parent", .one, to: folder, "children", .ordered)
    return Model(model: NSManagedObjectModel([folder]))
  }()

  /// Makes and saves changes with a coordinator of its own, as another process does.
  func write(_ changes: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.shared.model)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: path))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      try changes(context)
      try context.save()
    }
    try coordinator.remove(store)
  }
}
