import CoreData
import Foundation

/// The requests that made the cache files of this process, by cache name.
///
/// Apple's controller does not compare the predicate of a cache file with that of its request. A file from another
/// predicate causes wrong rows or an exception, so it is deleted. The request of a file from an earlier launch is not
/// known, so that file is deleted, too.
///
/// Unchecked: everything is behind the lock.
package final class CacheLedger: @unchecked Sendable {
  package static let shared = CacheLedger { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: $0) }

  private let lock = NSLock()
  private var makers: [String: Maker] = [:]
  private let delete: (String?) -> Void

  package init(delete: @escaping (String?) -> Void) { self.delete = delete }

  /// The parts of a request that decide which rows a file holds.
  private struct Maker: Equatable {
    let entity: String?
    let predicate: NSPredicate?
    let order: [NSSortDescriptor]
    let path: String?
    let includes: [Bool]
    let stores: [String?]

    init(_ request: NSFetchRequest<NSManagedObject>, by path: String?, in context: NSManagedObjectContext) {
      entity = request.entityName
      predicate = request.predicate
      order = request.sortDescriptors ?? []
      self.path = path
      includes = [request.includesSubentities, request.includesPendingChanges]
      let all = context.persistentStoreCoordinator?.persistentStores ?? []
      stores = (request.affectedStores ?? all).map(\.identifier)
    }
  }

  /// Deletes a cache file, unless an equal request made it in this process.
  package func prepare(
    _ name: String?, for request: NSFetchRequest<NSManagedObject>, by path: String?, in context: NSManagedObjectContext
  ) {
    guard let name else { return }
    let maker = Maker(request, by: path, in: context)
    lock.lock()
    defer { lock.unlock() }
    guard makers[name] != maker else { return }
    delete(name)
    makers[name] = maker
  }

  /// Deletes a cache file, or all files if the name is nil, and forgets the requests that made them.
  package func deleteCache(_ name: String?) {
    lock.lock()
    defer { lock.unlock() }
    if let name { makers[name] = nil } else { makers = [:] }
    delete(name)
  }
}
