import SectionedTesting

@testable import CoreData

/// Random changes for which a mapping can be inferred. Names are never used again, because something with the name of a
/// removed property would count as that property.
extension RandomModel {
  init(_ random: inout SeededRandom) {
    self.init()
    for _ in 0...random.below(4) { addEntity(&random) }
    for _ in 0..<random.below(3) { addComposite(&random) }
    for _ in 0..<random.below(10) { addAttribute(&random, in: nil) }
    for _ in 0..<random.below(6) { addRelationship(&random) }
  }

  /// Returns the next version, a few steps further.
  func changed(_ random: inout SeededRandom) -> RandomModel {
    while true {
      var next = self
      // Make at least one change that the hashes show.
      next.addAttribute(&random, in: self)
      for _ in 0...random.below(6) { next.step(&random, from: self) }
      if !next.takesUpNames(of: self), !next.mayShareMembers(of: self) { return next }
    }
  }

  /// Whether a member may have several owners in a to-many relationship that has lost its inverse. Such a store is not
  /// migrated, which another test checks.
  private func mayShareMembers(of former: RandomModel) -> Bool {
    relationships.contains { number, ends in
      guard ends[1].name.isEmpty, ends[0].isMany, let old = former.relationships[number] else { return false }
      return old[1].name.isEmpty ? !old[0].isMany : old[1].isMany
    }
  }

  /// Whether a new attribute of an entity has the name of a former one.
  private func takesUpNames(of former: RandomModel) -> Bool {
    entities.keys.contains { entity in
      guard former.entities[entity] != nil else { return false }
      let old = Dictionary(former.attributes(entity).map { ($1.name, $0) }) { first, _ in first }
      return attributes(entity).contains { number, attribute in (old[attribute.name] ?? number) != number }
    }
  }

  private mutating func step(_ random: inout SeededRandom, from former: RandomModel) {
    switch random.below(20) {
    case 0: addEntity(&random)
    case 1: removeEntity(&random)
    case 2: change(&random) { $0.name = "E\($1)x" }
    case 3, 4: addAttribute(&random, in: former)
    case 5: changeAttribute(&random) { _, attribute in attribute = nil }
    case 6: changeAttribute(&random) { number, attribute in attribute?.name = "a\(number)" }
    case 7:
      changeAttribute(&random) { number, attribute in
        attribute?.isOptional.toggle()
        if attribute?.isOptional == false { attribute?.defaultValue = number }
      }
    case 8:
      changeAttribute(&random) { _, attribute in if attribute?.composite == nil { attribute?.isIndexed.toggle() } }
    case 9: moveAttribute(&random, from: former)
    case 10: addRelationship(&random)
    case 11:
      changeRelationship(&random) { number, end, ends in
        if end == 0 {
          ends = []
        } else if ends[1].name.isEmpty {
          // Each destination may have several owners.
          (ends[1].name, ends[1].isMany) = ("i\(number)", true)
        } else {
          ends[1].name = ""
        }
      }
    case 12:
      changeRelationship(&random) { number, end, ends in if !ends[end].name.isEmpty { ends[end].name = "r\(number)" } }
    case 13: changeRelationship(&random) { _, end, ends in if !ends[end].name.isEmpty { ends[end].isMany = true } }
    case 14: changeRelationship(&random) { _, end, ends in ends[end].isOrdered.toggle() }
    case 15: moveEntity(&random)
    case 16: addComposite(&random)
    case 17:
      change(&random) { entity, number in entity.composites.keys.min().map { entity.composites[$0] = "c\(number)" } }
    case 18:
      change(&random) { entity, _ in
        guard let composite = entity.composites.keys.max() else { return }
        entity.composites[composite] = nil
        entity.attributes = entity.attributes.filter { $0.value.composite != composite }
      }
    default: moveElement(&random)
    }
  }

  private mutating func addEntity(_ random: inout SeededRandom) {
    let number = number()
    let parent = entities.isEmpty || random.oneIn(2) ? nil : random.one(of: entities.keys.sorted())
    // Use upper and lower case, so that the order of the names differs from that of the numbers.
    entities[number] = Entity(name: "\(random.one(of: ["E", "f", "D"]))\(number)", parent: parent)
  }

  private mutating func removeEntity(_ random: inout SeededRandom) {
    let leaves = entities.keys.sorted().filter { number in !entities.values.contains { $0.parent == number } }
    guard entities.count > 1 else { return }
    let number = random.one(of: leaves)
    entities[number] = nil
    relationships = relationships.filter { !$0.value.contains { $0.entity == number } }
  }

  private mutating func change(_ random: inout SeededRandom, _ body: (inout Entity, Int) -> Void) {
    let number = random.one(of: entities.keys.sorted())
    guard var entity = entities[number] else { return }
    body(&entity, self.number())
    entities[number] = entity
  }

