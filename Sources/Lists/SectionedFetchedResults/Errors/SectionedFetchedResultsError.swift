import CoreData
import Foundation
import OrderedRows
import SectionedChanges

/// An error because of which a `SectionedFetchedResultsController` cannot show its list, or shows a different one than
/// the program intended.
public enum SectionedFetchedResultsError: Error, Hashable, Sendable {
  /// A request's entity is missing or is not in the context's model.
  ///
  /// - `request`: which of the two requests.
  /// - `name`: the entity name of the request; nil if it was made without a name and an entity.
  /// - `known`: the entities of the model.
  case unknownEntity(request: String, name: String?, known: [String])
  /// The grouping key path does not consist of to-one relationships to the section entity and an attribute of it.
  ///
  /// - `path`: the key path.
  /// - `step`: the component that is wrong.
  /// - `reason`: what is wrong with it, and what would be right.
  case invalidGroupingPath(path: String, step: String, reason: String)
  /// A key path of `itemDependencies` or `sectionDependencies` is invalid. Path, step and reason are as in
  /// ``invalidGroupingPath(path:step:reason:)``.
  case invalidDependency(path: String, step: String, reason: String)
  /// The controller's `sectionNameKeyPath` is invalid. Path, step and reason are as in
  /// ``invalidGroupingPath(path:step:reason:)``. The path begins at the section, as in `name`, not at the item.
  case invalidSectionName(path: String, step: String, reason: String)
  /// The controller's `sectionIndexTitleKeyPath` is invalid. Path, step and reason are as in
  /// ``invalidSectionName(path:step:reason:)``.
  case invalidSectionIndexTitle(path: String, step: String, reason: String)
  /// An aggregate of the controller cannot be computed.
  ///
  /// - `name`: the name of the aggregate.
  /// - `reason`: what is wrong with it.
  case invalidAggregate(name: String, reason: String)
  /// The section request has a limit or an offset. That is not supported, because items of a section that is left out
  /// would have no section.
  case limitedSections(limit: Int, offset: Int)
  /// Several sections have the same key, so it is ambiguous to which one an item belongs. Only a fetch by the program
  /// throws this error. A list that follows changes, or recovers from a reset, reports it and shows the items in the
  /// first of the sections.
  ///
  /// - `key`: the key as text.
  /// - `sections`: in the order of the section fetch.
  case duplicateKey(key: String, sections: [NSManagedObjectID])
  /// Sections have no key, so no item can belong to them. The IDs are in the order of the section request.
  case missingKey(sections: [NSManagedObjectID])
  /// The inner controller's reports contradicted its list, so the lists were compared whole instead.
  case inconsistentChanges(String)
}

extension SectionedFetchedResultsError: LocalizedError, CustomStringConvertible {
  /// A message that names the entity, the path or the objects, and says what to do if that is known.
  public var description: String {
    switch self {
    case .unknownEntity(let request, let name, let known):
      "The \(request) names \(name.map { "“\($0)”, which is no entity" } ?? "no entity") of the context's model. "
        + (known.isEmpty
          ? "The context has no model: give it a persistent store coordinator first."
          : "The model has \(NearNames.choices(for: name ?? "", among: known))")
    case .invalidGroupingPath(let path, let step, let reason):
      "The grouping key path “\(path)” is wrong at “\(step)”: \(reason)"
    case .invalidDependency(let path, let step, let reason):
      "The key path “\(path)” that was given as a dependency is wrong at “\(step)”: \(reason)"
    case .invalidSectionName(let path, let step, let reason):
      "The section name key path “\(path)” is wrong at “\(step)”: \(reason)"
    case .invalidSectionIndexTitle(let path, let step, let reason):
      "The section index title key path “\(path)” is wrong at “\(step)”: \(reason)"
    case .invalidAggregate(let name, let reason):
      "The aggregate “\(name)” cannot be computed: \(reason)"
    case .limitedSections(let limit, let offset):
      "The section request has the limit \(limit) and the offset \(offset), which a list does not follow. "
        + "Choose the sections by its predicate."
    case .duplicateKey(let key, let sections):
      "\(sections.count) sections have the key “\(key)”: \(Self.list(sections)). "
        + "Give each section a key of its own, such as a UUID attribute, or fetch only one of them."
    case .missingKey(let sections):
      "\(sections.count) sections have no key: \(Self.list(sections)). "
        + "Give each section a value there, or exclude those without by the section request's predicate."
    case .inconsistentChanges(let reason):
      "The reported changes did not fit the fetched objects and were worked out by comparing the whole lists: \(reason)"
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }

  private static func list(_ ids: [NSManagedObjectID]) -> String {
    let shown = ids.prefix(5).map { "\(named: $0)" }.joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }
}
