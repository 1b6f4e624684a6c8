import Foundation

/// The reason why a tree cannot be fetched. It is then as before.
public enum TreeFetchError: Error, Hashable, Sendable {
  /// The key of the parent is no to-one relationship of the entity to an entity of nodes.
  ///
  /// - `key`: the key.
  /// - `reason`: the fault in it, and the remedy.
  case invalidParent(key: String, reason: String)
  /// The key of the children is no ordered to-many relationship that is the inverse of the parent's.
  ///
  /// - `key`: the key.
  /// - `reason`: the fault in it, and the remedy.
  case invalidOrder(key: String, reason: String)
}

extension TreeFetchError: LocalizedError, CustomStringConvertible {
  /// A sentence that names the key, with what to do.
  public var description: String {
    switch self {
    case .invalidParent(let key, let reason): "Nodes cannot have “\(key)” as their parent: \(reason)"
    case .invalidOrder(let key, let reason): "Children cannot be in the order of “\(key)”: \(reason)"
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
