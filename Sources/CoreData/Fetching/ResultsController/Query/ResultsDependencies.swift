/// The slots that decide whether an object is in a list and where: its own slots, and those of objects it refers to.
struct ResultsDependencies: Sendable {
  /// A slot of another entity, and the way back from there to the listed objects.
  struct Related: Sendable {
    /// The indices of the entities whose objects have the slot.
    let entities: Range<Int>
    /// The slot; nil if it may be any.
    let slot: Int?
    /// The inverse relationships to follow, from the related object on; nil where a relationship has no inverse.
    let wayBack: [Int]?
  }

  /// The object's own slots that section and order depend on.
  private(set) var place = SlotSet()
  /// The object's own slots that membership depends on; nil when it may be any.
  private(set) var membership: SlotSet? = SlotSet()
  private(set) var related: [Related] = []
  /// The root entities of the rows that the list depends on, the listed ones not counted; nil where it depends on more
  /// than rows: on a to-many relationship, which may be kept in a table of its own, or on what a block reads.
  private(set) var relatedRoots: Set<Int>? = []
  /// The root entities of the relationships' destinations on all paths.
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

  /// Leaves only the object's own slots.
  mutating func forgetRelated() { (related, relatedRoots, reachedRoots) = ([], [], []) }

  /// Returns the possible effect of an update of some of an object's own slots on its place.
  func effect(of slots: SlotSet?) -> ResultsTouch.Effect {
    guard let slots, !slots.intersects(place) else { return .unknown }
    guard let membership, !slots.intersects(membership) else { return .sameValues }
    return .samePlace
  }

  /// Adds the dependencies of a computed section key. The slots that its last key reads are not known: they may be any
  /// of the object that the other keys refer to.
  private mutating func addComputed(_ keys: [String], from entity: EntityLayout, in model: ModelLayout) {
    relatedRoots = nil
    var owner = entity
    var steps: [PathStep] = []
    for key in keys.dropLast() {
      guard let slot = owner.slot(named: key) else { return }
      // The rest are elements of it.
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

  /// The inverses of some steps; nil where one has none.
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

/// A step of a path: a slot of the entity that the path has reached.
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
