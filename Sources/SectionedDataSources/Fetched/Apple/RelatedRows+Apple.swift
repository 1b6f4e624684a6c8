#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// Finds the objects of a list that related objects place, and makes its fetched results controller look at them again.
  final class RelatedRows {
    private let context: NSManagedObjectContext
    private let events: ContextEvents
    private let query: ListQuery
    private let paths: [DependencyPath]
    private let refresher: ObjectRefresher
    private weak var controller: NSFetchedResultsController<NSManagedObject>?
    private let fetchAgain: () -> Void
    /// The objects that wait to be refreshed. They may be saved meanwhile, and get other identifiers.
    private var waiting: Set<NSManagedObject> = []
    private var isScheduled = false

    /// - Parameters:
    ///   - controller: follows the query; nil where the list is fetched again after each event.
    ///   - fetchAgain: called where the controller cannot place objects one by one.
    init(
      _ query: ListQuery, _ controller: NSFetchedResultsController<NSManagedObject>?,
      in context: NSManagedObjectContext, fetchAgain: @escaping () -> Void
    ) {
      (self.context, self.query, self.controller) = (context, query, controller)
      events = ContextEvents.of(context)
      self.fetchAgain = fetchAgain
      paths = controller == nil ? [] : RelatedPaths.paths(of: query.forObjects, query.entity)
      refresher = ObjectRefresher(context)
    }

    /// Schedules a refresh of the objects that depend on those that a notification names.
    ///
    /// - Complexity: O(objects named), and O(objects that refer to them by a path of the request). Those that may come are
    ///   read.
    /// - Throws: the error of a fetch, where a relationship has no inverse. What can be found is found nevertheless.
    func note(_ notice: ContextNotice) throws {
      if paths.isEmpty { return }
      var failure: (any Error)?
      var found: Set<NSManagedObjectID> = []
      for named in notice.changed where paths.contains(where: { $0.reaches(named.entity) }) {
        let object = context.object(with: named.id)
        let keys = changedKeys(of: object, isMerge: notice.isMerge)
        for path in paths {
          do {
            found.formUnion(try path.dependants(of: object, keys: keys, matching: nil, in: context))
          } catch {
            failure = failure ?? error
          }
        }
      }
      collect(found)
      collectPlaced(notice)
      schedule()
      if let failure { throw failure }
    }

    private func collectPlaced(_ notice: ContextNotice) {
      // What changed itself was placed among rows that were not in order.
      if waiting.isEmpty { return }
      for named in notice.changed + notice.inserted {
        let object = context.object(with: named.id)
        if isListed(object), !refresher.isAnnounced(object) { waiting.insert(object) }
      }
    }

    /// The properties of a named object that changed; nil when they are not known.
    private func changedKeys(of object: NSManagedObject, isMerge: Bool) -> Set<String>? {
      if refresher.isAnnounced(object) { return refresher.keysTakenIn(object) }
      if isMerge { return nil }
      let changed = object.changedValuesForCurrentEvent()
      return changed.isEmpty ? nil : Set(changed.keys)
    }

    /// Has the objects refreshed that are in the list, or belong there by what they are now.
    private func collect(_ found: Set<NSManagedObjectID>) {
      let filled = ObjectRefresher.fill(found.filter { !isListed(context.object(with: $0)) }, in: context)
      defer { withExtendedLifetime(filled) {} }
      for id in found {
        let object = context.object(with: id)
        if isListed(object) || query.matches(object) { waiting.insert(object) }
      }
    }

    /// Whether an object is in the list of the controller, which may be ahead of the shown one.
    private func isListed(_ object: NSManagedObject) -> Bool { controller?.indexPath(forObject: object) != nil }

    private func schedule() {
      guard !waiting.isEmpty, !isScheduled else { return }
      isScheduled = true
      events.refreshLater(for: self) { [weak self] in self?.refresh() }
    }

    private func refresh() {
      isScheduled = false
      context.processPendingChanges()
      let ids = Set(waiting.map(\.objectID))
      waiting = []
      var (passes, isOrdered) = (0, false)
      repeat {
        passes += 1
        refresher.refresh(ids) { _, _ in }
        isOrdered = controller.map { ObjectRefresher.areInOrder(ids, in: $0) } ?? true
      } while !isOrdered && passes < ObjectRefresher.mostPasses
      refresher.end()
      if !isOrdered { fetchAgain() }
    }

    /// Whether an object is named only because a list of the context had it refreshed: nothing of it changed.
    func isRefreshedUnchanged(_ object: NSManagedObject) -> Bool {
      refresher.isAnnounced(object) && refresher.keysTakenIn(object).isEmpty
    }
  }
#endif
