import CoreData
import Foundation

/// Why a fetched source cannot fetch what it was asked for. The list is then as before.
public enum FetchedSourceError: Error, Hashable, Sendable {
  /// A request has no sort descriptors, so that its objects have no order to be kept in.
  case missingSortDescriptors(entity: String)
  /// A request names no entity of the context's model.
  ///
  /// - `name`: what it names; nil when it was made without a name and without an entity.
  /// - `known`: the entities of the model.
  case unknownEntity(name: String?, known: [String])
  /// Objects cannot be grouped by a key path.
  ///
  /// - `path`: the key path.
  /// - `reason`: what is wrong with it, and what would be right.
  case invalidGrouping(path: String, reason: String)
  /// An item cannot be given a section: more than one object lies on the way from the one to the other.
  case sectionNotSettable(path: String)
}

extension FetchedSourceError: LocalizedError, CustomStringConvertible {
  /// A sentence that names the entity or the path, with what to do.
  public var description: String {
    switch self {
    case .missingSortDescriptors(let entity):
      "The fetch request for \(entity) has no sort descriptors. Give it at least one: a list has an order."
    case .unknownEntity(let name, let known):
      "The fetch request names \(name.map { "“\($0)”, which is no entity" } ?? "no entity") of the context's model. "
        + (known.isEmpty
          ? "The context has no model: give it a persistent store coordinator first."
          : "The model has \(known.joined(separator: ", ")).")
    case .invalidGrouping(let path, let reason): "Objects cannot be grouped by “\(path)”: \(reason)"
    case .sectionNotSettable(let path):
      "A new item cannot be put into a section over “\(path)”: set the relationships yourself, in the closure that is "
        + "given the item."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
