import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// Plays the batches of a scenario on a music library of its own.
struct ScenarioPlayer {
  private let library: MusicLibrary
  private let controller: MusicLibrary.Controller
  private let recorder: ScenarioRecorder
  private let names = Names()

  /// The objects that a story names.
  private final class Names {
    var objects: [String: NSManagedObject] = [:]

    func name(of id: NSManagedObjectID) -> String {
      objects.first { $0.value.objectID == id }?.key ?? "?"
    }
  }

  init(list: [String: Any]) throws {
    library = try MusicLibrary(.sqlite)
    controller = library.controller(by: list["by"] as? String ?? "album.identifier")
    recorder = ScenarioRecorder { [names] in names.name(of: $0) }
    try library.run {
      try change(list: list, policies: list)
      try controller.performFetch()
    }
    controller.delegate = recorder
  }

  mutating func play(_ batch: [String: Any]) throws -> [String: Any] {
    try library.run {
      if let policies = batch["policies"] as? [String: Any] { try change(list: [:], policies: policies) }
      if let list = batch["list"] as? [String: Any] {
        try change(list: list, policies: [:])
        try controller.performFetch()
      }
      let edits = batch["edits"] as? [[String: Any]] ?? []
      if batch["context"] as? String == "background" {
        try library.merge { other in for edit in edits { try play(edit, in: other) } }
      } else {
        for edit in edits { try play(edit, in: library.context) }
      }
      switch batch["then"] as? String ?? "process" {
      case "save": try library.context.save()
      case "rollback": library.context.rollback()
      case "reset": library.context.reset()
      default: library.context.processPendingChanges()
      }
    }
    // What was put on the context's queue runs before this.
    return try library.run {
      if let error = recorder.errors.first { throw error }
      guard ReferenceList(shownBy: controller) == (try ReferenceList(for: controller)) else {
        throw Scenario.Broken(description: "The list is not what fetching both and regrouping gives.")
      }
      let visible = ReferenceList(shownBy: controller).sections.map { section in
        ["object": section.id.map(names.name) ?? NSNull(), "items": section.items.map(names.name)] as [String: Any]
      }
      return ["events": recorder.take(), "visible": visible]
    }
  }

  private func change(list: [String: Any], policies: [String: Any]) throws {
    func predicate(_ key: String) -> NSPredicate?? {
      list[key].map { ($0 as? String).map { NSPredicate(format: $0) } }
    }
    func order(_ key: String) -> [NSSortDescriptor]? {
      (list[key] as? String)?.split(separator: ",").map { part in
        let words = part.split(separator: ":")
        return NSSortDescriptor(key: String(words[0]), ascending: words.count == 1)
      }
    }
    if let found = predicate("where") { controller.itemFetchRequest.predicate = found }
    if let found = predicate("sections-where") { controller.sectionFetchRequest.predicate = found }
    if let found = order("sort") { controller.itemFetchRequest.sortDescriptors = found }
    if let found = order("section-sort") { controller.sectionFetchRequest.sortDescriptors = found }
    if let limit = list["limit"] as? Int { controller.itemFetchRequest.fetchLimit = limit }
    if let offset = list["offset"] as? Int { controller.itemFetchRequest.fetchOffset = offset }
    if let path = list["by"] as? String { controller.sectionGroupingKeyPath = path }
    if list["by"] as? String == "album.artist.name" {
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Artist")
    }
    if let empty = policies["empty"] as? String { controller.showsEmptySections = empty == "shown" }
    if let unmatched = policies["unmatched"] as? String {
      controller.unmatchedItems = unmatched == "last" ? .shownLast : .hidden
    }
    if let limit = policies["section-limit"] as? Int { controller.sectionItemLimit = limit }
    if let classic = policies["classic"] as? String {
      controller.classicCallbacks = classic == "faithful" ? .faithful : .legalInOneBatch
    }
    if let paths = policies["depends"] as? [String] { controller.itemDependencies = paths }
    if let paths = policies["section-depends"] as? [String] { controller.sectionDependencies = paths }
  }

  private func play(_ edit: [String: Any], in context: NSManagedObjectContext) throws {
    let object: NSManagedObject
    if let entity = edit["insert"] as? String {
      guard let description = MusicLibrary.model.entitiesByName[entity] else {
        throw Scenario.Broken(description: "The library has no entity \(entity).")
      }
      object = NSManagedObject(entity: description, insertInto: context)
      if let name = edit["as"] as? String { names.objects[name] = object }
    } else if let name = edit["update"] as? String {
      object = try named(name, in: context)
    } else if let name = edit["delete"] as? String {
      return context.delete(try named(name, in: context))
    } else {
      throw Scenario.Broken(description: "An edit inserts, updates or deletes; this one does not: \(edit).")
    }
    for (key, value) in edit["values"] as? [String: Any] ?? [:] {
      object.setValue(value is NSNull ? nil : value, forKey: key)
    }
    for (key, value) in edit["set"] as? [String: Any] ?? [:] {
      object.setValue(try (value as? String).map { try named($0, in: context) }, forKey: key)
    }
  }

  private func named(_ name: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
    guard let object = names.objects[name] else {
      throw Scenario.Broken(description: "Nothing is called \(name) yet.")
    }
    return object.managedObjectContext === context ? object : context.object(with: object.objectID)
  }
}
