import Foundation

/// The reason why a tree cannot be fetched. The tree is then as before.
public enum TreeFetchError: Error, Hashable, Sendable {
  /// The key of the parent is not a to-one relationship from the entity to an entity of nodes.
  ///
  /// - `key`: the key.
  /// - `reason`: the fault in the key, and the remedy.
  case invalidParent(key: String, reason: String)
  /// The key of the children is not an ordered to-many relationship, or not the inverse of the relationship to the
  /// parent.
  ///
  /// - `key`: the key.
  /// - `reason`: the fault in the key, and the remedy.
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
