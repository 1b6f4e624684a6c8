import CoreData
import Foundation
import OrderedRows

/// The reason why rows cannot be moved. Nothing has changed then.
public enum ListReorderingError: Error, Hashable, Sendable {
  /// The list has not been fetched, or has no context.
  case notFetched
  /// The attribute of the position does not exist.
  ///
  /// - `known`: the attributes of the entity.
  case unknownAttribute(name: String, entity: String, known: [String])
  /// The attribute has a type that cannot be a position. Integers, floating-point numbers and dates can.
  case unsuitableAttribute(name: String, entity: String)
  /// The list is not sorted by the position attribute.
  ///
  /// - `descriptors`: the keys by which it is sorted.
  case notSorted(by: String, descriptors: [String])
  /// A sort descriptor before that of the position does not allow the row at this place.
  case decidedByOtherKeys([String])
  /// The section of a row cannot be set over the grouping key path.
  ///
  /// - `reason`: the reason.
  case sectionNotSettable(path: String, reason: String)
  /// The attribute has fewer values than the list has rows.
  case noRoom(name: String)
  /// A row or a place is not in the list, or a row is given twice.
  case noSuchPlace(String)
}

extension ListReorderingError: LocalizedError, CustomStringConvertible {
  /// A message that names the attribute and says what to do.
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
