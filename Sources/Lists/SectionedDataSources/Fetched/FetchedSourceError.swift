import CoreData
import Foundation
import OrderedRows

/// The reasons why a fetched source cannot fetch or edit. The list is then as before.
public enum FetchedSourceError: Error, Hashable, Sendable {
  /// A request has no sort descriptors, so that its objects have no order.
  case missingSortDescriptors(entity: String)
  /// A request names no entity of the context's model.
  ///
  /// - `name`: the name in the request; nil when it was made without a name and without an entity.
  /// - `known`: the entities of the model.
  case unknownEntity(name: String?, known: [String])
  /// Objects cannot be grouped by a key path.
  ///
  /// - `path`: the key path.
  /// - `reason`: the fault of the key path, and the remedy.
  case invalidGrouping(path: String, reason: String)
  /// Items cannot be ordered by a relationship of their section objects.
  ///
  /// - `name`: the name of the relationship.
  /// - `reason`: the fault of the relationship, and the remedy.
  case invalidOrder(name: String, reason: String)
  /// The results of a request are not objects that a list can follow.
  ///
  /// - `reason`: the fault in the request, and the remedy.
  case unfollowedResults(reason: String)
  /// An item's section cannot be set, because the key path has other objects between the item and its section object.
  case sectionNotSettable(path: String)
}

extension FetchedSourceError: LocalizedError, CustomStringConvertible {
  /// A sentence that names the entity or the path, and says what to do.
  public var description: String {
    switch self {
    case .missingSortDescriptors(let entity):
      "The fetch request for \(entity) has no sort descriptors. Give it at least one: a list has an order."
    case .unknownEntity(let name, let known):
      "The fetch request names \(name.map { "“\($0)”, which is no entity" } ?? "no entity") of the context's model. "
        + (known.isEmpty
          ? "The context has no model: give it a persistent store coordinator first."
          : "The model has \(NearNames.choices(for: name ?? "", among: known))")
    case .invalidGrouping(let path, let reason): "Objects cannot be grouped by “\(path)”: \(reason)"
    case .invalidOrder(let name, let reason): "Items cannot be ordered by “\(name)”: \(reason)"
    case .unfollowedResults(let reason): "The results of the fetch request cannot be followed: \(reason)"
    case .sectionNotSettable(let path):
      "A new item cannot be put into a section over “\(path)”: set the relationships yourself, in the closure that is "
        + "given the item."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
