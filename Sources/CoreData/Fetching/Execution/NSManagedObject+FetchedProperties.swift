import Foundation

extension NSManagedObject {
  /// What the request of a fetched property finds now, in its order; nil where the entity has no such property.
  ///
  /// It is fetched each time, so that it never lags behind the objects.
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

/// What the predicate of a fetched property reads of it: `$FETCHED_PROPERTY.userInfo.search`.
extension NSPropertyDescription: KeyValueReadable {
  func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "entity": entity
    case "userInfo": userInfo
    default: nil
    }
  }
}
