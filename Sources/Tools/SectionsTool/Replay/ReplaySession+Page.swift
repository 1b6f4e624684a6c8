import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

extension ReplaySession {
  /// Returns the current list, with which a page begins.
  ///
  /// - Throws: an error if the list has more rows than a page can show.
  func pageList() async throws -> PageList {
    try await read { try self.page($0.snapshot) }
  }

  /// Returns the events since the last call of `events`, which returns them again. The session must keep lists.
  ///
  /// - Throws: an error if a list has more rows than a page can show.
  func pageEvents() async throws -> [PageEvent] {
    try await events(keeping: true) { event -> PageEvent? in
      guard let new = event.new, let changes = event.changeSet else { return nil }
      let lines = try event.lines(title: self.title, terminal: .none)
      return PageEvent(list: try self.page(new), changes: self.page(changes), callbacks: lines)
    }.compactMap { $0 }
  }

  private func page(_ snapshot: ListSource.Controller.Snapshot) throws -> PageList {
    try PageLimit.check(
      sections: snapshot.numberOfSections, items: snapshot.numberOfItems, hint: PageLimit.hint)
    var titles: [String: String] = [:]
    var sectionTitles: [String: String] = [:]
    var sections: [PageSource.Snapshot.Section] = []
    for section in snapshot.sections {
      let id = name(ofSection: section.id)
      sectionTitles[id.id] = try section.id.map(pageTitle) ?? "without a section"
      var items: [ListElement<ListedID<String>>] = []
      for item in section.items {
        let id = ListedID(names.text(of: item.id))
        titles[id.id] = try pageTitle(item.id)
        items.append(ListElement(id, revision: item.revision))
      }
      let element = ListElement(id, revision: section.element.revision)
      sections.append(.init(element, items: ChunkedArray(items)))
    }
    return PageList(snapshot: .init(sections: sections), titles: titles, sectionTitles: sectionTitles)
  }

  /// Returns the changes with names as identifiers. A name does not change when an object gets its permanent ID.
  private func page(_ changes: ListSource.Controller.ChangeSet) -> PageSource.Update.ChangeSet {
    func item(_ placed: PlacedID<ItemPlace, NSManagedObjectID>) -> PlacedID<ItemPlace, ListedID<String>> {
      PlacedID(placed.place, ListedID(names.text(of: placed.id)))
    }
    var result = PageSource.Update.ChangeSet()
    result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, name(ofSection: $0.id)) }
    result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, name(ofSection: $0.id)) }
    result.sections.moved = changes.sections.moved
    result.sections.updated = changes.sections.updated
    result.items.deleted = changes.items.deleted.map(item)
    result.items.inserted = changes.items.inserted.map(item)
    result.items.moved = changes.items.moved
    result.items.updated = changes.items.updated
    result.itemsTaken = changes.itemsTaken.map(item)
    result.itemsBrought = changes.itemsBrought.map(item)
    return result
  }

  private func name(ofSection id: NSManagedObjectID?) -> ListedID<String> { ListedID(id.map(names.text) ?? "") }

  /// The title of an object; if it has none, its name in the script or its short name.
  private func pageTitle(_ id: NSManagedObjectID) throws -> String {
    if let object = try context.objectIfThere(with: id), let title = try ObjectTitle.name(of: object) {
      return title
    }
    return names.shortText(of: id)
  }
}
