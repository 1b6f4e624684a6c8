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

  mutating func add(_ child: ContextHandle) {
    children.removeAll { $0.isEmpty }
    children.append(child)
  }

  mutating func note(_ event: ContextEvent) {
    number += 1
    guard !event.promotions.isEmpty, !children.isEmpty else { return }
    promotions += event.promotions
    for promotion in event.promotions { permanentKeys[promotion.temporary] = promotion.permanent }
  }
}
