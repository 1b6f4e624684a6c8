import CoreData
import Foundation

/// Locates a mistake in one of a controller's two requests. A fetch's error names a property that does not exist, but
/// not the request or the part of it that has the mistake.
enum RequestMistake {
  /// Finds the part of a request that causes a fetch's error.
  ///
  /// - Parameters:
  ///   - error: the error of the controller's fetch.
  ///   - requests: the requests, each with its name for messages and its entity.
  /// - Returns: an error with the same domain and code and a longer message, if a predicate or sort descriptor alone
  ///   causes the same error; otherwise the given error.
  /// - Complexity: that of four fetches of one row.
  static func located(
    _ error: any Error,
    in requests: [(name: String, request: NSFetchRequest<NSManagedObject>, entity: NSEntityDescription)],
    _ context: NSManagedObjectContext
  ) -> any Error {
    let whole = error as NSError
    guard whole.domain == NSCocoaErrorDomain, whole.code == NSCoreDataError else { return error }
    let text = whole.localizedDescription
    for (name, request, entity) in requests {
      let predicate = part(of: entity)
      predicate.predicate = request.predicate
      let order = part(of: entity)
      order.sortDescriptors = request.sortDescriptors
      for (part, noun) in [(predicate, "The predicate"), (order, "A sort descriptor")]
      where message(part, context) == text {
        var details = whole.userInfo
        details[NSLocalizedDescriptionKey] = "\(noun) of the \(name) is wrong: \(text)"
        return NSError(domain: whole.domain, code: whole.code, userInfo: details)
      }
    }
    return error
  }

  private static func part(of entity: NSEntityDescription) -> NSFetchRequest<NSManagedObjectID> {
    let part = NSFetchRequest<NSManagedObjectID>()
    part.entity = entity
    part.resultType = .managedObjectIDResultType
    part.includesPendingChanges = false
    part.fetchLimit = 1
    return part
  }

  /// The message of the error that a request causes; nil if it succeeds.
  private static func message(
    _ request: NSFetchRequest<NSManagedObjectID>, _ context: NSManagedObjectContext
  ) -> String? {
    do {
      _ = try context.fetch(request)
      return nil
    } catch {
      return error.localizedDescription
    }
  }
}
