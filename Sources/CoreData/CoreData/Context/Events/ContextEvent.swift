/// The changes of a context in one event. It holds keys instead of objects, so that no object is created for it.
///
/// Each key is in only one of the lists. A merge may also name keys of objects that are not registered in the
/// context, so that a results controller can insert rows that now match.
///
/// A class, so that passing an event to an observer does not copy its lists. An event is not modified once observers
/// can see it, so exclusivity checks of its lists are turned off.
// Unchecked: an event is not modified once it waits to be delivered.
package final class ContextEvent: @unchecked Sendable {
  struct Update: Sendable {
    let key: RowKey
    /// The slots that changed, including those of to-many relationships; nil if unknown.
    let slots: SlotSet?
    /// The slots whose changes may move the object in a list. They include external changes that this context has
    /// already fetched without notifying a list. Nil if unknown.
    let placing: SlotSet?

    init(key: RowKey, slots: SlotSet?) { self.init(key: key, slots: slots, placing: slots) }

    init(key: RowKey, slots: SlotSet?, placing: SlotSet?) {
      (self.key, self.slots, self.placing) = (key, slots, placing)
    }
  }

  package struct Promotion: Sendable {
    let temporary: RowKey
    let permanent: RowKey
  }

  /// The keys of inserted objects, in the order of insertion.
  @exclusivity(unchecked) var inserted: [RowKey] = []
  @exclusivity(unchecked) var updated: [Update] = []
  /// The rows of `inserted` and `updated`, in the same order, if another context's save provided them; otherwise
  /// empty.
  var insertedRows: [Row] = []
  var updatedRows: [Row?] = []
  /// Whether those rows were read for this event, so that they are the newest stored ones.
  @exclusivity(unchecked) var hasNewestRows = false
  @exclusivity(unchecked) var deleted: [RowKey] = []
  /// Objects that were merged or refreshed. It is unknown which of their slots changed.
  @exclusivity(unchecked) var refreshed: [RowKey] = []
  /// Objects that have no row any more. They count as deleted until they are fetched again.
  @exclusivity(unchecked) var invalidated: [RowKey] = []
  /// Whether everything is invalid, because the context was reset or a store was removed.
  @exclusivity(unchecked) var invalidatedAll = false
  /// Objects that received permanent keys; those of one store are in the order of insertion. The other lists contain the
  /// permanent keys.
  @exclusivity(unchecked) var promotions: [Promotion] = []
  /// Whether the event brings a new saved state of the stores: it is a save of this context, or a merge of another's.
  @exclusivity(unchecked) var storeChanged = false
  /// The numbers of the saves that the event reports (see `NSPersistentStoreCoordinator.numberingSave`): of this
  /// context's own save, or of the merged one, from the user info of its did-save notification. Empty if unknown.
  @exclusivity(unchecked) var saves: [Int] = []
  /// The writes of other processes and coordinators that the event reports.
  @exclusivity(unchecked) var external: [ExternalSpan] = []
  /// Whether the event is a transaction of the persistent history. Lists may have followed it already.
  @exclusivity(unchecked) var isOfHistory = false

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty
      && !invalidatedAll && promotions.isEmpty && !storeChanged
  }

  /// Whether no key occurs twice in the lists, because a results list cannot place an object twice.
  var namesEachOnce: Bool {
    var keys: Set<RowKey> = []
    return [inserted, updated.map(\.key), deleted, refreshed, invalidated].joined().allSatisfy {
      keys.insert($0).inserted
    }
  }

  /// Returns a copy of the event in which permanent keys replace temporary ones.
  func promoted(_ keys: [RowKey: RowKey]) -> ContextEvent {
    func permanent(_ key: RowKey) -> RowKey { keys[key] ?? key }
    let event = ContextEvent()
    event.inserted = inserted.map(permanent)
    event.insertedRows = insertedRows
    event.updated = updated.map { Update(key: permanent($0.key), slots: $0.slots, placing: $0.placing) }
    event.updatedRows = updatedRows
    event.hasNewestRows = hasNewestRows
    event.deleted = deleted.map(permanent)
    event.refreshed = refreshed.map(permanent)
    event.invalidated = invalidated
    event.invalidatedAll = invalidatedAll
    event.promotions = promotions
    event.storeChanged = storeChanged
    event.saves = saves
    event.external = external
    event.isOfHistory = isOfHistory
    return event
  }
}
