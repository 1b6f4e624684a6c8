/// The properties that a predicate and an order read.
struct FetchReads {
  /// The root entities of objects that are read through relationships.
  private(set) var roots: Set<Int> = []
  /// The slots that are read of the fetched object itself.
  private(set) var slots = SlotSet()
  /// Whether there is a block, which may read anything of the object.
  private(set) var isUnknown = false

  private let model: ModelLayout

  init(of predicate: CompiledPredicate?, _ order: CompiledOrder, in model: ModelLayout) {
    self.model = model
    for path in order.paths { visit(path, scope: 0) }
    if let predicate { visit(predicate.tree) }
  }

  /// Whether the object's changes can change the answer about itself.
  func concern(_ object: NSManagedObject) -> Bool {
    if isUnknown { return true }
    if object.changedSlots(transient: true).contains(where: slots.contains) { return true }
    return object.knownRelationships.contains { $0.value.isChanged && slots.contains($0.key) }
  }

  private mutating func visit(_ tree: CompiledPredicate.Tree) {
    switch tree {
    case .constant: break
    case .not(let tree): visit(tree)
    case .and(let trees), .or(let trees): for tree in trees { visit(tree) }
    case .leaf(let leaf):
      if case .foreign = leaf { isUnknown = true }
      for expression in leaf.expressions { visit(expression) }
      if let objects = leaf.objects { visit(objects) }
    }
  }

  private mutating func visit(_ expression: CompiledExpression) {
    switch expression {
    case .constant, .object: break
    case .path(let scope, let path): visit(path, scope: scope)
    case .aggregate(_, let objects, let element):
      visit(objects)
      if let element { visit(element) }
    case .arithmetic(_, let left, let right):
      visit(left)
      visit(right)
    case .function(_, let argument): visit(argument)
    case .conditional(let tree, let left, let right):
      visit(tree)
      visit(left)
      visit(right)
    }
  }

  private mutating func visit(_ objects: RelatedObjects) {
    visit(objects.steps, from: objects.sourceEntity, scope: objects.source)
    visit(objects.filter)
  }

  private mutating func visit(_ path: CompiledPath, scope: Int) {
    visit(path.hops + [path.last], from: path.entity, scope: scope)
  }

  private mutating func visit(_ steps: [Int], from entity: Int, scope: Int) {
    var layout = model.entities[entity]
    for (index, slot) in steps.enumerated() {
      if index == 0, scope == 0 { slots.insert(slot) } else { roots.insert(layout.root) }
      switch layout.slots[slot].kind {
      case .attribute: return
      case .toOne(let relationship): layout = model.entities[relationship.destination]
      case .toMany(let relationship):
        layout = model.entities[relationship.destination]
        // An element that was deleted, or came, changes the answer without being read.
        roots.insert(layout.root)
      }
    }
  }
}
