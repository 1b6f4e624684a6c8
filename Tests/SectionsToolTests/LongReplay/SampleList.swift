import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

/// A list that a sample store's model allows: the entity of its items, and the path to their sections.
struct SampleList: CustomTestStringConvertible, CustomStringConvertible, Sendable {
  let store: URL
  let items: String
  let path: String

  static let areThere = Samples.areThere
  static let reason: Comment = "CORE_DATA_SAMPLES does not name a folder with samples"

  var description: String { "\(store.lastPathComponent) \(items) by \(path)" }
  var testDescription: String { description }

  /// Returns the lists of every store that contains a model and is writable.
  static func all() throws -> [SampleList] {
    try Samples.stores().flatMap { store -> [SampleList] in
      let folder = RunFolder()
      guard let copy = try? ToolStore.copy(store.path, model: nil, into: folder.make()),
        copy.coordinator.persistentStores.allSatisfy({ !$0.isReadOnly })
      else { return [] }
      return copy.model.entities.filter { !$0.isAbstract }.sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap {
        entity in
        paths(from: entity).map { SampleList(store: store, items: entity.name ?? "", path: $0) }
      }
    }
  }

  /// Returns the paths of one and of two to-one relationships. Each path of one is also returned with the unique
  /// attribute of its destination, if there is one.
  private static func paths(from entity: NSEntityDescription) -> [String] {
    var paths: [String] = []
    for first in toOne(of: entity) {
      guard let destination = first.destinationEntity else { continue }
      paths.append(first.name)
      if let key = key(of: destination) { paths.append("\(first.name).\(key)") }
      for second in toOne(of: destination) where second.destinationEntity != nil {
        paths.append("\(first.name).\(second.name)")
      }
    }
    return paths
  }

  private static func toOne(of entity: NSEntityDescription) -> [NSRelationshipDescription] {
    entity.relationshipsByName.values.filter { !$0.isToMany }.sorted { $0.name < $1.name }
  }

  /// Returns a unique attribute.
  private static func key(of entity: NSEntityDescription) -> String? {
    entity.uniquenessConstraints.first { $0.count == 1 }.flatMap { constraint in
      (constraint[0] as? String) ?? (constraint[0] as? NSPropertyDescription)?.name
    }
  }

  /// Returns options of the list with random orders, windows and policies.
  func options(in store: ToolStore, _ random: inout SeededRandom) -> ListOptions {
    var options = ListOptions()
    options.store = self.store.path
    options.items = items
    options.by = path
    options.unmatched = random.oneIn(2) ? .last : .hidden
    options.empty = random.oneIn(4) ? .hidden : .shown
    options.classic = random.oneIn(2) ? .legal : .faithful
    if random.oneIn(4) { options.limit = 1 + random.below(30) }
    if random.oneIn(4) { options.offset = random.below(10) }
    if random.oneIn(4) { options.sectionLimit = 1 + random.below(4) }
    let entity = store.model.entitiesByName[items]
    options.sort = sort(entity, &random)
    options.sectionSort = sort((try? GroupingPath(path, from: entity ?? .init()))?.sectionEntity, &random)
    return options
  }

  private func sort(_ entity: NSEntityDescription?, _ random: inout SeededRandom) -> [ListOptions.SortKey] {
    let orderly: [NSAttributeType] = [
      .stringAttributeType, .dateAttributeType, .integer16AttributeType, .integer32AttributeType,
      .integer64AttributeType, .doubleAttributeType, .booleanAttributeType, .decimalAttributeType,
    ]
    let keys = (entity?.attributesByName.values.sorted { $0.name < $1.name } ?? []).filter {
      orderly.contains($0.attributeType) && !$0.isTransient
    }
    guard !keys.isEmpty, !random.oneIn(3) else { return [] }
    return [.init(key: keys[random.below(keys.count)].name, ascending: random.oneIn(2))]
  }
}

extension ListOptions {
  /// The arguments of `sections replay` for these options.
  var arguments: [String] {
    func text(_ keys: [SortKey]) -> String {
      keys.map { $0.key + ($0.ascending ? "" : ":desc") }.joined(separator: ",")
    }
    var arguments = ["'\(store)'", "--items", items, "--by", by, "--unmatched", "\(unmatched)", "--empty", "\(empty)"]
    arguments += ["--classic", "\(classic)", "--limit", "\(limit)", "--offset", "\(offset)"]
    arguments += ["--section-limit", "\(sectionLimit)"]
    if !sort.isEmpty { arguments += ["--sort", text(sort)] }
    if !sectionSort.isEmpty { arguments += ["--section-sort", text(sectionSort)] }
    return arguments
  }
}
