import CSQLite
import CoreData
import Foundation

/// A store of the benchmark's model, filled by C.
///
/// Book `b` is on shelf `b` modulo the number of filled shelves, plus one. Neighbours in a list are therefore far apart
/// in the table, as in a store that was filled over time.
final class LibraryStore {
  let shape: LibraryShape
  let url: URL
  let coordinator: NSPersistentStoreCoordinator
  /// A connection outside of the coordinator, which writes as another process does.
  let database: CDatabase

  init(_ shape: LibraryShape, at url: URL) throws {
    self.shape = shape
    self.url = url
    let model = shape.isByXcode ? LibraryModel.byXcode : LibraryModel.shared
    let first = NSPersistentStoreCoordinator(managedObjectModel: model)
    try first.remove(try first.addPersistentStore(type: .sqlite, at: url))
    database = try CDatabase(path: url.path)
    try LibraryFilling(database: database, shape: shape).fill()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(type: .sqlite, at: url)
  }

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  func newContext(
    _ type: NSManagedObjectContextConcurrencyType = .privateQueueConcurrencyType
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: type)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// A name of 21 bytes. The order of the names differs from that of the numbers.
  static func name(of book: Int) -> String {
    let scattered = UInt64(book) &* 0x9E37_79B9_7F4A_7C15
    let hex = String(scattered, radix: 16)
    return "name-" + String(repeating: "0", count: 16 - hex.count) + hex
  }

  /// A name of 21 bytes.
  static func author(of book: Int) -> String { "author-\(1_000_000 + book % 1_000_000)-000000" }
}
