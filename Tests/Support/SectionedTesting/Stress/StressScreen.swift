import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The content of a screen that shows a controller's list: the values of each object, and the values at the ends of the
/// controller's dependencies.
struct StressScreen {
  private let dependencies: [[String]]
  private var sections: [NSManagedObjectID: [String: AnyHashable]] = [:]
  private var items: [NSManagedObjectID: [String: AnyHashable]] = [:]

  init(of controller: MusicLibrary.Controller, shape: StressShape) {
    dependencies = [controller.itemDependencies, controller.sectionDependencies]
    let inverse = shape == .albums ? "tracks" : "albums"
    for section in controller.allSections {
      if let object = section.object {
        sections[object.objectID] = Self.values(of: object, besides: inverse, controller.sectionDependencies)
      }
    }
    for item in controller.items {
      items[item.objectID] = Self.values(of: item, besides: "", controller.itemDependencies)
    }
  }

  /// Returns the values of an object by key, and the values on which it depends by key path.
  private static func values(
    of object: NSManagedObject, besides inverse: String, _ paths: [String]
  ) -> [String: AnyHashable] {
    var result: [String: AnyHashable] = [:]
    for (key, property) in object.entity.propertiesByName where key != inverse {
      if (property as? NSRelationshipDescription)?.isToMany == true { continue }
      let value = object.value(forKey: key)
      result[key] = (value as? NSManagedObject)?.objectID ?? value as? AnyHashable
    }
    for path in paths { result[path] = value(at: path.split(separator: ".").map(String.init)[...], of: object) }
    return result
  }

  private static func value(at path: ArraySlice<String>, of object: NSManagedObject) -> AnyHashable? {
    guard let first = path.first else { return MusicLibrary.name(object) }
    switch object.value(forKey: first) {
    case let next as NSManagedObject: return value(at: path.dropFirst(), of: next)
    case let all as Set<NSManagedObject>: return Set(all.map { value(at: path.dropFirst(), of: $0) })
    case let value: return value as? AnyHashable
    }
  }

  /// Checks that each object that looks different was reported as changed or new, and that the reported keys are those
  /// that changed.
  ///
  /// - Parameters:
  ///   - paths: the keys and key paths that may change without a report.
  ///   - isExact: whether no change is reported twice.
  func check(
    since old: StressScreen, reported: [MusicLibrary.Controller.ChangeSet], _ steps: [RecordedSteps.Step],
    besides paths: Set<String> = [], isExact: Bool = true
  ) throws {
    // A batch may insert an element again that an earlier batch of the same event removed.
    var revised = Set(reported.flatMap(\.insertedItemIDs))
    var revisedSections = Set(reported.flatMap { $0.sections.inserted.map(\.id) })
    for (changes, step) in zip(reported, steps) {
      for place in changes.revisedPlaces { revised.insert(step.new.sections[place.section].items[place.item]) }
      for index in changes.revisedSections { revisedSections.insert(step.new.sections[index].id) }
    }
    if old.dependencies == dependencies {
      for (id, values) in items where !revised.contains(id) {
        try Self.compare(id, old.items[id], values, besides: paths)
      }
      for (id, values) in sections where !revisedSections.contains(id) {
        try Self.compare(id, old.sections[id], values, besides: paths)
      }
    }
    // If there are two batches, the second one may revert changes of the first one.
    guard let step = steps.first, let changes = reported.first, steps.count == 1, isExact else { return }
    for update in changes.items.updated {
      try check(update.keys, of: step.new.sections[update.new.section].items[update.new.item], items, since: old.items)
    }
    for update in changes.sections.updated {
      guard let id = step.new.sections[update.new].id else { continue }
      try check(update.keys, of: id, sections, since: old.sections)
    }
  }

  private static func compare(
    _ id: NSManagedObjectID, _ old: [String: AnyHashable]?, _ new: [String: AnyHashable], besides paths: Set<String>
  ) throws {
    guard let old, old != new else { return }
    // A save changes the ID of a related object. This is no change of the value.
    let keys = Set(old.keys).union(new.keys).filter { key in
      old[key] != new[key] && !paths.contains(key) && (old[key]?.base as? NSManagedObjectID)?.isTemporaryID != true
    }.sorted()
    guard !keys.isEmpty else { return }
    throw StressRun.Wrong("\(id.uriRepresentation().lastPathComponent) changed \(keys) unreported")
  }

  private func check(
    _ keys: Set<String>?, of id: NSManagedObjectID, _ new: [NSManagedObjectID: [String: AnyHashable]],
    since old: [NSManagedObjectID: [String: AnyHashable]]
  ) throws {
    guard let keys, let old = old[id], let new = new[id] else { return }
    for key in keys where old[key] != nil || new[key] != nil {
      if old[key] == new[key] {
        throw StressRun.Wrong("\(id.uriRepresentation().lastPathComponent) is reported to have changed \(key)")
      }
    }
  }
}
