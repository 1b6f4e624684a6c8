#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// Finds the objects of a list that related objects place, and makes its fetched results controller look at them again.
  final class RelatedRows {
    private let context: NSManagedObjectContext
    private let query: ListQuery
    private let paths: [DependencyPath]
    private let refresher: ObjectRefresher
    private weak var controller: NSFetchedResultsController<NSManagedObject>?
    private let isShown: (NSManagedObjectID) -> Bool
    private let fetchAgain: () -> Void
    /// The objects that wait to be refreshed. They may be saved meanwhile, and get other identifiers.
    private var waiting: Set<NSManagedObject> = []
    private var isScheduled = false

    /// - Parameters:
    ///   - controller: follows the query.
    ///   - isShown: whether an object is in the list.
    ///   - fetchAgain: called where the controller cannot place objects one by one.
    init(
      _ query: ListQuery, _ controller: NSFetchedResultsController<NSManagedObject>,
      isShown: @escaping (NSManagedObjectID) -> Bool, fetchAgain: @escaping () -> Void
    ) {
      let context = controller.managedObjectContext
      (self.context, self.query, self.controller) = (context, query, controller)
      (self.isShown, self.fetchAgain) = (isShown, fetchAgain)
      paths = RelatedPaths.paths(of: query.forObjects, query.entity)
      refresher = ObjectRefresher(context)
    }

    /// Schedules a refresh of the objects that depend on those that a notification names.
    ///
    /// - Complexity: O(objects named), and O(objects that refer to them by a path of the request). Those that may come are
    ///   read.
    /// - Throws: the error of a fetch, where a relationship has no inverse.
    func note(_ notice: ContextNotice) throws {
      if paths.isEmpty { return }
      defer { schedule() }
      for named in notice.changed {
        try collect(context.object(with: named.id), isMerge: notice.isMerge)
      }
      // What changed itself was placed among rows that were not in order.
      if waiting.isEmpty { return }
      for named in notice.changed + notice.inserted where isShown(named.id) {
        let object = context.object(with: named.id)
        if !refresher.isAnnounced(object) { waiting.insert(object) }
      }
    }

    private func collect(_ object: NSManagedObject, isMerge: Bool) throws {
      var keys: Set<String>?
      if refresher.isAnnounced(object) {
        keys = refresher.keysTakenIn(object)
      } else if !isMerge {
        let changed = object.changedValuesForCurrentEvent()
        keys = changed.isEmpty ? nil : Set(changed.keys)
      }
      for path in paths { add(try path.dependants(of: object, keys: keys, matching: nil, in: context)) }
    }

    private func add(_ ids: Set<NSManagedObjectID>) {
      for id in ids {
        let object = context.object(with: id)
        if isShown(id) || query.matches(object) { waiting.insert(object) }
      }
    }

    private func schedule() {
      guard !waiting.isEmpty, !isScheduled else { return }
      isScheduled = true
      let box = QueueBox(self)
      context.perform { box.object?.refresh() }
    }

    private func refresh() {
      isScheduled = false
      context.processPendingChanges()
      let ids = Set(waiting.map(\.objectID))
      waiting = []
      var passes = 0
      repeat {
        passes += 1
        refresher.refresh(ids) { _, _ in }
      } while passes < ObjectRefresher.mostPasses && !areInOrder(ids)
      refresher.end()
      if !areInOrder(ids) { fetchAgain() }
    }

    private func areInOrder(_ ids: Set<NSManagedObjectID>) -> Bool {
      paths.isEmpty || controller.map { ObjectRefresher.areInOrder(ids, in: $0) } ?? true
    }

    /// Whether an object is named only because a list of the context had it refreshed: nothing of it changed.
    func isRefreshedUnchanged(_ object: NSManagedObject) -> Bool {
      refresher.isAnnounced(object) && refresher.keysTakenIn(object).isEmpty
    }
  }
#endif
