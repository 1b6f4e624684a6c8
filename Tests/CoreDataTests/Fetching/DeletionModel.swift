import Foundation
import SectionedTesting

@testable import CoreData

/// A random model of three entities with names and relationships between them.
struct DeletionModel: CustomStringConvertible {
  struct Link {
    let from: String
    let to: String
    let count: NSRelationshipDescription.Count
    let backCount: NSRelationshipDescription.Count
    let rule: NSDeleteRule
    let backRule: NSDeleteRule
  }

  static let entities = ["A", "B", "C"]

  /// The relationships: `links[1]` is the relationship `r1` with the inverse `i1`.
  let links: [Link]
  /// Whether all rules nullify, and no relationship is ordered or in a join table.
  let isPlain: Bool
  /// The entities for which the history preserves the names of deleted objects.
  let keepsNames: Set<String>

  init(seed: UInt64, isPlain: Bool) {
    var random = SeededRandom(seed: seed)
    self.isPlain = isPlain
    var links: [Link] = []
    for _ in 0..<(2 + random.below(4)) {
      let rules: [NSDeleteRule] =
        isPlain
        ? [.nullifyDeleteRule]
        : [.nullifyDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule, .noActionDeleteRule]
      let counts: [NSRelationshipDescription.Count] = isPlain ? [.one, .many] : [.one, .many, .ordered]
      let count = random.one(of: counts)
      let backCount: NSRelationshipDescription.Count = isPlain || random.oneIn(2) ? .one : .many
      links.append(
        Link(
          from: random.one(of: Self.entities), to: random.one(of: Self.entities), count: count, backCount: backCount,
          rule: random.one(of: rules), backRule: random.one(of: rules)))
    }
    self.links = links
    keepsNames = Set(Self.entities.filter { _ in random.oneIn(isPlain ? 4 : 2) })
  }

  var description: String {
    links.enumerated().map { index, link in
      "r\(index) \(link.from)-\(link.count)-\(link.rule)>\(link.to) and back \(link.backCount) \(link.backRule)"
    }.joined(separator: ", ")
  }

  func model() -> NSManagedObjectModel {
    var made: [String: NSEntityDescription] = [:]
    for name in Self.entities {
      let attribute = NSAttributeDescription("name")
      attribute.preservesValueInHistoryOnDeletion = keepsNames.contains(name)
      made[name] = NSEntityDescription(name, [attribute])
    }
    for (index, link) in links.enumerated() {
      guard let (from, to) = made[link.from].flatMap({ from in made[link.to].map { (from, $0) } }) else { continue }
      from.relate("r\(index)", link.count, link.rule, to: to, "i\(index)", link.backCount, link.backRule)
    }
    return NSManagedObjectModel(Self.entities.compactMap { made[$0] })
  }

  /// Returns the names of an entity's relationships.
  func keys(of entity: String) -> [String] {
    links.indices.flatMap { index in
      (links[index].from == entity ? ["r\(index)"] : []) + (links[index].to == entity ? ["i\(index)"] : [])
    }
  }

  private func place(of key: String) -> (link: Link, isForward: Bool)? {
    guard let index = Int(key.dropFirst()), links.indices.contains(index) else { return nil }
    return (links[index], key.hasPrefix("r"))
  }

  /// Returns the delete rule of a relationship, which applies when its owner is deleted.
  func rule(_ key: String) -> NSDeleteRule {
    place(of: key).map { $0.isForward ? $0.link.rule : $0.link.backRule } ?? .nullifyDeleteRule
  }

  /// Returns the delete rule of the inverse relationship, which applies when a destination is deleted.
  func ruleBack(_ key: String) -> NSDeleteRule {
    place(of: key).map { $0.isForward ? $0.link.backRule : $0.link.rule } ?? .nullifyDeleteRule
  }

  func isToOne(_ key: String) -> Bool {
    place(of: key).map { ($0.isForward ? $0.link.count : $0.link.backCount) == .one } ?? false
  }

