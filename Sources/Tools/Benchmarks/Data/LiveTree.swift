import CoreData
import SectionedDataSources
import SectionedTesting
import SectionedTrees

/// A fetched tree that is shown while its context changes.
final class LiveTree {
  typealias Controller = TreeFetchedResultsController<NSManagedObject>

  let store: TreeStore
  let context: NSManagedObjectContext
  let controller: Controller
  var random = SeededRandom(seed: 1)
  private let entity: NSEntityDescription
  private var token: ObservationToken?
  private var steps = 0

  init(_ store: TreeStore) throws {
    self.store = store
    context = store.newContext()
    entity = try SaveCases.entity("Node", of: context)
    controller = Self.controller(context)
    try context.performAndWait { try controller.performFetch() }
    token = controller.observeTree { [weak self] _ in self?.steps += 1 }
  }

  static func controller(_ context: NSManagedObjectContext) -> Controller {
    Controller(TreeStore.request(), parent: "parent", managedObjectContext: context)
  }

  func node(_ number: Int) -> NSManagedObject {
    context.object(with: context.objectID(primaryKey: Int64(number), entity: entity))
  }

  /// Makes an edit, and times how the context and the tree process it. Rolls the edit back afterwards.
  func measure(_ edit: (LiveTree) -> Void) throws -> Duration {
    try context.measuring { context in
      edit(self)
      let before = steps
      let duration = timed { context.processPendingChanges() }.duration
      guard steps == before + 1 else { throw BenchmarkError("An event was \(steps - before) steps of the tree.") }
      context.rollback()
      context.processPendingChanges()
      return duration
    }
  }

  func insert() {
    let node = NSManagedObject(entity: entity, insertInto: context)
    node.setValue(name(), forKey: "name")
    node.setValue(self.node(1 + random.below(store.parents)), forKey: "parent")
  }

  /// A random node without children.
  func leaf() -> NSManagedObject { node(store.parents + 1 + random.below(store.count - store.parents)) }

  func name() -> String { LibraryStore.name(of: store.count + 1 + random.below(1_000_000_000)) }
}

/// An edit of a live tree.
enum NodeEdit: String, CaseIterable {
  case insert, delete, update, moveWithin = "move within", moveAcross = "move across"

  func perform(_ tree: LiveTree) {
    switch self {
    case .insert: tree.insert()
    case .delete: tree.context.delete(tree.leaf())
    case .update: tree.leaf().setValue(-1, forKey: "rank")
    case .moveWithin: tree.leaf().setValue(tree.name(), forKey: "name")
    case .moveAcross:
      let leaf = tree.leaf()
      let parent = leaf.value(forKey: "parent") as? NSManagedObject
      var other = tree.node(1 + tree.random.below(tree.store.parents))
      while other === parent { other = tree.node(1 + tree.random.below(tree.store.parents)) }
      leaf.setValue(other, forKey: "parent")
    }
  }

  /// The edit of a list with which this edit is compared.
  var ofList: ItemEdit {
    switch self {
    case .insert: .insert
    case .delete: .delete
    case .update: .update
    case .moveWithin: .moveWithin
    case .moveAcross: .moveAcross
    }
  }
}
