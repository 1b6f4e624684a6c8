import Foundation

/// A predicate that is evaluated with managed objects of one entity, outside a fetch: its comparisons are compiled as
/// for a fetch of the entity, so that both have the same result.
struct ManagedEvaluation: Sendable {
  enum Leaf: Sendable {
    case compiled(CompiledPredicate.Tree, written: PredicateSyntaxLeaf)
    /// A leaf that needs the object itself: a block, or a comparison of keys that no fetch can read, such as
    /// `hasChanges`.
    case written(PredicateSyntaxLeaf)
  }

  private let tree: PredicateTree<Leaf>

  /// - Parameter storeIdentifier: the store of the object that is evaluated, where there is one.
  init(_ syntax: PredicateSyntax, entity: EntityLayout, model: ModelLayout, storeIdentifier: String?) {
    var compiler = PredicateCompiler(entity: entity, model: model, storeIdentifier: storeIdentifier)
    // Objects evaluate them here anyway.
    compiler.asksObjects = false
    tree = syntax.map { leaf in
      guard case .comparison = leaf, let tree = try? compiler.compile(.leaf(leaf)) else { return .leaf(.written(leaf)) }
      if case .constant(let holds) = tree { return .constant(holds) }
      return .leaf(.compiled(tree, written: leaf))
    }
  }

  /// - Parameter variables: for blocks; comparisons have their values already.
  func holds(for object: NSManagedObject, variables: [String: Any]) throws -> Bool {
    let byName = ObjectEvaluation(object: object, variables: variables)
    let compiled = Evaluation(reader: ObjectReader(object), object: object.key)
    return try tree.evaluate { leaf in
      switch leaf {
      case .written(let leaf): return try byName.holds(.leaf(leaf))
      case .compiled(let tree, let leaf):
        // A store that cannot be read is reported where the objects themselves read it.
        if let holds = try? compiled.holds(tree) { return holds }
        return try byName.holds(.leaf(leaf))
      }
    }
  }
}

/// Reads a managed object and those that it refers to as they are in its context.
private struct ObjectReader: PropertyReader {
  let root: NSManagedObject
  let model: ModelLayout
  private let context: NSManagedObjectContext?

  init(_ root: NSManagedObject) {
    root.requireQueue()
    self.root = root
    model = root.modelLayout
    context = root.liveContext
  }

  func value(_ slot: Int, of key: RowKey) throws -> Value {
    guard let object = registered(key) else { return try context?.changes.reader.value(slot, of: key) ?? .null }
    guard slot < object.layout.slots.count, isThere(object) else { return .null }
    return object.current(slot)
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    guard let object = registered(key) else { return try context?.changes.reader.related(slot, of: key) ?? [] }
    return isThere(object) ? object.toMany(slot).current : []
  }

  /// The object of a key, where there is one: rows are read without making any.
  private func registered(_ key: RowKey) -> NSManagedObject? {
    key == root.key ? root : context?.graph.registry.object(for: key)
  }

  /// The evaluated object may be deleted. No relationship leads to any other deleted object.
  private func isThere(_ object: NSManagedObject) -> Bool { object === root || !object.flags.contains(.deleted) }
}

extension NSManagedObject {
  package final func satisfies(
    _ predicate: PredicateSyntax, variables: [String: Any], compilation: KnownCompilation
  ) throws -> Bool {
    try compilation.evaluation(of: predicate, for: self, variables).holds(for: self, variables: variables)
  }

  package final func requireKey(_ key: String) throws {
    guard layout.slot(named: key) == nil else { return }
    if ["objectID", "entity"].contains(key) || NamedPropertyList.of(type(of: self)).names.contains(key) { return }
    throw PredicateProblem.error(layout.noProperty(key))
  }

  /// The layouts that the object's entity is one of.
  final var modelLayout: ModelLayout { registry?.layout ?? kind.entity.managedObjectModel.layout }
}
