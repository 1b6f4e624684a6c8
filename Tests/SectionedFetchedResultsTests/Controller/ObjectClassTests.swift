import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

/// Classes for which controllers are made, but which no model names.
private final class TypedAlbum: NSManagedObject {}
private final class TypedTrack: NSManagedObject {}

/// Classes that a model names: one of a section entity, and others of subentities, which are not subclasses of it.
final class KnownAlbum: NSManagedObject {}
final class ForeignAlbum: NSManagedObject {}
final class ForeignTrack: NSManagedObject {}

@Suite("A controller fetches objects of the types that it was made for")
struct ObjectClassTests {
  func controller<Section: NSManagedObject, Item: NSManagedObject>(
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

  /// One of the entities of a fetch names a class that the program lacks. Apple's framework makes plain objects then,
  /// so a controller of plain objects must work.
  @Test(
    "A class that does not exist is an error of the fetch, also while there are no objects",
    arguments: ["Track", "Album", "Remix", "Single"], [true, false])
  func aMissingClass(of name: String, isEmpty: Bool) throws {
    let library = try MusicLibrary(hasSubentities: true, classNames: [name: "Nowhere"])
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

  /// In the model, singles are albums and mashups are tracks. But their classes are not subclasses of those of albums
  /// and tracks.
  @Test(
    "A class of a subentity that is not the type is an error of the fetch, also while there are no objects",
    arguments: [true, false])
  func aSubentityOfAnotherClass(isEmpty: Bool) throws {
    let library = try MusicLibrary(
      hasSubentities: true,
      classNames: [
        "Album": NSStringFromClass(KnownAlbum.self), "Single": NSStringFromClass(ForeignAlbum.self),
        "Mashup": NSStringFromClass(ForeignTrack.self),
      ])
    try library.run {
      let album = library.album("A", 0)
      library.track("a1", 0, in: album)
      if !isEmpty {
        library.album("B", 1, entity: "Single")
        library.track("a2", 1, in: album, entity: "Mashup")
      }
      try library.context.save()
      // Objects that were made as plain ones are made again, with their class.
      library.context.reset()
      let items = controller(library, NSManagedObject.self, CountedTrack.self)
      let error = try #require(throws: NSError.self) { try items.performFetch() }
      #expect(error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreOperationError)
      for name in ["Mashup", "ForeignTrack", "CountedTrack"] { #expect(error.localizedDescription.contains(name)) }
      #expect(items.sections == nil)
      let sections = controller(library, KnownAlbum.self, NSManagedObject.self)
      let other = try #require(throws: NSError.self) { try sections.performFetch() }
      #expect(other.domain == NSCocoaErrorDomain && other.code == NSPersistentStoreOperationError)
      for name in ["Single", "ForeignAlbum", "KnownAlbum"] { #expect(other.localizedDescription.contains(name)) }
      #expect(sections.sections == nil)
      // Requests without subentities find none of these objects.
      let both = controller(library, KnownAlbum.self, CountedTrack.self)
      both.itemFetchRequest.includesSubentities = false
      #expect(throws: NSError.self) { try both.performFetch() }
      both.sectionFetchRequest.includesSubentities = false
      try both.performFetch()
      #expect(both.allSections.map { $0.object?.value(forKey: "title") as? String } == ["A"])
      #expect(both.items.map { $0.value(forKey: "title") as? String } == ["a1"])
      let plain = controller(library, NSManagedObject.self, NSManagedObject.self)
      try plain.performFetch()
      #expect(plain.items.count == (isEmpty ? 1 : 2))
    }
  }

  @Test("An item that was made as a plain object is one of its entity's class")
  func anItemThatWasMadeAsAPlainObject() throws {
    let library = try MusicLibrary()
    try library.run {
      let track: NSManagedObject = library.track("a1", 0, in: library.album("A", 0))
      let typed = controller(library, NSManagedObject.self, CountedTrack.self)
      try typed.performFetch()
      let item: NSManagedObject = typed.object(at: IndexPath(indexes: [0, 0]))
      #expect(item === track && item is CountedTrack)
    }
  }
}
