/// The changes of a context in one event, as keys, so that naming an object does not create it.
///
/// A key is in one list only. A merge may also name keys of objects that are not registered in the context, so that a
/// results controller can pick up rows that begin to match.
///
/// A class, so that handing an event to an observer does not copy its lists. Nothing changes an event that observers
/// can see, so the lists that each observer reads are not checked for exclusive access.
// Unchecked: nothing changes an event any more once it waits to be delivered.
package final class ContextEvent: @unchecked Sendable {
  struct Update: Sendable {
    let key: RowKey
    /// The slots that changed, those of to-many relationships included; nil where they are not known.
    let slots: SlotSet?
    /// The slots by which a list may have to place the object again. They include external changes that this context
    /// has already fetched without notifying a list. Nil where they are not known.
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

  /// In the order of insertion.
  @exclusivity(unchecked) var inserted: [RowKey] = []
  @exclusivity(unchecked) var updated: [Update] = []
  /// The rows of those two, in their order, where another context's save brought them along; else empty.
  var insertedRows: [Row] = []
  var updatedRows: [Row?] = []
  /// Whether those rows were read for the event, so that they are those that are stored now.
  @exclusivity(unchecked) var hasNewestRows = false
  @exclusivity(unchecked) var deleted: [RowKey] = []
  /// Merged or refreshed: which slots changed is not known.
  @exclusivity(unchecked) var refreshed: [RowKey] = []
  /// No longer backed by a row, so that they count as deleted until they are fetched again.
  @exclusivity(unchecked) var invalidated: [RowKey] = []
  /// Everything is invalid: the context was reset, or a store was removed.
  @exclusivity(unchecked) var invalidatedAll = false
  /// Objects that a save gave permanent keys, in the order of insertion. The lists above name the permanent ones.
  @exclusivity(unchecked) var promotions: [Promotion] = []
  /// Whether the stores' last saved state changed with the event: a save of this context, or a merge of another's.
  @exclusivity(unchecked) var storeChanged = false
  /// The numbers of the saves that the event reports (`NSPersistentStoreCoordinator.numberingSave`): this context's
  /// own, or the merged one's, from its did-save notification's user info. Empty where they are not known.
  @exclusivity(unchecked) var saves: [Int] = []
  /// The writes of other processes and coordinators to the stores, as far as the event reports them.
  @exclusivity(unchecked) var external: [ExternalSpan] = []
  /// Whether the event is a transaction of a history, which lists may have followed already.
  @exclusivity(unchecked) var isOfHistory = false

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty
      && !invalidatedAll && promotions.isEmpty && !storeChanged
  }

  /// Whether each key is in one list only, and once: a list cannot place an object twice.
  var namesEachOnce: Bool {
    var keys: Set<RowKey> = []
    return [inserted, updated.map(\.key), deleted, refreshed, invalidated].joined().allSatisfy {
      keys.insert($0).inserted
    }
  }

  /// The same event where keys became permanent before it was delivered.
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
