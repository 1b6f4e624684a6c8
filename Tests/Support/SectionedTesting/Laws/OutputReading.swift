import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// All outputs of a controller, read at one moment. They must all show the same list.
struct OutputReading {
  typealias Controller = MusicLibrary.Controller

  let list: ReferenceList
  let snapshot: Controller.Snapshot

  /// - Parameter name: returns the current ID of an object for an earlier one. With Apple's public interface alone, the
  ///   controller learns of a permanent ID only with the next notification.
  /// - Throws: `StressRun.Wrong`, which names the output that shows another list.
  init(_ controller: Controller, name: (NSManagedObjectID) -> NSManagedObjectID) throws {
    snapshot = controller.snapshot
    let name = PublicInterface.isAllThereIs ? name : { $0 }
    let list = ReferenceList(snapshot).named(name)
    self.list = list
    func require(_ output: String, _ isTrue: Bool, _ what: @autoclosure () -> String = "") throws {
      if !isTrue { throw StressRun.Wrong("\(output) \(what()) is not of the snapshot \(list)") }
    }
    let counts = list.sections.map(\.items.count)
    let ids = list.sections.map(\.id)
    try require("snapshot's count", snapshot.sections.map(\.items.count) == counts)
    let all = controller.allSections
    try require("allSections", all.map(\.numberOfObjects) == counts, "\(all.map(\.numberOfObjects))")
    let objects = all.map { $0.object?.objectID }
    try require("allSections' objects", objects == ids, objects.map { $0.map(Self.text) ?? "-" }.joined(separator: " "))
    let outline = controller.outline
    try require("outline", outline.map { $0.id.map(name) } == ids && outline.map(\.count) == counts)
    let model = controller.stageModel.outline
    try require("stageModel", model.map { $0.id.map(name) } == ids && model.map(\.count) == counts)
    let sections = controller.sections ?? []
    try require("sections", sections.map(\.numberOfObjects) == counts)
    try require("sections' objects", sections.map { $0.object?.objectID } == ids)
    try require("nonEmptySections", controller.nonEmptySections.map(\.numberOfObjects) == counts.filter { $0 > 0 })
    let items = controller.items.map(\.objectID)
    try require("items", items == list.sections.flatMap(\.items), "\(items.map(Self.text))")
    try require("fetchedObjects", controller.fetchedObjects?.map(\.objectID) == items)
    try Self.readTitles(controller, require)
    for (index, section) in list.sections.enumerated() {
      let items = all[index].items
      try require("items of section \(index)", items?.map(\.objectID) == section.items, "\(items?.count ?? -1)")
      let object = controller.section(at: index)
      try require("section(at: \(index))", object?.objectID == section.id)
      if let object {
        try require("index(ofSection:)", controller.index(ofSection: object) == index, "of \(index)")
        let byID = controller.index(forSectionObjectID: object.objectID)
        try require("index(forSectionObjectID:)", byID == index, "of \(index)")
      }
      for (row, id) in section.items.enumerated() {
        let path = IndexPath(indexes: [index, row])
        let item = controller.object(at: path)
        try require("object(at: \(path))", item.objectID == id)
        try require("indexPath(forObject:)", controller.indexPath(forObject: item) == path, "of \(path)")
        try require("indexPath(forObjectID:)", controller.indexPath(forObjectID: item.objectID) == path, "of \(path)")
      }
    }
  }

  private static func text(_ id: NSManagedObjectID) -> String { id.uriRepresentation().lastPathComponent }

  private static func readTitles(
    _ controller: Controller, _ require: (String, Bool, @autoclosure () -> String) throws -> Void
  ) throws {
    let titles = controller.sectionIndexTitles
    let own = controller.allSections.map(\.indexTitle)
    try require("sectionIndexTitles", Set(titles) == Set(own.compactMap { $0 }), "\(titles)")
    for (index, title) in titles.enumerated() {
      let section = controller.section(forSectionIndexTitle: title, at: index)
      try require("section(forSectionIndexTitle:)", own.firstIndex(of: title) == section, "\(section)")
    }
  }
}

extension ReferenceList {
  /// Returns the list with other IDs for its objects.
  func named(_ name: (NSManagedObjectID) -> NSManagedObjectID) -> ReferenceList {
    ReferenceList(sections: sections.map { Section(id: $0.id.map(name), items: $0.items.map(name)) })
  }
}
