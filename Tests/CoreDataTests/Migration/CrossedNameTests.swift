import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// In the next version of a model, properties and entities exchange their names: by their renaming identifiers, a
/// becomes b, b becomes c, and c becomes a. All stored values must stay with the renamed property or entity.
@Suite("Names that go round in a migration")
struct CrossedNameTests {
  @Test("Of three to five properties", arguments: TestSeeds.seeds(48), MigratingStore.types)
  func properties(seed: UInt64, type: String) throws {
    try play(seed, type, crossesEntities: false)
  }

  @Test("Of three to five properties and of three entities", arguments: TestSeeds.seeds(48), MigratingStore.types)
  func propertiesAndEntities(seed: UInt64, type: String) throws {
    try play(seed, type, crossesEntities: true)
  }

  private func play(_ seed: UInt64, _ type: String, crossesEntities: Bool) throws {
    var random = SeededRandom(seed: seed)
    for turn in 0..<3 {
      let comment: Comment = "turn \(turn), SECTIONS_SEED=\(seed), \(type)"
      let model = RandomModel(crossing: &random)
      // Migrate each store only once, because the renaming identifiers of the first migration would apply to a second
      // one, too.
      let store = try MigratingStore(type)
      try store.fill(model.model()) { RandomWorld.fill($0, model, &random) }
      let before = try store.with(model.model(), migrates: false) { try RandomWorld($0, model) }
      let next = model.crossed(&random, entities: crossesEntities)
      try store.migrate(to: next.model(after: model))
      let made = next.model()
      #expect(try store.problems(made) == [], comment)
      let after = try store.with(made, migrates: false) { try RandomWorld($0, next) }
      let expected = before.migrated(from: model, to: next)
      #expect(after.values == expected.values, comment)
      try #require(after == expected, comment)
      // New objects must be stored in the columns of the former version's values.
      try store.fill(made) { RandomWorld.fill($0, next, &random) }
      let filled = try store.with(made, migrates: false) { try RandomWorld($0, next) }
      for (key, values) in expected.values { #expect(filled.values[key] == values, comment) }
    }
  }

  /// A cycle of three without randomness: the attributes have one type, and the entities are alike.
  @Test("Of three texts, and of three entities with one text", arguments: MigratingStore.types)
  func threeTexts(type: String) throws {
    typealias Names = (properties: [String], entities: [String])
    func model(_ names: Names, after former: Names? = nil, isNext: Bool = true) -> NSManagedObjectModel {
      let made = names.entities.indices.map { index in
        var attributes = names.properties.indices.map { place in
          let attribute = NSAttributeDescription(names.properties[place])
          attribute.renamingIdentifier = former?.properties[place]
          return attribute
        }
        // Add an attribute, because hashes do not show that names were exchanged.
        if isNext { attributes.append(NSAttributeDescription("mark")) }
        let entity = NSEntityDescription(names.entities[index], attributes)
        entity.renamingIdentifier = former?.entities[index]
        return entity
      }
      return NSManagedObjectModel(made)
    }
    let first: Names = (["a", "b", "c"], ["A", "B", "C"])
    let next: Names = (["b", "c", "a"], ["B", "C", "A"])
    let store = try MigratingStore(type)
    try store.fill(model(first, isNext: false)) { context in
      for entity in first.entities {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        for name in first.properties { object.setValue("\(entity)\(name)", forKey: name) }
      }
    }
    try store.migrate(to: model(next, after: first))
    let found = try store.with(model(next), migrates: false) { context in
      try next.entities.map { entity in
        try context.all(entity).map { object in next.properties.map { object.text($0) } }
      }
    }
    let expected = first.entities.map { entity in [first.properties.map { "\(entity)\($0)" }] }
    #expect(found == expected)
  }
}

extension RandomModel {
  /// Three entities, sometimes one below another, with attributes of few types and relationships among them.
  fileprivate init(crossing random: inout SeededRandom) {
    self.init()
    let numbers = [number(), number(), number()]
    for (index, entity) in numbers.enumerated() {
      let parent = index > 0 && random.oneIn(4) ? numbers[index - 1] : nil
      entities[entity] = Entity(name: ["Alpha", "beta", "Gamma"][index], parent: parent)
    }
    let types = [random.one(of: Self.types), random.one(of: Self.types)]
    for entity in numbers {
      for _ in 0..<(3 + random.below(3)) {
        let key = number()
        var attribute = Attribute(name: "a\(key)", type: random.one(of: types))
        attribute.isIndexed = random.oneIn(5)
        entities[entity]?.attributes[key] = attribute
      }
    }
    for _ in 0..<(1 + random.below(4)) {
      let key = number()
      let ends = ["r\(key)", "i\(key)"].map { name in
        End(entity: random.one(of: numbers), name: name, isMany: random.oneIn(2), isOrdered: random.oneIn(4))
      }
      relationships[key] = ends
    }
  }

  /// Returns the next version. Each tree of entities has the names of its properties in another order, and each entity
  /// has something new, because hashes do not always show that names were exchanged.
  fileprivate func crossed(_ random: inout SeededRandom, entities crossesEntities: Bool) -> RandomModel {
    var next = self
    for tree in entities.keys.sorted().filter({ entities[$0]?.parent == nil }) {
      let members = subtree(tree)
      let attributes = members.flatMap { entity in
        (entities[entity]?.attributes.keys.sorted() ?? []).map { (entity, $0) }
      }
      let ends = relationships.keys.sorted().flatMap { key in
        (relationships[key] ?? []).indices.filter { members.contains(relationships[key]?[$0].entity ?? 0) }
          .map { (key, $0) }
      }
      let ofAttributes = attributes.compactMap { entities[$0.0]?.attributes[$0.1]?.name }
      let ofEnds = ends.compactMap { relationships[$0.0]?[$0.1].name }
      // Attributes may also get names of relationships.
      let names =
        random.oneIn(2)
        ? Self.turned(ofAttributes + ofEnds, &random)
        : Self.turned(ofAttributes, &random) + Self.turned(ofEnds, &random)
      for ((entity, key), name) in zip(attributes, names) { next.entities[entity]?.attributes[key]?.name = name }
      for ((key, end), name) in zip(ends, names.dropFirst(attributes.count)) {
        next.relationships[key]?[end].name = name
      }
    }
    let numbers = entities.keys.sorted()
    if crossesEntities {
      let names = Self.turned(numbers.compactMap { entities[$0]?.name }, &random)
      for (entity, name) in zip(numbers, names) { next.entities[entity]?.name = name }
    }
    for entity in numbers {
      let key = next.number()
      next.entities[entity]?.attributes[key] = Attribute(name: "n\(key)", type: .stringAttributeType)
    }
    return next
  }

  /// Returns the names in another order: rotated by one, or shuffled.
  private static func turned(_ names: [String], _ random: inout SeededRandom) -> [String] {
    guard names.count > 1 else { return names }
    return random.oneIn(2) ? Array(names.dropFirst()) + names.prefix(1) : names.shuffled(using: &random)
  }
}
