import CoreData
import Foundation

/// The requests by which the cache files were made in this process, by name.
///
/// Apple's controller compares a file with its request, but not by predicate: a file that another predicate made gives
/// the wrong rows, or an exception. The request that made a file in an earlier launch is not known, so that such a file
/// is deleted, too.
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

  /// Deletes the file of a name unless the same request made it.
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

  /// Deletes the file of a name, or all files, and forgets what made them.
  package func deleteCache(_ name: String?) {
    lock.lock()
    defer { lock.unlock() }
    if let name { makers[name] = nil } else { makers = [:] }
    delete(name)
  }
}
