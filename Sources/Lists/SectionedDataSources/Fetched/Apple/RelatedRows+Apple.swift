#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// Finds listed objects whose membership or order depends on changed related objects, and refreshes them, so that the
  /// fetched results controller evaluates them again.
  final class RelatedRows {
    private let context: NSManagedObjectContext
    private let events: ContextEvents
    private let query: ListQuery
    private let paths: [DependencyPath]
    private let refresher: ObjectRefresher
    private weak var controller: NSFetchedResultsController<NSManagedObject>?
    private let fetchAgain: () -> Void
    /// The objects that wait for a refresh. They are kept as objects because a save may change their identifiers.
    private var waiting: Set<NSManagedObject> = []
    private var isScheduled = false

    /// - Parameters:
    ///   - controller: the controller that follows the query; nil if the list is fetched again after each event.
    ///   - fetchAgain: called when refreshing the objects did not bring the controller's list into order.
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

    /// Schedules a refresh of the objects that depend on the changed objects of a notification.
    ///
    /// - Complexity: O(objects named + objects that refer to them by a path of the request). Objects that are not in
    ///   the list are fetched, to evaluate the predicate.
    /// - Throws: the error of a fetch, which is needed when a relationship has no inverse. The objects that were found
    ///   are refreshed nevertheless.
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
      // The controller placed the objects of this event among objects that were not in order, so they need a refresh,
      // too.
      if waiting.isEmpty { return }
      for named in notice.changed + notice.inserted {
        let object = context.object(with: named.id)
        if isListed(object), !refresher.isAnnounced(object) { waiting.insert(object) }
      }
    }

    /// Returns the properties of a changed object that changed; nil if they are not known.
    private func changedKeys(of object: NSManagedObject, isMerge: Bool) -> Set<String>? {
      if refresher.isAnnounced(object) { return refresher.keysTakenIn(object) }
      if isMerge { return nil }
      let changed = object.changedValuesForCurrentEvent()
      return changed.isEmpty ? nil : Set(changed.keys)
    }

    /// Marks the found objects for a refresh that are in the list, or that match the query now.
    private func collect(_ found: Set<NSManagedObjectID>) {
      let filled = ObjectRefresher.fill(found.filter { !isListed(context.object(with: $0)) }, in: context)
      defer { withExtendedLifetime(filled) {} }
      for id in found {
        let object = context.object(with: id)
        if isListed(object) || query.matches(object) { waiting.insert(object) }
      }
    }

    /// Whether an object is in the controller's list, which may be newer than the shown one.
    private func isListed(_ object: NSManagedObject) -> Bool { controller?.indexPath(forObject: object) != nil }

    private func schedule() {
      guard !waiting.isEmpty, !isScheduled else { return }
      isScheduled = true
      events.refreshLater(for: self) { [weak self] in self?.refresh() }
    }

    private func refresh() {
      isScheduled = false
      context.processPendingChanges()
      let objects = waiting
      waiting = []
      var (passes, isOrdered) = (0, false)
      repeat {
        passes += 1
        refresher.refresh(objects) { _ in }
        isOrdered = controller.map { ObjectRefresher.areInOrder(objects, in: $0) } ?? true
      } while !isOrdered && passes < ObjectRefresher.mostPasses
      refresher.end()
      if !isOrdered { fetchAgain() }
    }

    /// Whether a notification names an object only because a list of the context refreshed it, and no value changed.
    func isRefreshedUnchanged(_ object: NSManagedObject) -> Bool {
      refresher.isAnnounced(object) && refresher.keysTakenIn(object).isEmpty
    }
  }
#endif
