import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A fetched tree")
struct TreeControllerTests {
  typealias Controller = TreeFetchedResultsController<NSManagedObject>

  /// Folders: `a` has `b` and `c`, `c` has `d`; `e` is a root.
  private func folders(
    _ anomalies: AnomalyHandler = .standard, policies: TreePolicies = TreePolicies()
  ) throws -> (
    store: FolderStore, controller: Controller, folders: [String: NSManagedObject]
  ) {
    let store = try FolderStore()
    return try store.run {
      var folders: [String: NSManagedObject] = [:]
      for (name, parent) in [("a", ""), ("b", "a"), ("c", "a"), ("d", "c"), ("e", "")] {
        folders[name] = store.insert(name, under: folders[parent])
      }
      let controller = Controller(
        FolderStore.request(), parent: "parent", managedObjectContext: store.context, policies: policies,
        anomalies: anomalies)
      try controller.performFetch()
      return (store, controller, folders)
    }
  }

  private func text(_ controller: Controller) -> String {
    let named = controller.tree.nodes.map { (controller.model(for: $0.node.id)?.name ?? "?", $0.depth) }
    return named.map { String(repeating: "-", count: $0.1) + $0.0 }.joined(separator: " ")
  }

  @Test("its nodes have index paths of any length, children and rows")
  func reading() throws {
    let (store, controller, folders) = try folders()
    try store.run {
      #expect(text(controller) == "a -b -c --d e")
      #expect(controller.node(at: [0, 1, 0]) === folders["d"])
      #expect(controller.indexPath(of: try #require(folders["d"])) == [0, 1, 0])
      #expect(controller.children(of: folders["a"]).map(\.name) == ["b", "c"])
      #expect(controller.allItems.map(\.model.name) == ["a", "e"])
      controller.expand(toShow: try #require(folders["d"]).objectID)
      #expect(controller.allItems.map(\.model.name) == ["a", "b", "c", "d", "e"])
    }
  }

  @Test("a fetch that finds nothing is a step of the rows of all grouped trees, which are then loaded")
  func emptyFetch() throws {
    let store = try FolderStore()
    try store.run {
      let controller = Controller(FolderStore.request(), parent: "parent", managedObjectContext: store.context)
      let letters = GroupedTree(controller) { $0.name.first.map(String.init) }
      let lengths = GroupedTree(letters) { $0.model.map(\.name.count) }
      var phases: [[LoadingPhase]] = []
      let tokens = [
        controller.observe { phases.append([$0.oldPhase, $0.phase, letters.phase, lengths.phase]) },
        letters.observe { phases.append([$0.oldPhase, $0.phase]) },
        lengths.observe { phases.append([$0.oldPhase, $0.phase]) },
      ]
      try controller.performFetch()
      #expect(phases == [[.initial, .loaded, .loaded, .loaded], [.initial, .loaded], [.initial, .loaded]])
      for token in tokens { token.cancel() }
    }
  }

  final class Delegate: TreeFetchedResultsControllerDelegate {
    var changes: [TreeChangeSet<NSManagedObjectID>] = []

    func controller<Node: NSManagedObject>(
      _ controller: TreeFetchedResultsController<Node>, didChangeTree changes: TreeChangeSet<NSManagedObjectID>
    ) { self.changes.append(changes) }
  }

  @Test("an event is one step, also when a node becomes a child of its former descendant")
  func exchange() throws {
    let (store, controller, folders) = try folders()
    try store.run {
      let delegate = Delegate()
      controller.delegate = delegate
      let (a, c, d) = (try #require(folders["a"]), try #require(folders["c"]), try #require(folders["d"]))
      d.setValue(nil, forKey: "parent")
      a.setValue(d, forKey: "parent")
      store.context.processPendingChanges()
      #expect(text(controller) == "d -a --b --c e")
      #expect(delegate.changes.count == 1)
      #expect(Set(try #require(delegate.changes.first).moved.map(\.id)) == [a.objectID, d.objectID])
      #expect(delegate.changes.first?.moved.first { $0.id == a.objectID }?.keys?.contains("parent") == true)
      store.context.delete(c)
      store.context.processPendingChanges()
      #expect(text(controller) == "d -a --b e")
      #expect(delegate.changes.last?.deleted.map(\.id) == [c.objectID])
    }
  }

  @Test("a deleted parent's children are what the delete rule makes of them")
  func deletion() throws {
    let (store, controller, folders) = try folders()
    try store.run {
      store.context.delete(try #require(folders["a"]))
      store.context.processPendingChanges()
      #expect(text(controller) == "b c -d e")
    }
  }

  @Test("a parent that a batch deletion removes leaves its children behind, as one step")
  func batchDeletion() throws {
    let store = try FolderStore(isInMemory: false)
    try store.run {
      let (a, b) = (store.insert("a"), store.insert("b"))
      let c = store.insert("c", under: a)
      store.insert("d", under: c)
      try store.context.save()
      let controller = Controller(
        FolderStore.request(), parent: "parent", managedObjectContext: store.context,
        anomalies: AnomalyHandler { _ in })
      controller.treeCore.verifiesChanges = true
      let watcher = TreeWatcher(controller)
      try controller.performFetch()
      #expect(text(controller) == "a -c --d b")
      let request = NSBatchDeleteRequest(objectIDs: [a.objectID, b.objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try store.context.execute(request) as? NSBatchDeleteResult
      let ids = try #require(result?.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [store.context])
      #expect(text(controller) == "c -d")
      #expect(watcher.steps == 2)
      watcher.checkAtRest()
    }
  }

  @Test("a predicate filters the nodes, and the tree stays whole")
  func predicateFilter() throws {
    let (store, controller, folders) = try folders()
    try store.run {
      controller.setFilter(matching: NSPredicate(format: "name == %@", "d"))
      #expect(controller.allItems.map(\.model.name) == ["a", "c", "d"])
      #expect(controller.allItems.map(\.isMatch) == [false, false, true])
      try #require(folders["e"]).setValue("d", forKey: "name")
      store.context.processPendingChanges()
      #expect(controller.allItems.map(\.model.name) == ["a", "c", "d", "d"])
      controller.setFilter(nil)
      #expect(controller.allItems.map(\.model.name) == ["a", "d"] && text(controller) == "a -b -c --d d")
    }
  }

  @Test("ten thousand levels of objects are fetched, turned round in one event, and deleted")
  func deep() throws {
    let store = try FolderStore()
    try store.run {
      var folders: [NSManagedObject] = []
      for number in 0..<10_000 { folders.append(store.insert("\(number)", position: number, under: folders.last)) }
      let controller = Controller(FolderStore.request(), parent: "parent", managedObjectContext: store.context)
      try controller.performFetch()
      #expect(controller.tree.depth(of: try #require(folders.last).objectID) == 9_999)
      for (folder, parent) in zip(folders, folders.dropFirst()) { folder.setValue(parent, forKey: "parent") }
      try #require(folders.last).setValue(nil, forKey: "parent")
      store.context.processPendingChanges()
      #expect(controller.tree.depth(of: folders[0].objectID) == 9_999)
      for folder in folders { store.context.delete(folder) }
      store.context.processPendingChanges()
      #expect(controller.tree.count == 0)
    }
  }

  @Test("a parent that arrives after its child takes it over")
  func lateParent() throws {
    let (store, controller, folders) = try folders(AnomalyHandler { _ in })
    try store.run {
      let c = try #require(folders["c"])
      try controller.setPredicate(NSPredicate(format: "name != %@", "c"))
      #expect(text(controller) == "a -b d e")
      try controller.setPredicate(NSPredicate(format: "position < 5"))
      c.setValue(7, forKey: "position")
      store.context.processPendingChanges()
      #expect(text(controller) == "a -b d e")
      c.setValue(1, forKey: "position")
      store.context.processPendingChanges()
      #expect(text(controller) == "a -b -c --d e")
    }
  }

  @Test("a parent that is saved before it arrives takes its child over, and the expansion outlives a reset")
  func savedParent() throws {
    let (store, controller, _) = try folders(AnomalyHandler { _ in })
    try store.run {
      try controller.setPredicate(NSPredicate(format: "position < 5"))
      let late = store.insert("p", position: 9)
      let child = store.insert("q", under: late)
      store.context.processPendingChanges()
      #expect(text(controller) == "a -b -c --d e q")
      // The save gives the parent another identifier. The list is not notified of this, because it does not list the
      // parent.
      try store.context.save()
      late.setValue(1, forKey: "position")
      store.context.processPendingChanges()
      #expect(text(controller) == "a -b -c --d e p -q")
      controller.expand(toShow: child.objectID)
      try store.context.save()
      store.context.reset()
    }
    store.context.processEverything()
    store.run {
      #expect(text(controller) == "a -b -c --d e p -q")
      #expect(controller.allItems.map(\.model.name) == ["a", "e", "p", "q"])
    }
  }

  @Test("orphans, cycles and folders in themselves are reported once")
  func anomalies() throws {
    let collected = Collected()
    let (store, controller, folders) = try folders(AnomalyHandler { collected.append($0.kind) })
    try store.run {
      let (a, d, e) = (try #require(folders["a"]), try #require(folders["d"]), try #require(folders["e"]))
      a.setValue(d, forKey: "parent")
      store.context.processPendingChanges()
      #expect(text(controller) == "a -b -c --d e")
      e.setValue(e, forKey: "parent")
      store.context.processPendingChanges()
      #expect(text(controller) == "a -b -c --d e")
      #expect(collected.kinds == [.cycle, .cycle])
      a.setValue(e, forKey: "parent")
      store.context.processPendingChanges()
      #expect(text(controller) == "e -a --b --c ---d")
      try controller.setPredicate(NSPredicate(format: "name != %@", "e"))
      #expect(text(controller) == "a -b -c --d")
      #expect(collected.kinds == [.cycle, .cycle, .orphan])
    }
  }

  @Test("a key that leads to no parent is an error that says what would")
  func mistakes() throws {
    let store = try FolderStore()
    store.run {
      func mistake(_ key: String) -> String {
        let controller = Controller(FolderStore.request(), parent: key, managedObjectContext: store.context)
        do {
          try controller.performFetch()
          return ""
        } catch {
          return "\(error)"
        }
      }
      #expect(mistake("name").contains("is an attribute"))
      #expect(mistake("parnt").contains("parent"))
      #expect(mistake("children").contains("such as “parent”"))
      #expect(mistake("parent.parent").contains("several steps"))
    }
  }
}