  /// Whether a relationship is stored itself, in its own row or in a join table. Otherwise it is only the inverse of
  /// stored references.
  func isStored(_ key: String) -> Bool {
    guard let (link, isForward) = place(of: key) else { return false }
    return isToOne(key) || (isForward ? link.backCount : link.count) != .one
  }

  /// Whether a delete rule may leave references to deleted objects.
  var leavesReferences: Bool {
    links.contains { $0.rule == .noActionDeleteRule || $0.backRule == .noActionDeleteRule }
  }

  func fill(_ context: NSManagedObjectContext, _ random: inout SeededRandom) throws {
    var objects: [String: [NSManagedObject]] = [:]
    var number = 0
    for entity in Self.entities {
      for _ in 0..<(3 + random.below(5)) {
        number += 1
        objects[entity, default: []].append(try context.insert(entity, ["name": "n\(number)"]))
      }
    }
    for (index, link) in links.enumerated() {
      let others = objects[link.to] ?? []
      for object in objects[link.from] ?? [] where !random.oneIn(3) {
        guard link.count != .one else {
          object.setValue(random.one(of: others), forKey: "r\(index)")
          continue
        }
        let some = (0...random.below(3)).map { _ in random.one(of: others) }
        object.setValue(link.count == .ordered ? NSOrderedSet(array: some) : NSSet(array: some), forKey: "r\(index)")
      }
    }
  }
}

/// The objects of a store by name, with the names of the destinations of each relationship.
struct DeletionGraph: Equatable {
  struct Node: Equatable {
    let entity: String
    let key: RowKey
    let version: Int64
    /// The names of an ordered relationship in its order, those of an unordered one sorted.
    let links: [String: [String]]
  }

  private(set) var nodes: [String: Node] = [:]

  init(_ stack: MusicStack, _ made: DeletionModel) throws {
    let context = stack.newContext()
    nodes = try context.performAndWait { () throws -> [String: Node] in
      var nodes: [String: Node] = [:]
      for entity in DeletionModel.entities {
        for object in try context.all(entity) {
          // Reading a value fills the fault, so that `row` is there below.
          let name = object.text("name")
          let links = made.keys(of: entity).map { ($0, Self.names(object.value(forKey: $0))) }
          nodes[name] = Node(
            entity: entity, key: object.objectID.key, version: object.row?.version ?? -1,
            links: Dictionary(uniqueKeysWithValues: links))
        }
      }
      return nodes
    }
  }

  /// Returns the names of the destinations, without those that are gone.
  private static func names(_ value: Any?) -> [String] {
    func name(_ object: Any) -> String? { (object as? NSManagedObject)?.value(forKey: "name") as? String }
    switch value {
    case let one as NSManagedObject: return [one].compactMap(name)
    case let ordered as NSOrderedSet: return ordered.array.compactMap(name)
    case let set as NSSet: return set.allObjects.compactMap(name).sorted()
    default: return []
    }
  }

  func name(of id: NSManagedObjectID) -> String? { nodes.first { $0.value.key == id.key }?.key }

  /// Returns the names of all objects that are deleted when some are deleted; nil, if a rule denies it.
  func deleted(_ names: [String], _ made: DeletionModel) -> Set<String>? {
    var gone: Set<String> = []
    var left = names
    while let name = left.popLast() {
      guard gone.insert(name).inserted else { continue }
      for (key, others) in nodes[name]?.links ?? [:] where made.rule(key) == .cascadeDeleteRule { left += others }
    }
    let isDenied = gone.contains { name in
      (nodes[name]?.links ?? [:]).contains { made.rule($0.key) == .denyDeleteRule && !gone.isSuperset(of: $0.value) }
    }
    return isDenied ? nil : gone
  }

  /// Returns the relationships of the remaining objects.
  func left(without gone: Set<String>) -> [String: [String: [String]]] {
    nodes.filter { !gone.contains($0.key) }.mapValues { $0.links.mapValues { $0.filter { !gone.contains($0) } } }
  }
}
