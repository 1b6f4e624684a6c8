import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// What the controller is made for, and what the model does not lead to.
private final class TypedAlbum: NSManagedObject {}
private final class TypedTrack: NSManagedObject {}

@Suite("A controller fetches objects of the types that it was made for")
struct ObjectClassTests {
  private func controller<Section: NSManagedObject, Item: NSManagedObject>(
    _ library: MusicLibrary, _: Section.Type, _: Item.Type
  ) -> SectionedFetchedResultsController<Section, Item> {
    let tracks = NSFetchRequest<Item>(entityName: "Track")
    tracks.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let albums = NSFetchRequest<Section>(entityName: "Album")
    albums.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return SectionedFetchedResultsController(
      itemFetchRequest: tracks, sectionFetchRequest: albums, managedObjectContext: library.context,
      sectionGroupingKeyPath: "album.identifier", cacheName: nil)
  }

  @Test("A type that the model does not lead to is an error of the fetch, for items and for sections")
  func wrongTypesAreAnError() throws {
    let library = try MusicLibrary()
    try library.run {
      library.track("a1", 0, in: library.album("A", 0))
      try library.context.save()
      let items = controller(library, NSManagedObject.self, TypedTrack.self)
      let error = try #require(throws: NSError.self) { try items.performFetch() }
      #expect(error.domain == NSCocoaErrorDomain)
      #expect(error.code == NSPersistentStoreOperationError)
      #expect(error.localizedDescription.contains("Track"))
      #expect(error.localizedDescription.contains("TypedTrack"))
      #expect(items.sections == nil)
      let sections = controller(library, TypedAlbum.self, NSManagedObject.self)
      let other = try #require(throws: NSError.self) { try sections.performFetch() }
      #expect(other.code == NSPersistentStoreOperationError)
      #expect(other.localizedDescription.contains("TypedAlbum"))
      #expect(sections.allSections.isEmpty)
      let right = controller(library, NSManagedObject.self, CountedTrack.self)
      try right.performFetch()
      #expect(right.object(at: IndexPath(indexes: [0, 0])).value(forKey: "title") as? String == "a1")
    }
  }

  /// A class that the program does not have, of each entity that a fetch makes objects of. With Apple such objects are
  /// plain ones: who asks for no more has nothing to miss.
  @Test(
    "A class that does not exist is an error of the fetch, also while there are no objects",
    arguments: ["Track", "Album", "Remix", "Single"], [true, false])
  func aMissingClass(of name: String, isEmpty: Bool) throws {
    let library = try MusicLibrary(hasSubentities: true, naming: "Nowhere", for: name)
    try library.run {
      if !isEmpty {
        library.track("a1", 0, in: library.album("A", 0, entity: "Single"), entity: "Remix")
        try library.context.save()
      }
      let plain = controller(library, NSManagedObject.self, NSManagedObject.self)
      try plain.performFetch()
      #expect(plain.items.count == (isEmpty ? 0 : 1))
      func message(_ fetch: () throws -> Void) throws -> String {
        let error = try #require(throws: NSError.self) { try fetch() }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
        return error.localizedDescription
      }
      if name == "Track" || name == "Remix" {
        let typed = controller(library, NSManagedObject.self, CountedTrack.self)
        let text = try message { try typed.performFetch() }
        #expect(text.contains(name) && text.contains("Nowhere"))
        #expect(typed.sections == nil)
      } else {
        let typed = controller(library, TypedAlbum.self, NSManagedObject.self)
        let text = try message { try typed.performFetch() }
        #expect(text.contains("Album") && text.contains("TypedAlbum"))
        #expect(typed.allSections.isEmpty)
      }
    }
  }
}
