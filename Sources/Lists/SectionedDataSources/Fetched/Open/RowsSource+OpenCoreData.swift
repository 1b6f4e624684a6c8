#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows
  import SectionedChanges
  import SectionedFetchedResults

  /// A source of all objects of a request, in one section and by primary keys. It suits lists of millions of rows.
  ///
  /// A `FetchedList` makes an identifier for each object, and keeps the list twice to find the smallest changes. Here
  /// only the fetched results controller keeps the list, and it reports the places of changes.
  package final class RowsSource: SectionedDataSource, ResultsChangesObserver {
    package typealias Section = OnlySection
    package typealias Item = NSManagedObject
    package typealias SectionID = OnlySection
    package typealias ItemID = Int64
    private typealias Controller = NSFetchedResultsController<NSManagedObject>

    package let core: SourceCore<OnlySection, Int64>
    package let anomalies: AnomalyHandler
    private let context: NSManagedObjectContext
    private let events: ContextEvents
    private var controller: Controller
    /// The changes since the last step, and the list after them.
    private var waiting: (snapshot: Snapshot, changes: Update.ChangeSet)?
    private var revisions = RowRevisions()

    /// Makes the source, and fetches the objects of a request without a window.
    ///
    /// - Complexity: O(rows). Each row takes four bytes in addition to the controller's.
    /// - Throws: the fetch's error.
    package init(
      _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext, anomalies: AnomalyHandler
    ) throws {
      (self.context, self.anomalies) = (context, anomalies)
      events = ContextEvents.of(context)
      controller = try Controller.ofRows(request, in: context)
      core = SourceCore(snapshot: Self.snapshot(of: controller, revision: 0))
      controller.changesObserver = self
      core.gathering = events.gathering
      core.step = { [weak self] in self?.takeStep() }
    }

    /// Fetches with another request, as one step.
    ///
    /// - Throws: the fetch's error. The list is then as before.
    package func fetch(_ request: NSFetchRequest<NSManagedObject>) throws {
      context.processPendingChanges()
      let next = try Controller.ofRows(request, in: context)
      try core.perform {
        controller.changesObserver = nil
        controller = next
        next.changesObserver = self
        let new = revisions.applied(to: Self.snapshot(of: next, revision: revisions.common)) { key in
          next.place(ofPrimaryKey: key).map { ItemPlace(section: 0, item: $0.item) }
        }
        waiting = (new, try Update.ChangeSet(from: core.snapshot, to: new))
        core.setNeedsSettling()
      }
    }

    private static func snapshot(of controller: Controller, revision: Int) -> Snapshot {
      Snapshot(sections: [
        .init(ListElement(ListedID(OnlySection())), items: controller.rowNumbers.elements(revision: revision))
      ])
    }

    private func takeStep() -> SourceCore<OnlySection, Int64>.Step? {
      guard let next = waiting else { return nil }
      waiting = nil
      return .init(snapshot: next.snapshot, changes: next.changes)
    }

    package func resultsDidFail(_ error: any Error) { anomalies.report(.init(.fetchFailed, "\(error)")) }

    package func resultsDidChange(_ changes: ResultsChanges) {
      core.perform {
        do {
          try controller.obtainPermanentKeys(of: changes)
        } catch {
          anomalies.report(.init(.fetchFailed, "\(error)"))
        }
        let before = waiting ?? (core.snapshot, Update.ChangeSet())
        let next = step(changes, after: before.snapshot) ?? refetched(after: before.snapshot)
        waiting = (
          next.snapshot, Update.changes(before.changes, then: next.changes, from: core.snapshot, to: next.snapshot)
        )
        core.setNeedsSettling()
      }
    }

    /// Makes a step from the controller's report; nil if the report does not fit the old list.
    private func step(
      _ changes: ResultsChanges, after old: Snapshot
    ) -> (snapshot: Snapshot, changes: Update.ChangeSet)? {
      revisions.raise()
      var builder = ChangeSetBuilder<ListedID<OnlySection>, ListedID<Int64>>()
      for row in changes.rows {
        func place(_ row: RowPlace?) -> ItemPlace? { row.map { ItemPlace(section: 0, item: $0.item) } }
        let key = row.new.map { controller.primaryKey(at: $0) } ?? row.name.key.primaryKey
        if row.new != nil { revisions.note(key) }
        builder.touchItem(ListedID(key), old: place(row.old), new: place(row.new), isRevised: row.isRevised)
      }
      var counts = old.counts
      let count = controller.resultCount
      counts.items = { _ in count }
      guard let set = try? builder.changeSet(old: old.counts, new: counts) else { return nil }
      let new = try? set.apply(to: old, sectionAt: { old.sections[$0].element }) { place in
        ListElement(
          ListedID(controller.primaryKey(at: RowPlace(section: 0, item: place.item))), revision: revisions.last)
      }
      return new.map { ($0, set) }
    }

    private func refetched(after old: Snapshot) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
      revisions.noteAll()
      let new = Self.snapshot(of: controller, revision: revisions.last)
      return (new, (try? Update.ChangeSet(from: old, to: new)) ?? Update.ChangeSet())
    }

    package func item(for id: ListedID<Int64>) -> NSManagedObject? {
      // Access by place, because the controller then fills the following objects together with this one.
      controller.place(ofPrimaryKey: id.id).map { controller.object(at: $0) }
    }

    package func item(at place: ItemPlace) -> NSManagedObject? {
      // While a step waits, the controller's list is newer than the source's.
      guard waiting == nil else { return itemID(at: place).flatMap { item(for: $0) } }
      guard place.section == 0, place.item >= 0, place.item < controller.resultCount else { return nil }
      return controller.object(at: RowPlace(section: 0, item: place.item))
    }

    package func section(for id: ListedID<OnlySection>) -> OnlySection? { OnlySection() }

    package func place(of id: ListedID<Int64>) -> ItemPlace? {
      controller.place(ofPrimaryKey: id.id).map { ItemPlace(section: 0, item: $0.item) }
    }

    package func index(ofSection id: ListedID<OnlySection>) -> Int? { 0 }

    /// The place of an object in the controller's list; nil if it is not in the list.
    package func place(of id: NSManagedObjectID) -> ItemPlace? {
      controller.place(of: id).map { ItemPlace(section: 0, item: $0.item) }
    }
  }
#endif
