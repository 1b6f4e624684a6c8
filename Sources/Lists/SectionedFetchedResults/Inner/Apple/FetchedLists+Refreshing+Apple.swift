#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// The objects to refresh so that the inner controllers evaluate them again, and the results of doing so.
  struct Refreshes {
    fileprivate var waiting: Set<NSManagedObjectID> = []
    /// The waiting objects whose refresh is reported as a change of the object.
    fileprivate var revised: Set<NSManagedObjectID> = []
    /// The dependants and waiting objects that have temporary IDs, by these. They may get permanent ones before they are
    /// refreshed, and the lists themselves know only those that they show.
    fileprivate var unsaved: [NSManagedObjectID: NSManagedObject] = [:]
    fileprivate var isScheduled = false
    /// Whether a refresh is running.
    fileprivate var isUnderWay = false
    /// The context's events, set when the first refresh is scheduled. They let all lists of the context refresh in one
    /// event.
    fileprivate var events: ContextEvents?
    /// The objects that the last notification of changes named.
    fileprivate var named: Set<NSManagedObjectID> = []
    /// The objects that a merge changed and no notification has named yet.
    fileprivate var unnamed: Set<NSManagedObjectID> = []
    fileprivate let refresher: ObjectRefresher
    /// Refreshed objects that an inner controller has reported at their new places, while other reports are awaited.
    private var reported: Set<ItemToken> = []
    /// Objects that were refreshed to be moved and that no inner controller reported. They keep their section.
    private var stuck: Set<ItemToken> = []

    init(_ context: NSManagedObjectContext) { refresher = ObjectRefresher(context) }

    /// Whether the lists were built while rows waited for their refresh. A group may then have a key other than that of
    /// its rows.
    fileprivate var wereBuiltTooEarly = false

    /// Objects that a refresh has moved, or failed to move.
    var settled: Set<ItemToken> { reported.union(stuck) }

    /// Whether every refreshed object was moved to its right section.
    var allArePlaced: Bool { stuck.isEmpty }

    /// Replaces the ID of a waiting object that has got a permanent one.
    mutating func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {
      if waiting.remove(old) != nil { waiting.insert(new) }
      if revised.remove(old) != nil { revised.insert(new) }
      if unnamed.remove(old) != nil { unnamed.insert(new) }
    }

    mutating func noteReported(_ token: ItemToken) { reported.insert(token) }
    mutating func noteStuck(_ tokens: Set<ItemToken>) { stuck.formUnion(tokens) }
    mutating func forgetReported() { reported = [] }
    mutating func forgetStuck() { stuck = [] }

    /// Resets the results, because the lists are being built.
    ///
    /// - Parameter isEarly: whether some rows are known to need a refresh.
    mutating func forgetPlaced(isEarly: Bool) {
      (reported, stuck) = ([], [])
      if isEarly || isScheduled || isUnderWay { wereBuiltTooEarly = true }
    }
  }

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { true }

    /// Refreshes objects in a block on the context's queue, keeping their changes.
    ///
    /// It waits because it is called while the context reports an event, perhaps in the middle of a save. A refresh
    /// reads what other contexts and processes have stored since, and the save would overwrite that unnoticed.
    ///
    /// - Parameter revised: the objects whose refresh is reported as their change.
    func refresh(_ ids: Set<NSManagedObjectID>, revised: Set<NSManagedObjectID>) {
      refreshes.waiting.formUnion(ids)
      refreshes.revised.formUnion(revised)
      keepUnsaved(among: ids)
      scheduleRefreshing()
    }

    /// Retains the objects that have temporary IDs, because observers may give them permanent ones.
    func keepUnsaved(among ids: Set<NSManagedObjectID>) {
      for id in ids where id.isTemporaryID && refreshes.unsaved[id] == nil {
        refreshes.unsaved[id] = context.registeredObject(for: id)
      }
    }

    /// Whether a refresh is scheduled.
    var isRefreshing: Bool { refreshes.isScheduled }

    /// Whether some group may have a key other than that of its rows, until a refresh has moved these.
    var mayHaveWrongKeys: Bool { refreshes.wereBuiltTooEarly }

    /// Takes over the waiting refreshes of the previous lists, and the rest of a running one. A refresh may be running
    /// because a delegate that is notified of a refreshed object may fetch.
    func takeRefreshes(of previous: FetchedLists) {
      let left = previous.refreshes.refresher.abandon()
      if !left.isEmpty { refresh(left, revised: previous.revised.intersection(left)) }
      refreshes.waiting.formUnion(previous.refreshes.waiting)
      refreshes.unnamed.formUnion(previous.refreshes.unnamed)
      refreshes.refresher.take(over: previous.refreshes.refresher)
      refreshes.revised.formUnion(previous.refreshes.revised)
      refreshes.unsaved.merge(previous.refreshes.unsaved) { own, _ in own }
      (previous.refreshes.waiting, previous.refreshes.unnamed) = ([], [])
      guard !refreshes.waiting.isEmpty || !refreshes.unnamed.isEmpty else { return }
      refreshes.wereBuiltTooEarly = true
      scheduleRefreshing()
    }

    /// Notes the objects that a notification of changes names.
    func noteNames(_ objects: Set<NSManagedObject>) {
      // Earlier reports belong to another event, unless their merge still waits for a refresh.
      if !refreshes.isScheduled { eventKeys.reportedUnnamed = [] }
      // Skip objects that another list has refreshed, because they may wait here for the refresh that is reported as
      // their change.
      refreshes.named = Set(
        objects.lazy.filter { [self] in !isRefreshedOnly($0) || !keysTakenIn($0).isEmpty }.map(\.objectID))
      refreshes.unnamed.subtract(refreshes.named)
    }

    /// Schedules a refresh of merged objects that are in the lists, or belong there now, and that no notification of
    /// changes named because they were not registered. An inner controller may miss them.
    func noteMerged(_ news: [AnyHashable: Any]) {
      let updated = news[NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue] as? Set<NSManagedObjectID>
      let unnamed = listed((updated ?? []).subtracting(refreshes.named))
      refreshes.named = []
      guard !unnamed.isEmpty else { return }
      refreshes.unnamed.formUnion(unnamed)
      scheduleRefreshing()
    }

    private func scheduleRefreshing() {
      guard !refreshes.isScheduled else { return }
      refreshes.isScheduled = true
      let events = refreshes.events ?? ContextEvents.of(context)
      refreshes.events = events
      events.refreshLater(for: self) { [weak self] in self?.refreshWaiting() }
    }

    /// Replaces the temporary IDs of objects that got permanent ones since they were found, whether or not they are in
    /// the list.
    func renameSaved() {
      for (id, object) in refreshes.unsaved where object.objectID != id {
        refreshes.unsaved[id] = nil
        rename(id, to: object.objectID)
        if replacing.remove(items.token(of: id)) != nil { replacing.insert(token(of: object)) }
      }
    }

    private func refreshWaiting() {
      // Unprocessed changes become an event of their own, before any object is refreshed.
      context.processPendingChanges()
      refreshes.isScheduled = false
      refreshes.isUnderWay = true
      defer { refreshes.isUnderWay = false }
      renameSaved()
      refreshes.unsaved = [:]
      let unnamed = refreshes.unnamed.subtracting(eventKeys.reportedUnnamed)
      let objects = Set(refreshes.waiting.union(unnamed).filter(context.reaches).map(context.object(with:)))
      revised = refreshes.revised.union(unnamed)
      refreshes.revised = []
      eventKeys.reportedUnnamed = []
      (refreshes.waiting, refreshes.unnamed) = ([], [])
      var (passes, isOrdered) = (0, false)
      repeat {
        passes += 1
        if passes > 1 {
          // The first pass has reported all changes; later passes only move objects.
          replacing.formUnion(objects.map(token(of:)))
          revised = []
        }
        refreshes.refresher.refresh(objects) { object in
          // A dependency of the object has changed, so record a change even if no inner controller reports one.
          if object.hasChanges, revised.contains(object.objectID) { noteChange(of: object, nil) }
        }
        isOrdered = refreshes.refresher.isAbandoned || areInOrder(objects)
      } while !isOrdered && passes < ObjectRefresher.mostPasses
      // Set only after the last pass, because a delivery between two passes would fetch needlessly.
      if !isOrdered { isDisordered = true }
      // All reports have come. An object that no inner controller reported stays in its shown section, and its next
      // change is an ordinary one.
      let silent = replacing.intersection(objects.map(token(of:)))
      replacing.subtract(silent)
      settleOldKeys()
      refreshes.noteStuck(silent.intersection(engine.aliasedRows))
      refreshes.refresher.end()
      findWrongKeys(among: objects)
      revised = []
      refreshesEnded?()
    }

    /// Whether the inner controllers have the objects at the places that their current sort values require.
    private func areInOrder(_ objects: Set<NSManagedObject>) -> Bool {
      if relatedOfItems.isEmpty, relatedOfSections.isEmpty { return true }
      return ([items.controller, sections.controller] + (order.map { [$0.controller] } ?? [])).allSatisfy {
        ObjectRefresher.areInOrder(objects, in: $0)
      }
    }

    /// Corrects the engine's keys of groups that the inner list made from newer stored keys than the context had. Their
    /// rows are already at the right places, so no report will come.
    private func settleOldKeys() {
      guard !isBehind, engine.groupCount == items.groupCount else { return }
      for key in engine.aliasedKeys {
        for group in engine.groups(withKey: key) {
          let current = self.key(ofGroup: group)
          if current != key { _ = engine.setKey(ofGroup: group, to: current) }
        }
      }
    }

    /// Checks whether a group has a key other than that of its rows, because it was read while it had other rows, or
    /// from objects that were older than the store. In the second case, a refreshed item has its place already, and an
    /// inner controller need not report it.
    ///
    /// - Complexity: O(refreshed objects), and O(groups) if the lists were built while rows waited.
    private func findWrongKeys(among objects: Set<NSManagedObject>) {
      let placed = objects.compactMap { object in items.place(of: object).map { (object: object, place: $0) } }
      if isBehind { return placed.forEach { check.note(uncheckedItem: $0.object) } }
      guard engine.groupCount == items.groupCount else { return }
      if placed.contains(where: { !engine.isGroup(at: $0.place, of: path.key(ofItem: $0.object)) }) {
        hasWrongKeys = true
      }
      guard refreshes.wereBuiltTooEarly, !hasWrongKeys else { return }
      refreshes.wereBuiltTooEarly = false
      hasWrongKeys = (0..<items.groupCount).contains {
        !engine.isGroup(at: RowPlace(section: $0, item: 0), of: key(ofGroup: $0))
      }
    }

    /// Whether a notification names an object only because a controller of the context refreshes it. The context may
    /// name it several times.
    func isRefreshedOnly(_ object: NSManagedObject) -> Bool { refreshes.refresher.isAnnounced(object) }

    /// Fills the faults among objects, with one fetch for each entity.
    ///
    /// - Returns: the filled objects. Keep them alive, or they become faults again.
    func fill(_ ids: Set<NSManagedObjectID>) -> [NSManagedObject] { ObjectRefresher.fill(ids, in: context) }

    /// Whether an object is reported only because these lists are refreshing it.
    func isPlacedAnewOnly(_ object: NSManagedObject) -> Bool { refreshes.refresher.isRefreshing(object) }

    /// The properties that a refresh changed, because another context or process had stored new values.
    func keysTakenIn(_ object: NSManagedObject) -> Set<String> { refreshes.refresher.keysTakenIn(object) }
  }
#endif
