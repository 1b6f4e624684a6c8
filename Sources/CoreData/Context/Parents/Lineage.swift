/// What the children of a context ask of it while they are on their own queues.
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

  /// - Parameter isTold: whether the children are told of it with the event, or by a save.
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

  /// What the children are to be told with a save.
  mutating func takeUntold() -> SavedKeys { untold.take() }
}
