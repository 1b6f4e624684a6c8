#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedChanges
  import SectionedFetchedResults

  /// A source that shows the list of a ``FetchedDataSource``, with items by primary keys. It suits millions of items.
  ///
  /// A `FetchedDataSource` makes an identifier for each item, and its controller keeps the list by identifiers, too.
  /// Here the controller reports the places of changes, and the items' keys are read from its list.
  package final class SectionRowsSource: SectionedDataSource {
    package typealias Section = FetchedSection<NSManagedObject>
    package typealias Item = NSManagedObject
    package typealias SectionID = NSManagedObjectID?
    package typealias ItemID = Int64
    package typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

    package let core = SourceCore<NSManagedObjectID?, Int64>()
    package let controller: Controller
    package let anomalies: AnomalyHandler
    private let errors = ErrorsDelegate<NSManagedObject, NSManagedObject>()
    private let list: ControllerList<Int64>

    /// Makes the source, and fetches the list of a controller that is not used elsewhere.
    ///
    /// - Complexity: O(rows). Each row takes about five bytes in addition to the controller's.
    /// - Throws: the fetch's error.
    package init(_ controller: Controller, anomalies: AnomalyHandler) throws {
      (self.controller, self.anomalies) = (controller, anomalies)
      controller.obtainsPermanentIDs = true
      controller.delegate = errors
      errors.report = { anomalies.report(.init(.fetchFailed, "\($0)")) }
      try controller.performFetch()
      list = ControllerList(
        .init(
          sectionCount: { controller.shownSectionCount }, sectionID: { controller.sectionID(at: $0) },
          itemID: { place, _ in controller.primaryKey(at: place) },
          items: { section, revision, _ in
            RowNumbers(controller.primaryKeys(inSection: section)).elements(revision: revision)
          }, namesLast: false), for: core, in: controller.managedObjectContext, isFetched: true)
      // Only the core calls this closure, so the core exists then.
      core.step = { [list, unowned(unsafe) core] in list.step(of: core) }
      controller.follow(with: list)
    }

    /// Changes the requests, and whether empty sections are shown, and fetches again, as one step.
    ///
    /// - Parameters:
    ///   - showingEmptySections: whether sections without items are shown.
    ///   - edit: called with a copy of each request.
    /// - Throws: the error that `edit` throws, and the fetch's error. Requests and list are then as before.
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
  }

  extension SectionRowsSource {
    package func item(for id: ListedID<Int64>) -> NSManagedObject? {
      // Access by place, because the controller then fills the following objects together with this one.
      place(of: id).map { controller.object(at: [$0.section, $0.item]) }
    }

    package func item(at place: ItemPlace) -> NSManagedObject? {
      // While a step waits, the controller's list is newer than the source's.
      guard list.isInStep else { return itemID(at: place).flatMap { item(for: $0) } }
      guard place.section >= 0, place.section < controller.shownSectionCount, place.item >= 0,
        place.item < controller.shownItemCount(inSection: place.section)
      else { return nil }
      return controller.shownObject(at: place)
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

    /// The place of an object in the controller's list; nil if it is not in the list.
    package func place(of id: NSManagedObjectID) -> ItemPlace? {
      controller.indexPath(forObjectID: id).map { ItemPlace(section: $0[0], item: $0[1]) }
    }
  }
#endif