  private mutating func addAttribute(_ random: inout SeededRandom, in former: RandomModel?) {
    let entity = random.one(of: entities.keys.sorted())
    let number = number()
    // Siblings may have attributes of the same name, in columns of their own.
    let shared = "s\(random.below(3))"
    let isFree = former == nil && !names(around: entity).contains(shared)
    var attribute = Attribute(name: isFree ? shared : "a\(number)", type: random.one(of: Self.types))
    if random.oneIn(3) { attribute.defaultValue = number }
    if random.oneIn(4) { (attribute.isOptional, attribute.defaultValue) = (false, number) }
    entities[entity]?.attributes[number] = attribute
  }

  /// Adds a composite attribute with some elements.
  private mutating func addComposite(_ random: inout SeededRandom) {
    let entity = random.one(of: entities.keys.sorted())
    let number = number()
    entities[entity]?.composites[number] = "\(random.one(of: ["b", "c"]))\(number)"
    for _ in 0...random.below(3) {
      let element = self.number()
      var attribute = Attribute(name: "a\(element)", type: random.one(of: Self.types))
      attribute.composite = number
      if random.oneIn(3) { attribute.defaultValue = element }
      if random.oneIn(4) { (attribute.isOptional, attribute.defaultValue) = (false, element) }
      entities[entity]?.attributes[element] = attribute
    }
  }

  /// Moves an attribute into a composite attribute of its entity, or out of it.
  private mutating func moveElement(_ random: inout SeededRandom) {
    let composites = entities.keys.sorted().flatMap { entity in
      (entities[entity]?.composites.keys.sorted() ?? []).map { (entity, $0) }
    }
    guard !composites.isEmpty else { return }
    let (entity, composite) = random.one(of: composites)
    let attributes = entities[entity]?.attributes.filter { $0.value.name.hasPrefix("a") && !$0.value.isIndexed } ?? [:]
    guard !attributes.isEmpty else { return }
    let key = random.one(of: attributes.keys.sorted())
    let isInside = attributes[key]?.composite == composite
    entities[entity]?.attributes[key]?.composite = isInside ? nil : composite
  }

  private mutating func changeAttribute(_ random: inout SeededRandom, _ body: (Int, inout Attribute?) -> Void) {
    let all = entities.keys.sorted().flatMap { entity in
      (entities[entity]?.attributes.keys.sorted() ?? []).map { (entity, $0) }
    }
    guard !all.isEmpty else { return }
    let (entity, key) = random.one(of: all)
    var attribute = entities[entity]?.attributes[key]
    body(number(), &attribute)
    entities[entity]?.attributes[key] = attribute
  }

  /// Moves an attribute up to the parent or down to a child.
  private mutating func moveAttribute(_ random: inout SeededRandom, from former: RandomModel) {
    let all = entities.keys.sorted().flatMap { entity in
      (entities[entity]?.attributes.keys.sorted() ?? []).map { (entity, $0) }
    }
    guard !all.isEmpty else { return }
    let (entity, key) = random.one(of: all)
    let places =
      [entities[entity]?.parent].compactMap { $0 } + entities.keys.sorted().filter { entities[$0]?.parent == entity }
    guard !places.isEmpty, let attribute = entities[entity]?.attributes[key] else { return }
    let place = random.one(of: places)
    entities[entity]?.attributes[key] = nil
    guard !names(around: place).contains(attribute.name), attribute.composite == nil,
      !former.names(around: place).subtracting([attribute.name]).contains(attribute.name),
      attribute.name.hasPrefix("a")
    else {
      entities[entity]?.attributes[key] = attribute
      return
    }
    entities[place]?.attributes[key] = attribute
  }

  private mutating func addRelationship(_ random: inout SeededRandom) {
    let number = number()
    let all = entities.keys.sorted()
    func end(_ name: String) -> End {
      let isMany = random.oneIn(2)
      return End(entity: random.one(of: all), name: name, isMany: isMany, isOrdered: random.oneIn(3))
    }
    relationships[number] = [end("r\(number)"), end(random.oneIn(5) ? "" : "i\(number)")]
  }

  private mutating func changeRelationship(_ random: inout SeededRandom, _ body: (Int, Int, inout [End]) -> Void) {
    guard !relationships.isEmpty else { return }
    let key = random.one(of: relationships.keys.sorted())
    guard var ends = relationships[key] else { return }
    body(number(), random.below(2), &ends)
    relationships[key] = ends.isEmpty ? nil : ends
  }

  /// Moves an entity to another parent in its tree, out of its tree, or below a new parent. Trees are never merged.
  private mutating func moveEntity(_ random: inout SeededRandom) {
    let number = random.one(of: entities.keys.sorted())
    let others = entities.keys.sorted().filter { !subtree(number).contains($0) && root($0) == root(number) }
    switch random.below(3) {
    case 0: entities[number]?.parent = nil
    case 1 where !others.isEmpty:
      let parent = random.one(of: others)
      let inherited = names(around: parent)
      let own = names(around: number)
      let isFree = inherited.isDisjoint(with: own) || entities[number]?.parent == parent
      if isFree { entities[number]?.parent = parent }
    default:
      let new = self.number()
      entities[new] = Entity(name: "P\(new)", parent: entities[number]?.parent)
      entities[number]?.parent = new
    }
  }
}
