#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedChanges
  import SectionedFetchedResults

  /// What a ``FetchedDataSource`` shows, with items by primary keys: a list of millions of items.
  ///
  /// A fetched source makes an identifier for each item, and the controller has the list by identifiers, too. Here the
  /// controller says at which places something changed, and what names the item there is read from its list.
  package final class SectionRowsSource: SectionedDataSource, ListReader {
    package typealias Section = FetchedSection<NSManagedObject>
    package typealias Item = NSManagedObject
    package typealias SectionID = NSManagedObjectID?
    package typealias ItemID = Int64
    package typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

    package let core = SourceCore<NSManagedObjectID?, Int64>()
    package let controller: Controller
    package let anomalies: AnomalyHandler
    private let errors = ErrorsDelegate<NSManagedObject, NSManagedObject>()
    /// What happened since the last step.
    private var waiting: (snapshot: Snapshot, changes: Update.ChangeSet)?
    /// Of what came or changed last.
    private var revision = 0

    /// Fetches the list of a controller that is not in use elsewhere.
    ///
    /// - Complexity: O(rows), about 35 bytes each beside the controller's.
    /// - Throws: the fetch's error.
    package init(_ controller: Controller, anomalies: AnomalyHandler) throws {
      (self.controller, self.anomalies) = (controller, anomalies)
      controller.obtainsPermanentIDs = true
      controller.delegate = errors
      errors.report = { anomalies.report(.init(.fetchFailed, "\($0)")) }
      try controller.performFetch()
      core.begin(with: whole())
      core.step = { [weak self] in self?.takeStep() }
      controller.followRows(with: self)
    }

    /// Changes the requests, and whether empty sections are shown, and fetches again, as one step.
    ///
    /// - Parameter edit: is given a copy of each request.
    /// - Throws: what `edit` throws, and the fetch's error. All is then as before.
    package func fetch(
      showingEmptySections: Bool,
      _ edit: (_ items: NSFetchRequest<NSManagedObject>, _ sections: NSFetchRequest<NSManagedObject>) throws -> Void
    ) throws {
      controller.managedObjectContext.processPendingChanges()
      let before = (controller.itemFetchRequest, controller.sectionFetchRequest)
      guard let items = before.0.copy(with: nil) as? NSFetchRequest<NSManagedObject>,
        let sections = before.1.copy(with: nil) as? NSFetchRequest<NSManagedObject>
      else { return }
      try edit(items, sections)
      try core.perform {
        (controller.itemFetchRequest, controller.sectionFetchRequest) = (items, sections)
        do {
          try controller.performFetch()
        } catch {
          (controller.itemFetchRequest, controller.sectionFetchRequest) = before
          throw error
        }
        controller.showsEmptySections = showingEmptySections
      }
    }

    private func takeStep() -> SourceCore<NSManagedObjectID?, Int64>.Step? {
      guard let next = waiting else { return nil }
      waiting = nil
      return .init(snapshot: next.snapshot, changes: next.changes)
    }
  }

  extension SectionRowsSource {
    package func listDidChange() {}

    package func listDidChange(by changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?) {
      if changes?.isEmpty == true { return }
      core.perform {
        let before = waiting ?? (core.snapshot, Update.ChangeSet())
        revision += 1
        let next = changes.flatMap { step($0, after: before.snapshot) } ?? difference(from: before.snapshot)
        waiting = (
          next.snapshot, Update.changes(before.changes, then: next.changes, from: core.snapshot, to: next.snapshot)
        )
        core.setNeedsSettling()
      }
    }

    /// What the controller reported as a step; nil where it does not fit.
    private func step(
      _ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>, after old: Snapshot
    ) -> (snapshot: Snapshot, changes: Update.ChangeSet)? {
      guard let named = named(changes, after: old) else { return nil }
      let still = changes.unchangedMoves
      let new = try? named.apply(
        to: old,
        sectionAt: { index in
          ListElement(
            ListedID(controller.sectionID(at: index)),
            revision: still.sections[index].map { old.sections[$0].element.revision } ?? revision)
        },
        itemAt: { place in
          ListElement(
            ListedID(controller.primaryKey(at: place)),
            revision: still.items[place].map { old[$0].revision } ?? revision)
        })
      return new.map { ($0, named) }
    }

    /// The same changes by primary keys: of what went, those that the list before has; of what came, those that the
    /// list has now.
    private func named(
      _ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>, after old: Snapshot
    ) -> Update.ChangeSet? {
      let gone = (changes.items.deleted + changes.itemsTaken).map(\.place)
      guard gone.allSatisfy({ old.item($0) != nil }) else { return nil }
      func before(_ items: [PlacedID<ItemPlace, NSManagedObjectID>]) -> [PlacedID<ItemPlace, ListedID<Int64>>] {
        items.map { PlacedID($0.place, old[$0.place].id) }
      }
      func now(_ items: [PlacedID<ItemPlace, NSManagedObjectID>]) -> [PlacedID<ItemPlace, ListedID<Int64>>] {
        items.map { PlacedID($0.place, ListedID(controller.primaryKey(at: $0.place))) }
      }
      var result = Update.ChangeSet()
      result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, ListedID($0.id)) }
      result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, ListedID($0.id)) }
      (result.sections.moved, result.sections.updated) = (changes.sections.moved, changes.sections.updated)
      (result.items.deleted, result.items.inserted) = (before(changes.items.deleted), now(changes.items.inserted))
      (result.items.moved, result.items.updated) = (changes.items.moved, changes.items.updated)
      (result.itemsTaken, result.itemsBrought) = (before(changes.itemsTaken), now(changes.itemsBrought))
      return result
    }

    private func difference(from old: Snapshot) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
      let new = whole()
      return (new, (try? Update.ChangeSet(from: old, to: new)) ?? Update.ChangeSet())
    }

    /// The controller's list. A revision is that of the newest change: what is there may be another one now.
    private func whole() -> Snapshot {
      Snapshot(
        sections: (0..<controller.shownSectionCount).lazy.map { [controller, revision] index in
          .init(
            ListElement(ListedID(controller.sectionID(at: index)), revision: revision),
            items: ChunkedArray(
              byChunks: controller.primaryKeys(inSection: index).lazy.map {
                ListElement(ListedID($0), revision: revision)
              }))
        })
    }
  }

  extension SectionRowsSource {
    package func item(for id: ListedID<Int64>) -> NSManagedObject? {
      // Asked for by its place an object is filled together with those behind it.
      place(of: id).map { controller.object(at: [$0.section, $0.item]) }
    }

    package func section(for id: ListedID<NSManagedObjectID?>) -> FetchedSection<NSManagedObject>? {
      index(ofSection: id).map { controller.section(at: $0).map { .object($0) } ?? .unmatched }
    }

    package func place(of id: ListedID<Int64>) -> ItemPlace? { controller.place(ofPrimaryKey: id.id) }

    package func index(ofSection id: ListedID<NSManagedObjectID?>) -> Int? {
      if let id = id.id { return controller.index(forSectionObjectID: id) }
      let last = controller.shownSectionCount - 1
      return last >= 0 && controller.sectionID(at: last) == nil ? last : nil
    }

    /// Where an object is; nil when it is not in the list.
    package func place(of id: NSManagedObjectID) -> ItemPlace? {
      controller.indexPath(forObjectID: id).map { ItemPlace(section: $0[0], item: $0[1]) }
    }
  }
#endif
