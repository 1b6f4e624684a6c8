import Foundation

/// A predicate that is evaluated with managed objects of one entity, outside a fetch. Its comparisons are compiled as
/// for a fetch, so that both give the same results.
struct ManagedEvaluation: Sendable {
  enum Leaf: Sendable {
    case compiled(CompiledPredicate.Tree, written: PredicateSyntaxLeaf)
    /// A leaf that needs the object itself: a block, or a comparison with keys that a fetch cannot read, such as
    /// `hasChanges`.
    case written(PredicateSyntaxLeaf)
  }

  private let tree: PredicateTree<Leaf>

  /// - Parameter storeIdentifier: the identifier of the evaluated object's store, if it has one.
  init(_ syntax: PredicateSyntax, entity: EntityLayout, model: ModelLayout, storeIdentifier: String?) {
    var compiler = PredicateCompiler(entity: entity, model: model, storeIdentifier: storeIdentifier)
    // Here every leaf is evaluated with objects anyway.
    compiler.asksObjects = false
    tree = syntax.map { leaf in
      guard case .comparison = leaf, let tree = try? compiler.compile(.leaf(leaf)) else { return .leaf(.written(leaf)) }
      if case .constant(let holds) = tree { return .constant(holds) }
      return .leaf(.compiled(tree, written: leaf))
    }
  }

  /// - Parameter variables: the variables for blocks. In comparisons they are already replaced by their values.
  func holds(for object: NSManagedObject, variables: [String: Any]) throws -> Bool {
    let byName = ObjectEvaluation(object: object, variables: variables)
    let compiled = Evaluation(reader: ObjectReader(object), object: object.key)
    return try tree.evaluate { leaf in
      switch leaf {
      case .written(let leaf): return try byName.holds(.leaf(leaf))
      case .compiled(let tree, let leaf):
        // Errors in reading a store are ignored here. The evaluation with the objects themselves reports them.
        if let holds = try? compiled.holds(tree) { return holds }
        return try byName.holds(.leaf(leaf))
      }
    }
  }
}

/// Reads a managed object and the objects that it refers to, in their context's current state.
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

  /// The object of a key, if it is registered. For other keys, the row is read without creating an object.
  private func registered(_ key: RowKey) -> NSManagedObject? {
    key == root.key ? root : context?.graph.registry.object(for: key)
  }

  /// Whether an object exists. The evaluated object itself may be deleted, but other deleted objects do not count.
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

  /// The layouts of the model that has the object's entity.
  final var modelLayout: ModelLayout { registry?.layout ?? kind.entity.managedObjectModel.layout }
}
