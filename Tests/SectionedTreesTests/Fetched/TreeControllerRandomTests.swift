import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A fetched tree is the tree of a fresh fetch, whatever happens to its context")
struct TreeControllerRandomTests {
  typealias Controller = TreeFetchedResultsController<NSManagedObject>

  final class Driver {
    let store: FolderStore
    let controller: Controller
    let watcher: TreeWatcher<Controller>
    let policies: TreePolicies
    let isOrdered: Bool
    var random: SeededRandom
    private(set) var events: [String] = []
    private var number = 0

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      isOrdered = seed % 2 == 0
      store = try FolderStore(isInMemory: seed % 3 != 0, isOrdered: isOrdered)
      var policies = TreePolicies()
      if random.oneIn(2) { policies.orphans = .hidden }
      if random.oneIn(2) { policies.cycles = .hidden }
      if random.oneIn(2) { policies.ownParents = .hidden }
      self.policies = policies
      controller = Controller(
        FolderStore.request(), parent: "parent", orderedChildren: isOrdered ? "children" : nil,
        managedObjectContext: store.context, policies: policies, anomalies: AnomalyHandler { _ in })
      controller.treeCore.verifiesChanges = true
      watcher = TreeWatcher(controller)
    }

    private func all(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return try context.fetch(request).filter { !$0.isDeleted }
    }

    func edit(in context: NSManagedObjectContext) throws {
      let folders = try all(in: context)
      guard !folders.isEmpty, !(random.oneIn(3) && folders.count < 18) else { return insert(folders, context) }
      let folder = random.one(of: folders)
      switch random.below(isOrdered ? 15 : 12) {
      case 12...14:
        events.append("shuffle \(folder.name)")
        folder.setValue(NSOrderedSet(array: folder.children.shuffled(using: &random)), forKey: "children")
      case 0...4:
        let parent = random.oneIn(4) ? nil : random.one(of: folders)
        events.append("\(folder.name) under \(parent?.name ?? "nothing")")
        folder.setValue(parent, forKey: "parent")
      case 5, 6:
        events.append("position of \(folder.name)")
        folder.setValue(random.below(9), forKey: "position")
      case 7:
        events.append("rename \(folder.name)")
        number += 1
        folder.setValue("r\(number)", forKey: "name")
      case 8:
        events.append("exchange \(folder.name)")
        // A folder becomes a child of its former child.
        let child = folder.children.first
        child?.setValue(folder.parent, forKey: "parent")
        if let child { folder.setValue(child, forKey: "parent") }
      case 9, 10:
        events.append("delete \(folder.name)")
        context.delete(folder)
      default: insert(folders, context)
      }
    }

    private func insert(_ folders: [NSManagedObject], _ context: NSManagedObjectContext) {
      number += 1
      let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
      folder.setValue("n\(number)", forKey: "name")
      folder.setValue(random.below(9), forKey: "position")
      folder.setValue(folders.isEmpty || random.oneIn(4) ? nil : random.one(of: folders), forKey: "parent")
      events.append("insert n\(number)")
    }

    /// Saves edits of another context, which the tree's context merges.
    func editElsewhere() throws {
      let other = store.container.newBackgroundContext()
      other.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      try other.performAndWait {
        for _ in 0...random.below(3) { try edit(in: other) }
        try other.save()
      }
      events.append("saved elsewhere")
    }

    func event() throws {
      let context = store.context
      switch random.below(14) {
      case 0:
        events.append("save")
        try context.save()
      case 1:
        events.append("rollback")
        context.rollback()
      case 2:
        let least = random.below(5)
        events.append("predicate \(least)")
        try controller.setPredicate(least == 0 ? nil : NSPredicate(format: "position >= %d", least))
      case 3:
        events.append("expand")
        controller.expand(toDepth: random.below(4))
      case 4:
        events.append("reset")
        try context.save()
        context.reset()
      default: for _ in 0...random.below(4) { try edit(in: context) }
      }
      context.processPendingChanges()
    }

    func check() throws {
      let fresh = try store.context.fetch(controller.fetchRequest)
      let wanted = FetchedForest(fresh, policies, isOrdered: isOrdered).nodes
      let found = controller.tree.nodes.map { node in
        FetchedForest.Node(name: controller.model(for: node.node.id)?.name ?? "gone", depth: node.depth)
      }
      #expect(found == wanted, "\(policies): \(events)")
      watcher.checkAtRest()
      #expect(watcher.tree == controller.tree)
    }
  }

  /// Performs the events of a seed, and compares the tree with a fresh fetch after each.
  ///
  /// - Returns: the number of steps of the tree.
  static func play(seed: UInt64, events: Int = 50) throws -> Int {
    let driver = try Driver(seed: seed)
    let context = driver.store.context
    context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    try driver.store.run {
      for _ in 0..<6 { try driver.edit(in: context) }
      try driver.controller.performFetch()
    }
    for step in 0..<events {
      if step % 9 == 8 {
        try driver.store.run { try context.save() }
        try driver.editElsewhere()
      } else {
        try driver.store.run { try driver.event() }
      }
      // Merges, and the fetch after a reset, are scheduled on the context's queue after the event.
      context.processEverything()
      try driver.store.run { try driver.check() }
    }
    return driver.watcher.steps
  }

  @Test("edits, cycles, deletions, merges, resets and predicates", arguments: TestSeeds.seeds(60))
  func random(seed: UInt64) throws { #expect(try Self.play(seed: seed) > 10) }
}
