/// The properties that a predicate and an order read.
struct FetchReads: CompiledPredicateVisitor {
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
    if let predicate { walk(predicate.tree) }
  }

  /// Whether the object's changes can change the answer about itself.
  func concern(_ object: NSManagedObject) -> Bool {
    if isUnknown { return true }
    if object.changedSlots(transient: true).contains(where: slots.contains) { return true }
    return object.knownRelationships.contains { $0.value.isChanged && slots.contains($0.key) }
  }

  mutating func visit(_ objects: RelatedObjects) {
    visit(objects.steps, from: objects.sourceEntity, scope: objects.source)
    walk(objects.filter)
  }

  mutating func visit(_ path: CompiledPath, scope: Int) {
    visit(path.hops + [path.last], from: path.entity, scope: scope)
  }

  mutating func visitBlock() { isUnknown = true }

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
