/// The part of a context that its children read and change from their own queues.
struct Lineage {
  /// The children, in the order of creation.
  private(set) var children: [ContextHandle] = []
  /// The number of events. Rows that a child reads change only with an event, because the context first processes its
  /// pending changes.
  private(set) var number = 0
  /// The keys that became permanent while there were children. The children take them over on their queues.
  private(set) var promotions: [ContextEvent.Promotion] = []
  /// The permanent keys in `promotions`, by temporary key.
  private(set) var permanentKeys: [RowKey: RowKey] = [:]
  private var unmerged = UnmergedKeys()

  mutating func add(_ child: ContextHandle) {
    children.removeAll { $0.isEmpty }
    children.append(child)
  }

  /// Records an event for the children: its permanent keys, and the keys that the next save merges into them.
  ///
  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  mutating func note(_ event: ContextEvent, callerMerges: Bool) {
    number += 1
    // Keeps no changes for children that are gone.
    children.removeAll { $0.isEmpty }
    guard !children.isEmpty else { return }
    if !callerMerges { unmerged.add(event) }
    guard !event.promotions.isEmpty else { return }
    promotions += event.promotions
    for promotion in event.promotions { permanentKeys[promotion.temporary] = promotion.permanent }
  }

  /// Notes that objects lost changes that a child may have saved to this context.
  mutating func noteLosses(_ keys: [RowKey]) {
    guard !children.isEmpty else { return }
    for key in keys { unmerged.add(key) }
  }

  /// Returns the keys that a save merges into the children, and forgets them.
  mutating func takeUnmerged() -> SavedKeys { unmerged.take() }
}
