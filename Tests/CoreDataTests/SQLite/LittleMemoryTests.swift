import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("A store that is read in little memory") struct LittleMemoryTests {
  /// Returns the settings of the connection with which a store reads.
  private func settings(inLittleMemory: Bool) throws -> (mapped: Int64?, cache: Int64?) {
    let folder = try TemporaryFolder()
    _ = try StoreHandle(folder.file(), Library.model())
    let container = try NSPersistentContainer.openingStore(
      at: folder.file(), isReadOnly: true, inLittleMemory: inLittleMemory)
    let store = try #require(container.persistentStoreCoordinator.persistentStores.first?.rows as? SQLiteStore)
    return try store.readers.read {
      // A read of all rows requests a mapping, too.
      try $0.setMapping(true)
      return (try $0.integer("PRAGMA mmap_size"), try $0.integer("PRAGMA cache_size"))
    }
  }

  @Test("maps no file and caches little") func little() throws {
    let little = try settings(inLittleMemory: true)
    #expect(little.mapped == 0)
    #expect(little.cache == -4096)
  }

  @Test("other machines map it") func much() throws {
    let much = try settings(inLittleMemory: false)
    #expect(much.mapped == 256 << 20)
    #expect(much.cache == -65536)
  }
}
