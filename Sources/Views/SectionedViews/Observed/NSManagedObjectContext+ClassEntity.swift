import CoreData
import Foundation
import SectionedFetchedResults

extension NSManagedObjectContext {
  /// The entity of a request. If the request has none, sets the entity of its class.
  ///
  /// Does not use `NSManagedObject.entity()`, because that searches all models that the program has loaded.
  ///
  /// - Returns: the entity; nil if the request names one that the model does not have.
  /// - Throws: ``FetchedSectionsError``.
  func entity<Object: NSManagedObject>(of request: NSFetchRequest<Object>) throws -> NSEntityDescription? {
    let known = entitiesByName
    // Apple's request raises an exception if it was made with a name and is asked for its entity too early.
    if let name = request.entityName { return known[name] }
    if let entity = request.entity { return entity }
    guard !known.isEmpty else { throw FetchedSectionsError.contextWithoutModel }
    let entity = try Self.entity(of: Object.self, in: known)
    request.entity = entity
    return entity
  }

  private static func entity(
    of type: NSManagedObject.Type, in known: [String: NSEntityDescription]
  ) throws -> NSEntityDescription {
    let (whole, short) = (NSStringFromClass(type), String(describing: type))
    let named = known.values.filter { $0.managedObjectClassName == whole }
    // A model may name a class without its module.
    let found =
      named.isEmpty
      ? known.values.filter { ($0.managedObjectClassName ?? "").split(separator: ".").last.map(String.init) == short }
      : named
    // Subentities may have the class of their superentity. The superentity is meant then.
    let highest = found.filter { entity in !found.contains { $0 !== entity && entity.isKindOf(entity: $0) } }
    if highest.count == 1 { return highest[0] }
    let names = (highest.isEmpty ? Array(known.values) : highest).compactMap(\.name).sorted()
    throw highest.isEmpty
      ? FetchedSectionsError.classWithoutEntity(short, known: names)
      : FetchedSectionsError.classOfEntities(short, names)
  }
}
