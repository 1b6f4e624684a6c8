import CoreData
import Foundation
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("The expansion of a fetched tree is restored")
struct ExpansionStateTests {
  private func tree(_ store: FolderStore) -> TreeFetchedResultsController<NSManagedObject> {
    TreeFetchedResultsController(FolderStore.request(), parent: "parent", managedObjectContext: store.context)
  }

  @Test("a property list has it, and another tree takes it before its fetch")
  func restored() throws {
    let store = try FolderStore(isInMemory: false)
    try store.run {
      let a = store.insert("a")
      let b = store.insert("b", under: a)
      store.insert("c", under: b)
      store.insert("e", under: store.insert("d"))
      try store.context.save()
      let first = tree(store)
      try first.performFetch()
      first.expand(a.objectID)
      first.expand(b.objectID)
      let data = try PropertyListSerialization.data(
        fromPropertyList: first.expansionState, format: .binary, options: 0)
      let saved = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String]
      let second = tree(store)
      second.restoreExpansion(try #require(saved), in: store.context)
      try second.performFetch()
      #expect(second.allItems.map(\.model.name) == ["a", "b", "c", "d"])
      #expect(second.expansionState == saved)
    }
  }

  @Test("what is no object of the store is left out")
  func foreign() throws {
    let store = try FolderStore(isInMemory: false)
    try store.run {
      let a = store.insert("a")
      store.insert("b", under: a)
      let controller = tree(store)
      try controller.performFetch()
      controller.restoreExpansion(
        ["", "file:///x", "x-coredata://6E4B3B0C-0000-0000-0000-000000000000/Folder/p1"], in: store.context)
      #expect(controller.expandedIDs.isEmpty && controller.allItems.map(\.model.name) == ["a"])
    }
  }
}
