import AppKit
import CoreData
import SectionedAppKit
import SectionedTesting
import SectionedTrees
import Testing

@testable import AppKitSamples

@Suite("The sample of a window of folders runs on the double")
@MainActor
struct FolderWindowTests {
  /// Makes a saved store with the folders `Mail(Inbox(Letters) Sent) News`, for the main actor's context.
  private func store() throws -> NSPersistentContainer {
    let folder = NSEntityDescription(
      "Folder", [NSAttributeDescription("name"), NSAttributeDescription("position", .integer64AttributeType, 0)])
    folder.relate("parent", .one, to: folder, "children", .many)
    let container = NSPersistentContainer(name: "Folders", managedObjectModel: NSManagedObjectModel([folder]))
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    var made: [String: NSManagedObject] = [:]
    for (index, (name, parent)) in [
      ("Mail", ""), ("Inbox", "Mail"), ("Letters", "Inbox"), ("Sent", "Mail"), ("News", ""),
    ].enumerated() {
      let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: container.viewContext)
      folder.setValue(name, forKey: "name")
      folder.setValue(10 * index, forKey: "position")
      folder.setValue(made[parent], forKey: "parent")
      made[name] = folder
    }
    try container.viewContext.save()
    return container
  }

  private func texts(_ folders: FolderWindow) -> [String] {
    folders.window.layoutIfNeeded()
    return (0..<folders.outline.numberOfRows).map { row in
      let view = folders.outline.view(atColumn: 0, row: row, makeIfNecessary: false) as? NSTableCellView
      return String(repeating: "  ", count: folders.outline.level(forRow: row)) + (view?.textField?.stringValue ?? "-")
    }
  }

  @Test("folders open, are dragged on others and between them, and are open again in the next window")
  func folders() async throws {
    let container = try store()
    let context = container.viewContext
    let folders = try FolderWindow(context)
    let outline = folders.outline
    let refusals = Refusals.recorded {
      #expect(texts(folders) == ["Mail (2)", "News"])
      outline.expandItem(outline.item(atRow: 0))
      outline.expandItem(outline.item(atRow: 1))
      #expect(texts(folders) == ["Mail (2)", "  Inbox (1)", "    Letters", "  Sent", "News"])
      let reloads = outline.reloads
      // Drops Sent before Inbox, then News on Sent.
      #expect(outline.dragRow(3, into: outline.item(atRow: 0), at: 0))
      #expect(texts(folders) == ["Mail (2)", "  Sent", "  Inbox (1)", "    Letters", "News"])
      #expect(outline.dragRow(4, into: outline.item(atRow: 1), at: -1))
      #expect(texts(folders) == ["Mail (2)", "  Sent (1)", "  Inbox (1)", "    Letters"])
      // A folder cannot be dropped in its own subtree.
      #expect(!outline.dragRow(0, into: outline.item(atRow: 3), at: -1))
      #expect(outline.reloads == reloads)
    }
    #expect(refusals == [])
    try context.save()
    let news = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder")).first {
      $0.value(forKey: "name") as? String == "News"
    }
    #expect((news?.value(forKey: "parent") as? NSManagedObject)?.value(forKey: "name") as? String == "Sent")
    folders.binding?.detach()

    let second = try FolderWindow(context)
    _ = texts(second)
    await nextTurn()
    #expect(texts(second) == ["Mail (2)", "  Sent (1)", "  Inbox (1)", "    Letters"])
  }
}
