import CoreData
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

/// The code of the article in `Sources/SectionedTrees/SectionedTrees.docc`: it quotes what stands between `// guide`
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
}
