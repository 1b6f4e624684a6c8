import CoreData
import Foundation
import OrderedRows

/// The reason why rows cannot be moved. Nothing has been changed then.
public enum ListReorderingError: Error, Hashable, Sendable {
  /// The list has not been fetched, or has no context.
  case notFetched
  /// The attribute of the position does not exist.
  ///
  /// - `known`: the attributes of the entity.
  case unknownAttribute(name: String, entity: String, known: [String])
  /// The attribute has a type that has no positions. Whole numbers, floating-point numbers and dates have.
  case unsuitableAttribute(name: String, entity: String)
  /// The list is not sorted by the attribute now.
  ///
  /// - `descriptors`: the keys that it is sorted by.
  case notSorted(by: String, descriptors: [String])
  /// A sort descriptor before that of the position decides that the row cannot be at this place.
  case decidedByOtherKeys([String])
  /// The section of a row cannot be set over a key path.
  ///
  /// - `reason`: what hinders it.
  case sectionNotSettable(path: String, reason: String)
  /// The attribute has fewer values than the list has rows.
  case noRoom(name: String)
  /// A row or a place that is not in the list, or a row that is named twice.
  case noSuchPlace(String)
}

extension ListReorderingError: LocalizedError, CustomStringConvertible {
  /// A sentence that names the attribute, with what to do.
  public var description: String {
    switch self {
    case .notFetched: "The list has not been fetched. Call performFetch() before rows are moved."
    case .unknownAttribute(let name, let entity, let known):
      "\(entity) has no attribute “\(name)” for positions; it has \(NearNames.choices(for: name, among: known))"
    case .unsuitableAttribute(let name, let entity):
      "The attribute \(entity).\(name) cannot be a position. Use an integer, a floating-point number or a date."
    case .notSorted(let name, let descriptors):
      "The list is sorted by \(descriptors.isEmpty ? "nothing" : descriptors.joined(separator: ", ")) and not by "
        + "“\(name)”, so a row would not stay where it was dropped. Give its request a sort descriptor by “\(name)”."
    case .decidedByOtherKeys(let keys):
      "The list is sorted by \(keys.joined(separator: ", ")) first, which decides that the row cannot be there. Change "
        + "these values, or ask ListReordering.target(from:proposed:) for the nearest place."
    case .sectionNotSettable(let path, let reason): "The section of a row cannot be set over “\(path)”: \(reason)"
    case .noRoom(let name): "The attribute “\(name)” has fewer values than the list has rows. Give it a wider type."
    case .noSuchPlace(let text): text
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
