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
  private var untold = UntoldKeys()

  mutating func add(_ child: ContextHandle) {
    children.removeAll { $0.isEmpty }
    children.append(child)
  }

  /// - Parameter isTold: whether the caller notifies the children itself; otherwise the next save does.
  mutating func note(_ event: ContextEvent, isTold: Bool) {
    number += 1
    // Nothing is kept for a child that is gone.
    children.removeAll { $0.isEmpty }
    guard !children.isEmpty else { return }
    if !isTold { untold.add(event) }
    guard !event.promotions.isEmpty else { return }
    promotions += event.promotions
    for promotion in event.promotions { permanentKeys[promotion.temporary] = promotion.permanent }
  }

  /// Notes that objects have lost changes which a child may have saved to here.
  mutating func noteLosses(_ keys: [RowKey]) {
    guard !children.isEmpty else { return }
    for key in keys { untold.add(key) }
  }

  /// Takes the keys that a save reports to the children.
  mutating func takeUntold() -> SavedKeys { untold.take() }
}
