#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The objects at which the inner controllers are to look again, and the results of refreshing them.
  struct Refreshes {
    fileprivate var waiting: Set<NSManagedObjectID> = []
    fileprivate var isScheduled = false
    /// The objects that the last notification of changes named.
    fileprivate var named: Set<NSManagedObjectID> = []
    /// The objects that a merge changed and no notification has named yet.
    fileprivate var unnamed: Set<NSManagedObjectID> = []
    /// Objects that are refreshed right now.
    fileprivate var current: Set<NSManagedObjectID> = []
    /// The objects that the controllers of the context have refreshed, until that is over.
    fileprivate let announced: RefreshAnnouncements
    /// Objects to be placed anew that were reported already, while more are still to come.
    private var reported: Set<ItemToken> = []
    /// Objects that were refreshed to be placed anew and that no inner controller reported. They keep their section.
    private var stuck: Set<ItemToken> = []

    init(_ context: NSManagedObjectContext) { announced = RefreshAnnouncements(context) }

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
    mutating func forgetPlaced() { (reported, stuck) = ([], []) }
  }

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { true }

    /// Refreshes objects in a block on the context's queue, keeping their changes.
    ///
    /// Not at once: this is called while the context reports an event, as in the middle of a save. Refreshing an object
    /// reads what other contexts and processes stored since, and the save would overwrite it unnoticed.
    func refresh(_ ids: Set<NSManagedObjectID>) {
      refreshes.waiting.formUnion(ids)
      scheduleRefreshing()
    }

    /// Takes over the refreshes that wait in the lists before these.
    func takeRefreshes(of previous: FetchedLists) {
      refreshes.waiting.formUnion(previous.refreshes.waiting)
      refreshes.unnamed.formUnion(previous.refreshes.unnamed)
      refreshes.announced.take(over: previous.refreshes.announced)
      (previous.refreshes.waiting, previous.refreshes.unnamed) = ([], [])
      if !refreshes.waiting.isEmpty || !refreshes.unnamed.isEmpty { scheduleRefreshing() }
    }

    /// Notes the objects that a notification of changes names.
    func noteNames(_ objects: Set<NSManagedObject>) {
      refreshes.named = Set(objects.lazy.map(\.objectID))
      refreshes.unnamed.subtract(refreshes.named)
    }

    /// Schedules a refresh of objects of the list that another context changed while they were not registered: a merge
    /// names none of them, and an inner controller may miss them.
    func noteMerged(_ news: [AnyHashable: Any]) {
      let updated = news[NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue] as? Set<NSManagedObjectID>
      let unnamed = (updated ?? []).subtracting(refreshes.named).filter { id in
        let object = context.object(with: id)
        if id.entity.isKindOf(entity: items.entity), items.place(of: object) != nil { return true }
        return slot(of: object) != nil
      }
      refreshes.named = []
      guard !unnamed.isEmpty else { return }
      refreshes.unnamed.formUnion(unnamed)
      scheduleRefreshing()
    }

    private func scheduleRefreshing() {
      guard !refreshes.isScheduled else { return }
      refreshes.isScheduled = true
      let box = QueueBox(self)
      context.perform { box.object?.refreshWaiting() }
    }

    private func refreshWaiting() {
      refreshes.isScheduled = false
      // What waits to be processed is an event of its own, and no object is refreshed in it.
      context.processPendingChanges()
      let ids = refreshes.waiting.union(refreshes.unnamed.subtracting(eventKeys.reportedUnnamed))
      eventKeys.reportedUnnamed = []
      (refreshes.waiting, refreshes.unnamed) = ([], [])
      var tokens: Set<ItemToken> = []
      refreshes.current = ids
      for id in ids {
        // A fault is filled first: refreshing one notifies no observer.
        guard let object = try? context.existingObject(with: id), !object.isDeleted else {
          tokens.insert(items.token(of: id))
          continue
        }
        tokens.insert(token(of: object))
        if object.hasChanges {
          nudge(object)
        } else {
          // The notification may come before the call returns: what it will name is noted first.
          RefreshAnnouncements.post([id], values: [id: values(of: object)], in: context)
          context.refresh(object, mergeChanges: true)
        }
      }
      context.processPendingChanges()
      // Everything that will be reported has been. An object that no inner controller reported stays in the section
      // that it is shown in, and its next change is one like any other.
      let silent = tokens.intersection(replacing)
      replacing.subtract(silent)
      refreshes.noteStuck(silent)
      RefreshAnnouncements.post(ids, isOver: true, in: context)
      refreshes.current = []
      refreshesEnded?()
    }

    /// Makes the context name an object with changes as changed. It is not read again: that would take in what other
    /// contexts and processes stored since, and saving the object would overwrite it unnoticed.
    private func nudge(_ object: NSManagedObject) {
      // An object that it depends on has changed, whether or not an inner controller reports it.
      if !replacing.contains(token(of: object)) { noteChange(of: object, nil) }
      // What was changed meanwhile is an event of its own, with changes that count.
      context.processPendingChanges()
      RefreshAnnouncements.post([object.objectID], in: context)
      #if canImport(Darwin)
        guard let key = object.changedValues().keys.first ?? object.entity.attributesByName.keys.first else { return }
        context.undoManager?.disableUndoRegistration()
        object.willChangeValue(forKey: key)
        object.didChangeValue(forKey: key)
        context.processPendingChanges()
        context.undoManager?.enableUndoRegistration()
      #else
        // Our objects compare values, and name nothing that is as it was. A new one is not refreshed at all.
        guard !object.isInserted else { return }
        context.refresh(object, mergeChanges: true)
      #endif
    }

    /// Whether a notification names an object as changed only because a controller of the context had it named.
    func isNamedOnly(_ object: NSManagedObject) -> Bool {
      refreshes.announced.ids.contains(object.objectID) && refreshes.announced.values[object.objectID] == nil
    }

    /// Whether a notification names an object only because a controller of the context refreshes it. It may do so more
    /// than once.
    func isRefreshedOnly(_ object: NSManagedObject) -> Bool {
      refreshes.announced.ids.contains(object.objectID)
    }

    /// Whether an object is reported only because it was refreshed here.
    func isPlacedAnewOnly(_ object: NSManagedObject) -> Bool { refreshes.current.contains(object.objectID) }

    /// The properties that changed when an object was refreshed: another context or process stored something since it
    /// was read.
    func keysTakenIn(_ object: NSManagedObject) -> Set<String> {
      guard let before = refreshes.announced.values[object.objectID] else { return [] }
      let now = values(of: object)
      return Set(before.keys.filter { !EventKeys.isSameValue(before[$0], now[$0]) })
    }

    /// The values that may change when an object is read again, without those stored in external files and to-many
    /// relationships.
    private func values(of object: NSManagedObject) -> [String: Any] {
      let attributes = object.entity.attributesByName.values.filter { !$0.allowsExternalBinaryDataStorage }.map(\.name)
      let relationships = object.entity.relationshipsByName.values.filter { !$0.isToMany }.map(\.name)
      var values: [String: Any] = [:]
      for key in attributes + relationships { values[key] = object.value(forKey: key) ?? NSNull() }
      return values
    }
  }
#endif
