#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows
  import SectionedChanges
  import SectionedFetchedResults

  /// A source of all objects of a request, by primary keys and in sections by the values of an attribute. It suits
  /// lists of millions of rows, with up to as many sections as rows.
  ///
  /// A grouped `FetchedList` stores each section and each item individually, three times. Here the fetched results
  /// controller stores the rows in one section, and the runs of rows with equal values. Sections and items are made
  /// from these at each access.
  package final class ValueRowsSource: SectionedDataSource, ResultsChangesObserver {
    /// The value of the section as text; nil for rows without a value.
    package typealias Section = String?
    package typealias Item = NSManagedObject
    package typealias SectionID = SectionKey
    package typealias ItemID = Int64
    private typealias Controller = NSFetchedResultsController<NSManagedObject>
    private typealias Builder = ChangeSetBuilder<ListedID<SectionKey>, ListedID<Int64>>

    package let core: SourceCore<SectionKey, Int64>
    package let anomalies: AnomalyHandler
    private let context: NSManagedObjectContext
    private let events: ContextEvents
    private var controller: Controller
    /// The runs of the controller's list as of the last change.
    private var runs: ValueRuns
    /// The changes since the last step, and the list after them.
    private var waiting: (snapshot: Snapshot, changes: Update.ChangeSet)?
    private var revisions = RowRevisions()

    /// Makes the source, and fetches the objects of a request without a window. Its first sort descriptor must sort by
    /// the attribute.
    ///
    /// - Complexity: O(rows). In addition to the controller's memory, each row takes four bytes, and each section eight
    ///   bytes and its value.
    /// - Throws: the fetch's error.
    package init(
      _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext, anomalies: AnomalyHandler
    ) throws {
      (self.context, self.anomalies) = (context, anomalies)
      events = ContextEvents.of(context)
      (controller, runs) = try Self.fetch(request, in: context)
      core = SourceCore(snapshot: Self.snapshot(of: controller, runs, revision: 0))
      controller.changesObserver = self
      core.gathering = events.gathering
      core.step = { [weak self] in self?.takeStep() }
    }

    /// Fetches with another request that has the same sections, as one step.
    ///
    /// - Throws: the fetch's error. The list is then as before.
    package func fetch(_ request: NSFetchRequest<NSManagedObject>) throws {
      context.processPendingChanges()
      let next = try Self.fetch(request, in: context)
      try core.perform {
        controller.changesObserver = nil
        (controller, runs) = next
        controller.changesObserver = self
        let new = revisions.applied(to: Self.snapshot(of: controller, runs, revision: revisions.common)) { key in
          controller.place(ofPrimaryKey: key).map { runs.place(ofRow: $0.item) }
        }
        waiting = (new, try Update.ChangeSet(from: core.snapshot, to: new))
        core.setNeedsSettling()
      }
    }

    private static func fetch(
      _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext
    ) throws -> (Controller, ValueRuns) {
      let controller = try Controller.ofRows(request, in: context, keepsRuns: true)
      guard let runs = controller.runs else { fatalError("A list by values has no order: give it a sort descriptor.") }
      return (controller, runs)
    }

    private static func snapshot(of controller: Controller, _ runs: ValueRuns, revision: Int) -> Snapshot {
      let numbers = controller.rowNumbers
      return Snapshot(
        sections: ChunkedArray(making: runs.count, measure: { runs.rows(at: $0).count }) { index in
          .init(
            ListElement(ListedID(runs.key(at: index))),
            items: numbers.elements(runs.rows(at: index), revision: revision))
        })
    }

    private func takeStep() -> SourceCore<SectionKey, Int64>.Step? {
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
        revisions.raise()
        guard let new = controller.runs else {
          for row in changes.rows { if let new = row.new { revisions.note(controller.primaryKey(at: new)) } }
          return fetchAgain()
        }
        let next = step(changes, to: new, after: before.snapshot) ?? difference(to: new, from: before.snapshot)
        runs = new
        waiting = (
          next.snapshot, Update.changes(before.changes, then: next.changes, from: core.snapshot, to: next.snapshot)
        )
        core.setNeedsSettling()
      }
    }

    /// Fetches again, because the values of the rows could not be read.
    private func fetchAgain() {
      do {
        try fetch(controller.fetchRequest)
      } catch {
        anomalies.report(.init(.fetchFailed, "\(error)"))
      }
    }

    /// Makes a step from the controller's report; nil if the report does not fit the old list.
    private func step(
      _ changes: ResultsChanges, to new: ValueRuns, after old: Snapshot
    ) -> (snapshot: Snapshot, changes: Update.ChangeSet)? {
      var builder = Builder()
      var sections = Set<SectionKey>()
      for row in changes.rows {
        let (from, to) = (row.old.map { runs.place(ofRow: $0.item) }, row.new.map { new.place(ofRow: $0.item) })
        let key = row.new.map { controller.primaryKey(at: $0) } ?? row.name.key.primaryKey
        if row.new != nil { revisions.note(key) }
        builder.touchItem(ListedID(key), old: from, new: to, isRevised: row.isRevised)
        if let from { sections.insert(runs.key(at: from.section)) }
        if let to { sections.insert(new.key(at: to.section)) }
      }
      for section in sections {
        let (from, to) = (runs.index(of: section), new.index(of: section))
        if from == nil || to == nil { builder.touchSection(ListedID(section), old: from, new: to) }
      }
      let counts = ListCounts(sections: new.count) { new.rows(at: $0).count }
      guard let set = try? builder.changeSet(old: old.counts, new: counts) else { return nil }
      let list = try? set.apply(to: old) { index in
        ListElement(ListedID(new.key(at: index)))
      } itemAt: { place in
        let row = new.rows(at: place.section).lowerBound + place.item
        return ListElement(
          ListedID(controller.primaryKey(at: RowPlace(section: 0, item: row))), revision: revisions.last)
      }
      return list.map { ($0, set) }
    }

    private func difference(
      to new: ValueRuns, from old: Snapshot
    ) -> (snapshot: Snapshot, changes: Update.ChangeSet) {
      revisions.noteAll()
      let list = Self.snapshot(of: controller, new, revision: revisions.last)
      return (list, (try? Update.ChangeSet(from: old, to: list)) ?? Update.ChangeSet())
    }

    package func item(for id: ListedID<Int64>) -> NSManagedObject? {
      // Access by place, because the controller then fills the following objects together with this one.
      controller.place(ofPrimaryKey: id.id).map { controller.object(at: $0) }
    }

    package func item(at place: ItemPlace) -> NSManagedObject? {
      // While a step waits, the controller's list is newer than the source's.
      guard waiting == nil else { return itemID(at: place).flatMap { item(for: $0) } }
      guard place.section >= 0, place.section < runs.count, case let rows = runs.rows(at: place.section),
        place.item >= 0, place.item < rows.count, rows.upperBound <= controller.resultCount
      else { return nil }
      return controller.object(at: RowPlace(section: 0, item: rows.lowerBound + place.item))
    }

    package func section(at index: Int) -> String?? {
      guard waiting == nil else { return sectionID(at: index).flatMap { section(for: $0) } }
      return index >= 0 && index < runs.count ? .some(runs.text(of: runs.key(at: index))) : nil
    }

    package func section(for id: ListedID<SectionKey>) -> String?? {
      runs.index(of: id.id) == nil ? nil : .some(runs.text(of: id.id))
    }

    package func place(of id: ListedID<Int64>) -> ItemPlace? {
      controller.place(ofPrimaryKey: id.id).map { runs.place(ofRow: $0.item) }
    }

    package func index(ofSection id: ListedID<SectionKey>) -> Int? { runs.index(of: id.id) }

    /// The place of an object in the controller's list; nil if it is not in the list.
    package func place(of id: NSManagedObjectID) -> ItemPlace? {
      controller.place(of: id).map { runs.place(ofRow: $0.item) }
    }
  }

  extension ValueRuns {
    fileprivate func place(ofRow row: Int) -> ItemPlace {
      let section = index(ofRow: row)
      return ItemPlace(section: section, item: row - rows(at: section).lowerBound)
    }

    /// Returns the value of a section as text; nil for no value.
    fileprivate func text(of key: SectionKey) -> String? { object(of: key).map { $0 as? String ?? "\($0)" } }
  }
#endif
