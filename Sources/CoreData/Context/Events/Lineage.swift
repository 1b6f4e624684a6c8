/// The part of a context that its children read and change while they are on their own queues.
struct Lineage {
  /// In the order in which they were made.
  private(set) var children: [ContextHandle] = []
  /// Counts the events: what a child reads changes with one only, since the context's changes are processed before.
  private(set) var number = 0
  /// The keys that became permanent while there were children, which take them over on their queues.
  private(set) var promotions: [ContextEvent.Promotion] = []
  /// The same by the temporary ones.
  private(set) var permanentKeys: [RowKey: RowKey] = [:]
  private var unmerged = UnmergedKeys()

  mutating func add(_ child: ContextHandle) {
    children.removeAll { $0.isEmpty }
    children.append(child)
  }

  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  mutating func note(_ event: ContextEvent, callerMerges: Bool) {
    number += 1
    // Nothing is kept for a child that is gone.
    children.removeAll { $0.isEmpty }
    guard !children.isEmpty else { return }
    if !callerMerges { unmerged.add(event) }
    guard !event.promotions.isEmpty else { return }
    promotions += event.promotions
    for promotion in event.promotions { permanentKeys[promotion.temporary] = promotion.permanent }
  }

  /// Notes that objects have lost changes which a child may have saved to here.
  mutating func noteLosses(_ keys: [RowKey]) {
    guard !children.isEmpty else { return }
    for key in keys { unmerged.add(key) }
  }

  /// Returns the keys that a save merges into the children, and forgets them.
  mutating func takeUnmerged() -> SavedKeys { unmerged.take() }
}
