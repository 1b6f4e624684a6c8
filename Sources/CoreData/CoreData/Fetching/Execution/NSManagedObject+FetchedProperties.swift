import Foundation

extension NSManagedObject {
  /// The results of a fetched property's request, in order; nil if the entity has no such property.
  ///
  /// The request is executed at each access, so that the results are never outdated.
  final func fetchedValue(named key: String) -> [Any]? {
    guard let property = entity.propertiesByName[key] as? NSFetchedPropertyDescription else { return nil }
    guard let context = managedObjectContext,
      let request = property.fetchRequest?.copy(giving: (any NSFetchRequestResult).self)
    else { return [] }
    request.predicate = request.predicate?.withSubstitutionVariables([
      "FETCH_SOURCE": self, "FETCHED_PROPERTY": property,
    ])
    do {
      return try context.fetch(request)
    } catch {
      ModelNote.log("the fetched property \(entity.name ?? "").\(key) has no value: \(error)")
      return []
    }
  }
}
