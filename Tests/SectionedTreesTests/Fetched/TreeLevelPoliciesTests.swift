import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("Levels with policies and orders of their own")
struct TreeLevelPoliciesTests {
  /// A level of folders whose positions are in a range.
  private static func level(
    _ positions: Range<Int>, orderedChildren: String? = nil, policies: TreePolicies? = nil
  ) -> TreeLevel {
    let predicate = NSPredicate(format: "position >= %d AND position < %d", positions.lowerBound, positions.upperBound)
    return TreeLevel(
      FolderStore.request(predicate), parent: "parent", orderedChildren: orderedChildren, policies: policies)
  }

  private static func random(_ random: inout SeededRandom) -> TreePolicies {
    var policies = TreePolicies()
    if random.oneIn(2) { policies.orphans = .hidden }
    if random.oneIn(2) { policies.cycles = .hidden }
    if random.oneIn(2) { policies.ownParents = .hidden }
    return policies
  }

  private func all(in store: FolderStore) throws -> [NSManagedObject] {
    try store.context.fetch(FolderStore.request()).filter { !$0.isDeleted }
  }

  private func edit(_ store: FolderStore, _ random: inout SeededRandom, _ number: inout Int) throws {
    let folders = try all(in: store)
    guard !folders.isEmpty, !(random.oneIn(3) && folders.count < 18) else {
      number += 1
      let parent = folders.isEmpty || random.oneIn(4) ? nil : random.one(of: folders)
      store.insert("n\(number)", position: random.below(9), under: parent)
      return
    }
    let folder = random.one(of: folders)
    switch random.below(8) {
    case 0...2: folder.setValue(random.oneIn(4) ? nil : random.one(of: folders), forKey: "parent")
    case 3, 4: folder.setValue(random.below(9), forKey: "position")
    case 5, 6: folder.setValue(NSOrderedSet(array: folder.children.shuffled(using: &random)), forKey: "children")
    default: store.context.delete(folder)
    }
  }

  /// Folders at 7 and 8 are in no level, so that their children are orphans. Those from 0 to 3 are in the order of the
  /// relationship, and those from 4 to 6, which follow, in that of the request. The second level may list those at 2 and
  /// 3, too, which belong to the first one.
  @Test("the tree is that of a fresh fetch", arguments: TestSeeds.seeds(40))
  func random(seed: UInt64) throws {
    var (random, number) = (SeededRandom(seed: seed), 0)
    let (first, second) = (Self.random(&random), Self.random(&random))
    let start = random.oneIn(2) ? 2 : 4
    let store = try FolderStore(isOrdered: true)
    try store.run {
      for _ in 0..<6 { try edit(store, &random, &number) }
      let tree = TreeLevelsController(
        [Self.level(0..<4, orderedChildren: "children", policies: first), Self.level(start..<7)],
        managedObjectContext: store.context, policies: second, anomalies: AnomalyHandler { _ in })
      tree.treeCore.verifiesChanges = true
      let watcher = TreeWatcher(tree)
      try tree.performFetch()
      for _ in 0..<40 {
        for _ in 0...random.below(4) { try edit(store, &random, &number) }
        store.context.processPendingChanges()
        var seen: Set<NSManagedObject> = []
        let fresh = try tree.levels.flatMap { try store.context.fetch($0.fetchRequest) }
          .filter { seen.insert($0).inserted }
        func isFirst(_ folder: NSManagedObject) -> Bool { (folder.value(forKey: "position") as? Int ?? 0) < 4 }
        let wanted = FetchedForest(fresh, policies: { isFirst($0) ? first : second }, isOrdered: isFirst).nodes
        let found = tree.tree.nodes.map { node in
          FetchedForest.Node(name: tree.model(for: node.node.id)?.name ?? "gone", depth: node.depth)
        }
        #expect(found == wanted, "\(first), \(second) from \(start)")
        watcher.checkAtRest()
      }
      #expect(watcher.steps > 10)
    }
  }

  @Test("a node that a second level begins to list is reported once, and again after it has left that level")
  func twoLevels() throws {
    let store = try FolderStore()
    let collected = Collected()
    try store.run {
      let folder = store.insert("a", position: 1)
      let tree = TreeLevelsController(
        [Self.level(0..<5), Self.level(3..<8)], managedObjectContext: store.context,
        anomalies: AnomalyHandler { collected.append($0.kind) })
      try tree.performFetch()
      func move(to position: Int) -> Int {
        folder.setValue(position, forKey: "position")
        store.context.processPendingChanges()
        #expect(tree.tree.ids == [folder.objectID])
        return collected.kinds.count
      }
      #expect([4, 3, 6, 4].map(move) == [1, 1, 1, 2])
      #expect(collected.kinds == [.duplicateItem, .duplicateItem])
      try tree.performFetch()
      #expect(collected.kinds.count == 2)
    }
  }

  @Test("an order that is not the inverse of the parent's relationship, or of a level of roots, is an error")
  func mistakes() throws {
    let store = try FolderStore(isOrdered: true)
    store.run {
      func mistake(_ level: TreeLevel) -> String {
        let tree = TreeLevelsController([level], managedObjectContext: store.context)
        do {
          try tree.performFetch()
          return ""
        } catch {
          return "\(error)"
        }
      }
      #expect(mistake(Self.level(0..<9, orderedChildren: "childen")).contains("children"))
      #expect(
        mistake(TreeLevel(FolderStore.request(), orderedChildren: "children")).contains("names no relationship"))
      #expect(mistake(Self.level(0..<9, orderedChildren: "children")).isEmpty)
    }
  }
}
