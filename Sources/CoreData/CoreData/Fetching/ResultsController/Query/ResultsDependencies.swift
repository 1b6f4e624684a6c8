/// The slots that determine whether and where an object is in a list: its own slots, and those of related objects.
struct ResultsDependencies: Sendable {
  /// A slot of another entity, and the path from there back to the listed objects.
  struct Related: Sendable {
    /// The indices of the entities whose objects have the slot.
    let entities: Range<Int>
    /// The slot; nil for any slot.
    let slot: Int?
    /// The inverse relationships to follow from the related object; nil if a relationship has no inverse.
    let wayBack: [Int]?
  }

  /// The object's own slots that affect section or order.
  private(set) var place = SlotSet()
  /// The object's own slots that affect membership; nil for any slot.
  private(set) var membership: SlotSet? = SlotSet()
  private(set) var related: [Related] = []
  /// The root entities of related rows that the list depends on, without the listed rows. Nil if the list also depends
  /// on other data: a to-many relationship, which may be stored in a table of its own, or the data that a block reads.
  private(set) var relatedRoots: Set<Int>? = []
  /// The root entities of all relationship destinations on the paths.
  private(set) var reachedRoots: Set<Int> = []

  init(
    of entity: EntityLayout, order: CompiledOrder, section: SectionPath, predicate: CompiledPredicate?,
    model: ModelLayout
  ) {
    var paths = order.terms.map(\.path)
    if case .stored(let path) = section { paths.append(path) }
    if case .computed(let keys, _) = section { addComputed(keys, from: entity, in: model) }
    if paths.contains(where: { $0.slot(in: model).isTransient }) { relatedRoots = nil }
    for path in paths {
      let steps = Self.steps(path.hops + [path.last], from: path.entity, in: model)
      place.insert(path.hops.first ?? path.last)
      addRelated(steps, in: model)
    }
    guard let predicate else { return }
    let read = PredicatePaths(of: predicate, in: model)
    for steps in read.paths {
      if let first = steps.first { membership?.insert(first.slot) }
      addRelated(steps, in: model)
    }
    if read.isOpaque { (membership, relatedRoots) = (nil, nil) }
  }

  /// Removes all dependencies on related objects.
  mutating func forgetRelated() { (related, relatedRoots, reachedRoots) = ([], [], []) }

  /// Returns how an update of an object's own slots may affect its place.
  func effect(of slots: SlotSet?) -> ResultsTouch.Effect {
    guard let slots, !slots.intersects(place) else { return .unknown }
    guard let membership, !slots.intersects(membership) else { return .sameValues }
    return .samePlace
  }

  /// Adds the dependencies of a computed section key. The slots that the last key uses are unknown, so any slot
  /// counts of the object that the other keys lead to.
  private mutating func addComputed(_ keys: [String], from entity: EntityLayout, in model: ModelLayout) {
    relatedRoots = nil
    var owner = entity
    var steps: [PathStep] = []
    for key in keys.dropLast() {
      guard let slot = owner.slot(named: key) else { return }
      // The remaining keys are elements of this composite attribute.
      if owner.slots[slot].composite != nil { break }
      guard case .toOne(let relationship) = owner.slots[slot].kind else { return }
      steps.append(PathStep(entity: owner.index, slot: slot))
      owner = model.entities[relationship.destination]
    }
    guard let first = steps.first else { return }
    place.insert(first.slot)
    addRelated(steps, in: model)
    related.append(Related(entities: owner.subtree, slot: nil, wayBack: Self.wayBack(steps[...], in: model)))
  }

  private mutating func addRelated(_ steps: [PathStep], in model: ModelLayout) {
    if steps.contains(where: { $0.isToMany(in: model) }) { relatedRoots = nil }
    for step in steps.dropFirst() { relatedRoots?.insert(model.entities[step.entity].root) }
    for case let relationship? in steps.map({ $0.relationship(in: model) }) {
      reachedRoots.insert(model.entities[relationship.destination].root)
    }
    for index in steps.indices.dropFirst() {
      related.append(
        Related(
          entities: model.entities[steps[index].entity].subtree, slot: steps[index].slot,
          wayBack: Self.wayBack(steps[..<index], in: model)))
    }
  }

  /// The inverses of some steps, in reverse order; nil if any step has no inverse.
  private static func wayBack(_ steps: ArraySlice<PathStep>, in model: ModelLayout) -> [Int]? {
    let way = steps.reversed().compactMap { $0.relationship(in: model)?.inverse }
    return way.count == steps.count ? way : nil
  }

  static func steps(_ slots: [Int], from entity: Int, in model: ModelLayout) -> [PathStep] {
    var steps: [PathStep] = []
    var entity = entity
    for slot in slots {
      let step = PathStep(entity: entity, slot: slot)
      steps.append(step)
      entity = step.relationship(in: model)?.destination ?? entity
    }
    return steps
  }
}

/// A step of a path: a slot, and the entity that has it.
struct PathStep: Sendable {
  let entity: Int
  let slot: Int

  func relationship(in model: ModelLayout) -> EntityLayout.Relationship? {
    switch model.entities[entity].slots[slot].kind {
    case .toOne(let relationship), .toMany(let relationship): relationship
    case .attribute: nil
    }
  }

  func isToMany(in model: ModelLayout) -> Bool {
    if case .toMany = model.entities[entity].slots[slot].kind { true } else { false }
  }
}
