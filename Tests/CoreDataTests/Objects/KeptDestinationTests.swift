import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// An artist with three albums. The tests retain only the artist.
@Suite("Destinations that an owner has read stay alive with it")
struct KeptDestinationTests {
  private let stack: MusicStack
  private let context: NSManagedObjectContext
  private let artist: NSManagedObject

  init() throws {
    stack = try MusicStack(NSInMemoryStoreType)
    context = stack.newContext()
    artist = try context.performAndWait { [context] in
      let artist = try context.insert("Artist", ["name": "Nina"])
      for title in ["a", "b", "c"] { try context.insert("Album", ["title": title, "artist": artist]) }
      try context.save()
      return UncheckedTransfer(artist)
    }.value
  }

  /// Returns the titles of the artist's albums that are alive and no faults, in a block of its own.
  private func alive() -> [String] {
    context.performAndWait {
      context.registeredObjects.filter { $0.entity.name == "Album" && !$0.isFault }.map { $0.text("title") }.sorted()
    }
  }

  /// Reads the albums, with their titles, in a block of its own.
  private func read() {
    context.performAndWait {
      for case let album as NSManagedObject in (artist.value(forKey: "albums") as? NSSet)?.allObjects ?? [] {
        _ = album.text("title")
      }
    }
  }

  @Test("They are the same objects with the same values in a later block")
  func lifetime() {
    #expect(alive() == [])
    read()
    #expect(alive() == ["a", "b", "c"])
  }

  @Test("They go when the owner becomes a fault, is reset, or goes itself", arguments: ["refresh", "reset", "release"])
  func end(way: String) throws {
    var held: NSManagedObject? = artist
    let id = context.performAndWait { artist.objectID }
    if way == "release" {
      let other = stack.newContext()
      held = other.performAndWait { other.object(with: id) }
      other.performAndWait { _ = (held?.value(forKey: "albums") as? NSSet)?.count }
      #expect(other.performAndWait { other.registeredObjects.count } == 4)
      held = nil
      #expect(other.performAndWait { other.registeredObjects.count } == 0)
      return
    }
    read()
    context.performAndWait {
      if way == "refresh" { context.refresh(artist, mergeChanges: false) } else { context.reset() }
    }
    #expect(alive() == [])
    withExtendedLifetime(held) {}
  }

  /// The relationship is read again then. Apart from its members, the owner has nothing but its row.
  @Test("They stay when the owner is saved after a merge that changed the relationship")
  func savedAfterMerge() throws {
    read()
    let id = context.performAndWait {
      context.automaticallyMergesChangesFromParent = true
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      artist.setValue("Nina S.", forKey: "name")
      return artist.objectID
    }
    let other = stack.newContext()
    try other.performAndWait {
      try other.insert("Album", ["title": "d", "artist": other.object(with: id)])
      try other.save()
    }
    try context.performAndWait { try context.save() }
    #expect(alive().filter { $0 != "d" } == ["a", "b", "c"])
  }

  /// Each way follows a merge that makes the owner read the relationship again.
  @Test(
    "They stay through what leaves the owner as it is",
    arguments: ["rollback", "refresh of a change", "undo", "save twice", "child's save"])
  func stays(way: String) throws {
    read()
    let id = context.performAndWait {
      context.automaticallyMergesChangesFromParent = true
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      context.undoManager = UndoManager()
      artist.setValue("Nina S.", forKey: "name")
      context.processPendingChanges()
      return artist.objectID
    }
    let other = stack.newContext()
    try other.performAndWait {
      try other.insert("Album", ["title": "d", "artist": other.object(with: id)])
      try other.save()
    }
    try context.performAndWait {
      switch way {
      case "rollback": context.rollback()
      case "refresh of a change": context.refresh(artist, mergeChanges: true)
      case "undo": context.undoManager?.undo()
      case "save twice":
        try context.save()
        artist.setValue("Nina", forKey: "name")
        try context.save()
      default:
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = context
        try child.performAndWait {
          child.object(with: id).setValue("Eunice", forKey: "name")
          try child.save()
        }
        try context.save()
      }
    }
    #expect(alive().filter { $0 != "d" } == ["a", "b", "c"])
  }

  @Test("What is added to them stays, and what is taken out goes in the end")
  func changes() throws {
    read()
    try context.performAndWait {
      try context.insert("Album", ["title": "d", "artist": artist])
      try context.save()
    }
    #expect(alive() == ["a", "b", "c", "d"])
    try context.performAndWait {
      let albums = artist.mutableSetValue(forKey: "albums")
      for case let album as NSManagedObject in albums.allObjects where album.text("title") != "a" {
        albums.remove(album)
      }
      try context.save()
    }
    read()
    #expect(alive() == ["a"])
    // If the relationship is not read meanwhile, albums that come and go must not accumulate.
    try context.performAndWait {
      for number in 0..<100 {
        let album = try context.insert("Album", ["title": "\(number)", "artist": artist])
        try context.save()
        album.setValue(nil, forKey: "artist")
        try context.save()
      }
    }
    #expect(alive().count < 30)
  }

  @Test("A context that goes takes cycles along")
  func cycles() throws {
    weak var weakTrack: NSManagedObject?
    try stack.run { context in
      let (track, tag) = try context.saveTrack(tagged: true)
      weakTrack = track
      #expect((track.value(forKey: "tags") as? NSSet)?.count == 1)
      #expect((tag.value(forKey: "tracks") as? NSSet)?.count == 1)
    }
    #expect(weakTrack == nil)
  }
}
