#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  /// The objects at which the inner controllers are to look again, and the results of refreshing them.
  struct Refreshes {
    fileprivate var waiting: Set<NSManagedObjectID> = []
    /// The waiting objects whose refresh counts as their change.
    fileprivate var revised: Set<NSManagedObjectID> = []
    /// The waiting objects that have temporary IDs: they may be saved before they are refreshed.
    fileprivate var unsaved: [NSManagedObjectID: NSManagedObject] = [:]
    fileprivate var isScheduled = false
    /// Whether the waiting objects are being refreshed, one after the other.
    fileprivate var isUnderWay = false
    /// The events of the context, once a refresh was scheduled: all lists of the context refresh in one event.
    fileprivate var events: ContextEvents?
    /// The objects that the last notification of changes named.
    fileprivate var named: Set<NSManagedObjectID> = []
    /// The objects that a merge changed and no notification has named yet.
    fileprivate var unnamed: Set<NSManagedObjectID> = []
    /// Refreshes them.
    fileprivate let refresher: ObjectRefresher
    /// Objects to be placed anew that were reported already, while more are still to come.
    private var reported: Set<ItemToken> = []
    /// Objects that were refreshed to be placed anew and that no inner controller reported. They keep their section.
    private var stuck: Set<ItemToken> = []

    init(_ context: NSManagedObjectContext) { refresher = ObjectRefresher(context) }

    /// Whether the lists were built while rows waited to be placed anew, which may have given their groups a key that is
    /// not theirs.
    fileprivate var wereBuiltTooEarly = false

    /// Objects that were placed anew, or will not be.
    var settled: Set<ItemToken> { reported.union(stuck) }

    /// Whether no object kept its section although it was to be placed anew.
    var allArePlaced: Bool { stuck.isEmpty }

    /// Replaces the ID of an object that waits and has got another one.
    mutating func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {
      if waiting.remove(old) != nil { waiting.insert(new) }
      if unnamed.remove(old) != nil { unnamed.insert(new) }
    }

    mutating func noteReported(_ token: ItemToken) { reported.insert(token) }
    mutating func noteStuck(_ tokens: Set<ItemToken>) { stuck.formUnion(tokens) }
    mutating func forgetReported() { reported = [] }
    mutating func forgetStuck() { stuck = [] }

    /// Begins anew, because the lists are built.
    ///
    /// - Parameter isEarly: whether rows are known that have yet to be placed anew.
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
    /// Not at once: this is called while the context reports an event, as in the middle of a save. Refreshing an object
    /// reads what other contexts and processes stored since, and the save would overwrite it unnoticed.
    ///
    /// - Parameter revised: those of which that is a change.
    func refresh(_ ids: Set<NSManagedObjectID>, revised: Set<NSManagedObjectID>) {
      refreshes.waiting.formUnion(ids)
      refreshes.revised.formUnion(revised)
      for id in ids where id.isTemporaryID { refreshes.unsaved[id] = context.registeredObject(for: id) }
      scheduleRefreshing()
    }

    /// Whether a refresh waits.
    var isRefreshing: Bool { refreshes.isScheduled }

    /// Whether groups may have keys that are not their rows', until a refresh has placed these.
    var mayHaveWrongKeys: Bool { refreshes.wereBuiltTooEarly }

    /// Takes over the refreshes that wait in the lists before these, and the rest of a refresh that is under way, because
    /// a delegate that is notified of a refreshed object may fetch.
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
      // What was reported before belongs to another event, unless its merge still waits for a refresh.
      if !refreshes.isScheduled { eventKeys.reportedUnnamed = [] }
      // Another list of the context may have refreshed an object that waits here for the refresh that counts as its
      // change.
      refreshes.named = Set(
        objects.lazy.filter { [self] in !isRefreshedOnly($0) || !keysTakenIn($0).isEmpty }.map(\.objectID))
      refreshes.unnamed.subtract(refreshes.named)
    }

    /// Schedules a refresh of objects of the list that another context changed while they were not registered, and of
    /// those that belong to it now: a merge names none of them, and an inner controller may miss them.
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

    /// Replaces the temporary IDs of objects that were saved while they waited, in the list or not.
    private func renameSaved() {
      for (id, object) in refreshes.unsaved where object.objectID != id {
        refreshes.rename(id, to: object.objectID)
        if refreshes.revised.remove(id) != nil { refreshes.revised.insert(object.objectID) }
        if replacing.remove(items.token(of: id)) != nil { replacing.insert(token(of: object)) }
      }
      refreshes.unsaved = [:]
    }

    private func refreshWaiting() {
      // What waits to be processed is an event of its own, and no object is refreshed in it.
      context.processPendingChanges()
      refreshes.isScheduled = false
      refreshes.isUnderWay = true
      defer { refreshes.isUnderWay = false }
      renameSaved()
      let unnamed = refreshes.unnamed.subtracting(eventKeys.reportedUnnamed)
      let ids = refreshes.waiting.union(unnamed)
      revised = refreshes.revised.union(unnamed)
      refreshes.revised = []
      eventKeys.reportedUnnamed = []
      (refreshes.waiting, refreshes.unnamed) = ([], [])
      var tokens: Set<ItemToken> = []
      var (passes, isOrdered) = (0, false)
      repeat {
        passes += 1
        if passes > 1 {
          // What counts as a change has been reported.
          replacing.formUnion(tokens)
          revised = []
        }
        refreshes.refresher.refresh(ids) { id, object in
          guard let object else {
            tokens.insert(items.token(of: id))
            return
          }
          tokens.insert(token(of: object))
          // An object that it depends on has changed, whether or not an inner controller reports it.
          if object.hasChanges, revised.contains(id) { noteChange(of: object, nil) }
        }
        isOrdered = refreshes.refresher.isAbandoned || areInOrder(ids)
      } while !isOrdered && passes < ObjectRefresher.mostPasses
      // Only now: a delivery between two passes would fetch for nothing.
      if !isOrdered { isDisordered = true }
      // Everything that will be reported has been. An object that no inner controller reported stays in the section
      // that it is shown in, and its next change is one like any other.
      let silent = tokens.intersection(replacing)
      replacing.subtract(silent)
      settleOldKeys()
      refreshes.noteStuck(silent.intersection(engine.aliasedRows))
      refreshes.refresher.end()
      findWrongKeys()
      revised = []
      refreshesEnded?()
    }

    /// Whether the inner controllers have objects where related ones put them.
    private func areInOrder(_ ids: Set<NSManagedObjectID>) -> Bool {
      if relatedOfItems.isEmpty, relatedOfSections.isEmpty { return true }
      return ([items.controller, sections.controller] + (order.map { [$0.controller] } ?? [])).allSatisfy {
        ObjectRefresher.areInOrder(ids, in: $0)
      }
    }

    /// Corrects the keys of groups that the inner list made by newer keys than the context had: their rows are where they
    /// belong, and no report of them will come.
    private func settleOldKeys() {
      guard !isBehind, engine.groupCount == items.groupCount else { return }
      for key in engine.aliasedKeys {
        for group in engine.groups(withKey: key) {
          let current = self.key(ofGroup: group)
          if current != key { _ = engine.setKey(ofGroup: group, to: current) }
        }
      }
    }

    /// Finds groups whose key is not that of their rows: they were read while other rows were in them.
    ///
    /// - Complexity: O(groups) where the lists were built while rows waited.
    private func findWrongKeys() {
      guard refreshes.wereBuiltTooEarly, !isBehind, engine.groupCount == items.groupCount else { return }
      refreshes.wereBuiltTooEarly = false
      hasWrongKeys = (0..<items.groupCount).contains {
        !engine.isGroup(at: RowPlace(section: $0, item: 0), of: key(ofGroup: $0))
      }
    }

    /// Whether a notification names an object only because a controller of the context refreshes it. It may do so more
    /// than once.
    func isRefreshedOnly(_ object: NSManagedObject) -> Bool { refreshes.refresher.isAnnounced(object) }

    /// Fills the faults among objects, with one fetch for each entity.
    ///
    /// - Returns: the filled objects, to be held: they are faults again when nothing holds them.
    func fill(_ ids: Set<NSManagedObjectID>) -> [NSManagedObject] { ObjectRefresher.fill(ids, in: context) }

    /// Whether an object is reported only because it was refreshed here.
    func isPlacedAnewOnly(_ object: NSManagedObject) -> Bool { refreshes.refresher.isRefreshing(object) }

    /// The properties that changed when an object was refreshed: another context or process stored something since it
    /// was read.
    func keysTakenIn(_ object: NSManagedObject) -> Set<String> { refreshes.refresher.keysTakenIn(object) }
  }
#endif
