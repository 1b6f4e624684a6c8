/// A node that a step may have changed.
struct TreeTouch: Sendable {
  /// Whether the node itself changed, apart from its place.
  private(set) var isRevised: Bool
  /// The properties that changed; nil when that cannot be known.
  private(set) var keys: Set<String>?

  static let placed = TreeTouch(isRevised: false, keys: [])

  /// A node that itself changed. An empty set of keys would say that it did not, so they are then unknown.
  static func revised(_ keys: Set<String>?) -> Self { Self(isRevised: true, keys: keys?.isEmpty == true ? nil : keys) }

  /// Adds what else is known of the node.
  mutating func add(_ other: TreeTouch) {
    if !other.isRevised { return }
    keys = isRevised ? keys.flatMap { keys in other.keys.map { keys.union($0) } } : other.keys
    isRevised = true
  }
}
