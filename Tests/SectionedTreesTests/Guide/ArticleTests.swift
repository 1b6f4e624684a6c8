import CoreData
import Foundation
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

/// The code of the article in `Sources/SectionedTrees/SectionedTrees.docc`, which quotes the lines between `// guide`
/// and `// end`.
@Suite("The code of the article about trees")
struct ArticleTests {
  struct Task: Identifiable, Equatable {
    var id: String
    var parent: String?
    var isDone = false
  }

  @Test func aTreeInMemory() throws {
    let list = [
      Task(id: "house"), Task(id: "roof", parent: "house"), Task(id: "tiles", parent: "roof", isDone: true),
      Task(id: "garden"),
    ]
    // guide
    let tasks = MemoryTree(list, parent: \.parent)
    var log: [String] = []
    let token = tasks.observeTree { log.append("\($0)") }
    try tasks.performUpdates {
      try tasks.move("roof", under: "garden")
      try tasks.insert(Task(id: "door", parent: "house"), under: "house")
    }
    // log: inserted house[0] (door), moved house[0]→garden[0] (roof)
    // end
    #expect(log == ["inserted house[0] (door), moved house[0]→garden[0] (roof)"])
    // guide
    tasks.expand(toShow: "tiles")
    let rows = tasks.allItems.map { String(repeating: "  ", count: $0.depth) + $0.model.id }
    // house, garden, “  roof”, “    tiles”
    // end
    #expect(rows == ["house", "garden", "  roof", "    tiles"])
    // guide
    tasks.setFilter { $0.isDone }
    let found = tasks.allItems.map { $0.isMatch ? "*" + $0.model.id : $0.model.id }  // garden, roof, *tiles
    tasks.setFilter(nil)
    // end
    #expect(found == ["garden", "roof", "*tiles"])
    #expect(tasks.numberOfItems == 4)
    // guide
    if let place = tasks.dropPlace(ofRow: 3, at: 1) {
      try tasks.move("tiles", under: place.parent, at: place.index)
    }
    // end
    #expect(tasks.tree.roots == ["house", "tiles", "garden"])
    // guide
    let byLetter = GroupedTree(tasks, where: { $0.parent == "house" }) { $0.id.first }
    let groups = byLetter.tree.children(of: .node("house"))  // d, then door in it
    // end
    #expect(groups == [.group("d", under: "house")])
    #expect(byLetter.tree.ids.contains(.node("roof")) && byLetter.tree.parent(of: .node("door")) == groups.first)
    // guide
    let done = TreeTotals(tasks, counting: { $0.isDone })
    var stale: Set<String> = []
    let observation = done.observe { stale = $0 }
    try tasks.move("tiles", under: "roof")
    let text = "\(tasks.tree.numberOfDescendants(of: "garden")), \(done.total(beneath: "garden") ?? 0) done"
    // “2, 1 done” in the garden; stale are garden and roof
    // end
    #expect(text == "2, 1 done" && stale == ["garden", "roof"])
    observation.cancel()
    token.cancel()
  }

  @Test func aFetchedTree() throws {
    let store = try FolderStore()
    try store.run {
      let context = store.context
      let inbox = store.insert("Inbox")
      store.insert("Letters", under: inbox)
      // guide
      let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let folders = TreeFetchedResultsController(request, parent: "parent", managedObjectContext: context)
      try folders.performFetch()
      folders.expand(inbox.objectID)
      let letters = folders.node(at: [0, 0])
      // end
      #expect(letters?.name == "Letters")
      #expect(folders.allItems.map(\.model.name) == ["Inbox", "Letters"])
    }
  }

  @Test func anEditedTree() throws {
    let store = try FolderStore()
    try store.run {
      let undo = UndoManager()
      undo.groupsByEvent = false
      store.context.undoManager = undo
      let (inbox, archive) = (store.insert("Inbox", position: 1), store.insert("Archive", position: 2))
      let folders = TreeFetchedResultsController(
        FolderStore.request(), parent: "parent", managedObjectContext: store.context)
      try folders.performFetch()
      // guide
      let editing = TreeEditing(of: folders, position: "position")
      let letters = try editing.insert(under: inbox) { $0.setValue("Letters", forKey: "name") }
      try editing.move([inbox], under: archive, at: 0)
      try editing.outdent(letters)
      // Archive, Inbox and Letters beneath it
      // end
      #expect(folders.children(of: archive).map(\.name) == ["Inbox", "Letters"])
      #expect(throws: TreeChangeError.self) { try editing.move([archive], under: inbox) }
      store.context.undo()
      #expect(folders.children(of: inbox).map(\.name) == ["Letters"])
    }
  }
}
