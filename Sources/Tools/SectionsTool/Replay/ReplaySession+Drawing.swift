import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension ReplaySession {
  /// Returns the events since the last call, in a session that keeps lists.
  func drawnEvents() async throws -> [DrawnEvent] {
    try await events(draw).compactMap { $0 }
  }

  private func draw(_ event: RecordedEvent) throws -> DrawnEvent? {
    guard let old = event.old, let new = event.new, let changes = event.changeSet, let plan = event.plan else {
      return nil
    }
    let stages = plan.stages.map { stage in
      DrawnEvent.Stage(changes: stage.changes, after: list(stage.after, new: new))
    }
    return DrawnEvent(old: list(old), new: list(new), changes: changes, stages: stages, refresh: plan.refresh)
  }

  private func list(_ snapshot: ListSource.Controller.Snapshot) -> DrawnList {
    DrawnList(
      sections: snapshot.sections.map { section in
        DrawnList.Section(name: name(ofSection: section.id), items: section.items.map { name(of: $0.id) })
      })
  }

  /// Returns the list of a stage. Its places refer to elements of the new list.
  private func list(
    _ model: StageModel<NSManagedObjectID?, NSManagedObjectID>, new: ListSource.Controller.Snapshot
  ) -> DrawnList {
    DrawnList(
      sections: model.outline.enumerated().map { index, section in
        let items = (0..<section.count).map { new[model.newPlace(of: ItemPlace(section: index, item: $0))] }
        return DrawnList.Section(name: name(ofSection: section.id), items: items.map { name(of: $0.id) })
      })
  }

  /// Returns the shown list, and the sections that a fetched results controller of the same items has.
  func indexMap() async throws -> IndexMap {
    try await read { controller in
      let inner = try self.innerController()
      let groups = (inner.sections ?? []).map { $0.objects as? [NSManagedObject] ?? [] }
      var group: [NSManagedObjectID: Int] = [:]
      for (index, items) in groups.enumerated() { for item in items { group[item.objectID] = index } }
      let shown = controller.snapshot
      let links = shown.sections.enumerated().flatMap { index, section in
        Set(section.items.compactMap { group[$0.id] }).sorted().map { IndexMap.Link(shown: index, inner: $0) }
      }
      let sections = zip(groups, inner.sections ?? []).map { items, section in
        DrawnList.Section(
          name: self.name(ofGroup: items.first, named: section.name), items: items.map { self.name(of: $0.objectID) })
      }
      return IndexMap(shown: self.list(shown), inner: DrawnList(sections: Array(sections)), links: Array(links))
    }
  }

  /// Returns a controller like the inner one of the sectioned controller. It groups by the key path, so it sorts by it
  /// first. It has no limit or offset, because these count in the order of the sections.
  private func innerController() throws -> NSFetchedResultsController<NSManagedObject> {
    let request = try source.itemRequest()
    (request.fetchLimit, request.fetchOffset) = (0, 0)
    let path = source.options.by
    request.sortDescriptors = [NSSortDescriptor(key: path, ascending: true)] + (request.sortDescriptors ?? [])
    let inner = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path, cacheName: nil)
    try inner.performFetch()
    return inner
  }

  private func name(ofSection id: NSManagedObjectID?) -> String { id.map(name) ?? "no section" }

  /// Returns the name in the script without `$`, or the URI.
  private func name(of id: NSManagedObjectID) -> String {
    let name = names.text(of: id)
    return name.hasPrefix(ObjectNames.mark) ? String(name.dropFirst(ObjectNames.mark.count)) : name
  }

  /// Returns the name of a section of the inner controller.
  ///
  /// - Parameters:
  ///   - item: an item of the section.
  ///   - text: the section's name in the controller.
  private func name(ofGroup item: NSManagedObject?, named text: String) -> String {
    if source.path.key == nil, let section = item?.value(forKeyPath: source.options.by) as? NSManagedObject {
      return name(of: section.objectID)
    }
    return text.isEmpty ? "no key" : text
  }
}
