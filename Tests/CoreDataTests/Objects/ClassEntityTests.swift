import CoreData
import Foundation
import Testing

@Suite("A class's entity")
struct ClassEntityTests {
  /// No model has an entity for it.
  final class Stranger: NSManagedObject {}

  @Test func aClassWithoutAnEntityHasOneWithoutAName() throws {
    #expect(NSManagedObject.entity().name == nil)
    #expect(Stranger.entity().name == nil)
    let stack = try MusicStack()
    try stack.run { (context) throws in
      let request = Stranger.fetchRequest()
      let error = try #require(throws: NSError.self) { () throws in _ = try context.fetch(request) }
      #expect(error.code == NSPersistentStoreOperationError)
      #expect(Artist.entity().name == "Artist")
    }
  }
}
