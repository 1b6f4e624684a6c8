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
}
