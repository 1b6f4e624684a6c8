import CoreData
import Foundation
import SectionedTesting
import Testing

extension MusicLibrary {
  /// Closes the store of a library in a file, so that another connection may write there.
  ///
  /// - Returns: the URL of the file, which is deleted with the library.
  func close() throws -> URL {
    let coordinator = container.persistentStoreCoordinator
    let store = try #require(coordinator.persistentStores.first)
    let url = try #require(store.url)
    try coordinator.remove(store)
    return url
  }

  /// Opens the file with the library's model, and performs work on the queue of a new context.
  func reopen(_ url: URL, _ work: (NSManagedObjectContext) throws -> Void) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: container.managedObjectModel)
    let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
    defer { try? coordinator.remove(store) }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait { try work(context) }
  }
}
