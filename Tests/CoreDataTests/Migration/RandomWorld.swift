import Foundation
import SectionedTesting

@testable import CoreData

/// The objects of a random model, by the numbers of its parts, and the naive expectation of a migration.
struct RandomWorld: Equatable {
  struct Key: Hashable, Comparable, CustomStringConvertible {
    let entity: Int
    let primaryKey: Int64

    static func < (left: Key, right: Key) -> Bool { left.primaryKey < right.primaryKey }
    var description: String { "\(entity)/\(primaryKey)" }
  }

  struct Side: Hashable {
    let relationship: Int
    let end: Int
  }

  var values: [Key: [Int: String]] = [:]
  var links: [Side: [Key: [Key]]] = [:]

  init() {}

  init(_ context: NSManagedObjectContext, _ model: RandomModel) throws {
    let numbers = Dictionary(uniqueKeysWithValues: model.entities.map { ($1.name, $0) })
    func key(_ object: NSManagedObject) -> Key {
      Key(entity: numbers[object.entity.name ?? ""] ?? 0, primaryKey: object.objectID.key.primaryKey)
    }
    for (entity, description) in model.entities {
      let request = NSFetchRequest<NSManagedObject>(entityName: description.name)
      request.includesSubentities = false
      for object in try context.fetch(request) {
        values[key(object)] = model.attributes(entity).mapValues {
          StoreContents.text(object.value(forKeyPath: model.path($0, of: entity)))
        }
        for (relationship, end) in model.ends(entity) {
          let side = model.relationships[relationship]?[end]
          let value = object.value(forKey: side?.name ?? "")
          var members: [Key]
          switch value {
          case let one as NSManagedObject: members = [key(one)]
          case let ordered as NSOrderedSet: members = ordered.array.compactMap { $0 as? NSManagedObject }.map(key)
          case let set as Set<NSManagedObject>: members = set.map(key).sorted()
          default: members = []
          }
          if !members.isEmpty { links[Side(relationship: relationship, end: end), default: [:]][key(object)] = members }
        }
      }
    }
  }

  /// Returns the objects that there should be after a migration.
  func migrated(from old: RandomModel, to new: RandomModel) -> RandomWorld {
    var world = RandomWorld()
    for (key, former) in values where new.entities[key.entity] != nil {
      let oldAttributes = old.attributes(key.entity)
      // An element is nil if its whole attribute is.
      let wereOptional = oldAttributes.mapValues { $0.isOptional || $0.composite != nil }
      // The default of an element does not fill an attribute that is nil.
      let oldComposites = old.composites(key.entity)
      func isThere(_ composite: Int) -> Bool {
        let elements = oldAttributes.filter { $0.value.composite == composite }.keys
        let own = new.attributes(key.entity).filter { $0.value.composite == composite }.keys
        return oldComposites[composite] == nil || (Array(elements) + own).contains { former[$0] ?? "nil" != "nil" }
      }
      world.values[key] = Dictionary(
        uniqueKeysWithValues: new.attributes(key.entity).map { number, attribute in
          let isFilled = attribute.composite.map(isThere) ?? true
          let value =
            attribute.defaultValue.flatMap {
              isFilled ? StoreContents.text(RandomModel.value($0, attribute.type)) : nil
            }
            ?? "nil"
          guard let stored = former[number] else { return (number, value) }
          let isMissing = stored == "nil" && wereOptional[number] == true && !attribute.isOptional
          return (number, isMissing ? value : stored)
        }
      )
    }
    for (number, ends) in new.relationships {
      guard let oldEnds = old.relationships[number] else { continue }
      for (end, description) in ends.enumerated() where !description.name.isEmpty {
        var lists: [Key: [Key]] = [:]
        if oldEnds[end].name.isEmpty {
          for (owner, members) in links[Side(relationship: number, end: 1 - end)] ?? [:] {
            for member in members { lists[member, default: []].append(owner) }
          }
        } else {
          lists = links[Side(relationship: number, end: end)] ?? [:]
        }
        let hasOrder =
          description.isOrdered && oldEnds[end].isOrdered && oldEnds[end].isMany && !oldEnds[end].name.isEmpty
        let (owners, members) = (new.subtree(description.entity), new.subtree(ends[1 - end].entity))
        for (owner, list) in lists where owners.contains(owner.entity) {
          let left = list.filter { members.contains($0.entity) }
          if !left.isEmpty {
            world.links[Side(relationship: number, end: end), default: [:]][owner] = hasOrder ? left : left.sorted()
          }
        }
      }
    }
    return world
  }

  /// Inserts objects of every entity and relates them at random.
  static func fill(_ context: NSManagedObjectContext, _ model: RandomModel, _ random: inout SeededRandom) {
    var objects: [Int: [NSManagedObject]] = [:]
    for (number, entity) in model.entities.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<random.below(6) {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity.name, into: context)
        let attributes = model.attributes(number).sorted { $0.key < $1.key }.map(\.value)
        for (composite, name) in model.composites(number).sorted(by: { $0.key < $1.key }) {
          var values: [String: Any] = [:]
          for attribute in attributes where attribute.composite == composite {
            if attribute.isOptional, random.oneIn(3) { continue }
            values[attribute.name] = RandomModel.value(random.below(90), attribute.type)
          }
          object.setValue(random.oneIn(4) ? nil : values, forKey: name)
        }
        for attribute in attributes where attribute.composite == nil {
          if attribute.isOptional, random.oneIn(3) {
            object.setValue(nil, forKey: attribute.name)
          } else {
            object.setValue(RandomModel.value(random.below(90), attribute.type), forKey: attribute.name)
          }
        }
        objects[number, default: []].append(object)
      }
    }
    for (_, ends) in model.relationships.sorted(by: { $0.key < $1.key }) {
      let targets = model.subtree(ends[1].entity).flatMap { objects[$0] ?? [] }
      for owner in model.subtree(ends[0].entity).flatMap({ objects[$0] ?? [] }) where !targets.isEmpty {
        guard ends[0].isMany else {
          owner.setValue(random.oneIn(3) ? nil : random.one(of: targets), forKey: ends[0].name)
          continue
        }
        let members = (0..<random.below(4)).map { _ in random.one(of: targets) }
        let value: Any = ends[0].isOrdered ? NSOrderedSet(array: members) : Set(members)
        owner.setValue(value, forKey: ends[0].name)
      }
    }
  }
}
