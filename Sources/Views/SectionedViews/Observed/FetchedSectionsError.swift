import Foundation

/// An error that prevents the fetch of a ``FetchedSectionsState``, in addition to those of
/// `SectionedFetchedResultsError` and of Core Data.
public enum FetchedSectionsError: Error, Hashable, Sendable {
  /// The context has no persistent store coordinator, as that of a SwiftUI environment in which none was set.
  case contextWithoutModel
  /// The model has no entity with the class of a request. `known` are the names of its entities.
  case classWithoutEntity(String, known: [String])
  /// Several entities have the class of a request.
  case classOfEntities(String, [String])
  /// A typed key path has a step that is not a property of a model's class.
  case unnamedKeyPath(String)
}

extension FetchedSectionsError: LocalizedError, CustomStringConvertible {
  /// A sentence that names the class or the key path, and what to do.
  public var description: String {
    switch self {
    case .contextWithoutModel:
      "The context has no persistent store coordinator, and so no model. In SwiftUI, give a view above this one "
        + "the container's context: .environment(\\.managedObjectContext, container.viewContext)."
    case .classWithoutEntity(let name, let known):
      "No entity of the context's model has the class \(name). Set it as the class of an entity, or use requests that "
        + "name an entity: sections:items:by:. The model has \(known.joined(separator: ", "))."
    case .classOfEntities(let name, let entities):
      "Several entities of the context's model have the class \(name): \(entities.joined(separator: ", ")). Use "
        + "requests that name an entity: sections:items:by:."
    case .unnamedKeyPath(let path):
      "The key path \(path) does not read properties of the model: each step has to be a relationship or an attribute, "
        + "declared with @NSManaged. Name such properties, or write the key path as text, as by: \"country.code\"."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
