/// The properties that a predicate and a sort order use.
struct FetchReads: CompiledPredicateVisitor {
  /// The root entities of objects that are reached through relationships.
  private(set) var roots: Set<Int> = []
  /// The slots of the fetched object itself.
  private(set) var slots = SlotSet()
  /// Whether the predicate has a block, which may use any property of the object.
  private(set) var isUnknown = false

  private let model: ModelLayout

  init(of predicate: CompiledPredicate?, _ order: CompiledOrder, in model: ModelLayout) {
    self.model = model
    for path in order.paths { visit(path, scope: 0) }
    if let predicate { walk(predicate.tree) }
  }

  /// Whether changes of the object may affect whether and where the object itself is in the results.
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
        // A deleted or new element changes the result although none of its properties is read.
        roots.insert(layout.root)
      }
    }
  }
}
