import Foundation

/// Reads a `fetchRequest` element: a template of the model, or the request of a fetched property.
enum XMLFetchRequestReader {
  /// - Parameters:
  ///   - element: the element. A missing flag has the default of a new `NSFetchRequest`.
  ///   - owner: the template's name, or the names of the entity and the fetched property.
  static func request(_ element: XMLTree, owner: String) throws -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: try element.required("entity", of: owner))
    request.fetchLimit = try element.count("fetchLimit", of: owner) ?? request.fetchLimit
    request.fetchBatchSize = try element.count("fetchBatchSize", of: owner) ?? request.fetchBatchSize
    request.includesSubentities = element.flag("includeSubentities", default: request.includesSubentities)
    request.includesPropertyValues = element.flag("includePropertyValues", default: request.includesPropertyValues)
    request.includesPendingChanges = element.flag("includesPendingChanges", default: request.includesPendingChanges)
    request.returnsObjectsAsFaults = element.flag("returnObjectsAsFaults", default: request.returnsObjectsAsFaults)
    request.returnsDistinctResults = element.flag("returnDistinctResults", default: request.returnsDistinctResults)
    if let type = try element.count("resultType", of: owner) {
      guard let rawValue = UInt(exactly: type) else { throw element.failure("resultType \(type) is negative", owner) }
      request.resultType = NSFetchRequestResultType(rawValue: rawValue)
    }
    if let format = element.text("predicateString") {
      do {
        request.predicate = try NSPredicate.parse(format: format)
      } catch {
        throw element.failure("predicateString: \(error.description)", owner)
      }
    }
    return request
  }
}
