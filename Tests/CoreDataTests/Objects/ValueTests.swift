import Foundation
import TestTraits
import Testing

@testable import CoreData

@Suite("Values of managed objects")
struct ValueTests {
  @Test("Every type comes back as it is expected in Swift, before and after a save", arguments: MusicStack.types)
  func types(type: String) throws {
    let stack = try MusicStack(type)
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    let uuid = UUID()
    let link = URL(string: "https://example.org/a?b")
    let price = NSDecimalNumber(string: "12.345")
    func check(_ track: NSManagedObject) {
      #expect(track.value(forKey: "title") as? String == "One")
      #expect(track.value(forKey: "seconds") as? Double == 1.25)
      #expect(track.value(forKey: "plays") as? Int == 3)
      #expect(track.value(forKey: "plays") as? Int64 == 3)
      #expect(track.value(forKey: "isLoved") as? Bool == true)
      #expect(track.value(forKey: "added") as? Date == date)
      #expect(track.value(forKey: "cover") as? Data == Data([1, 2]))
      #expect(track.value(forKey: "uuid") as? UUID == uuid)
      #expect(track.value(forKey: "link") as? URL == link)
      #expect(track.value(forKey: "price") as? NSDecimalNumber == price)
      #expect(track.value(forKey: "rating") as? Float == 0.1)
      #expect(track.value(forKey: "album") == nil)
      #expect(track.value(forKey: "tags") as? Set<NSManagedObject> == [])
    }
    try stack.run { context in
      let track = try context.insert(
        "Track",
        [
          "title": "One", "seconds": 1.25, "plays": 3, "isLoved": true, "added": date, "cover": Data([1, 2]),
          "uuid": uuid, "link": link, "price": price, "rating": Float(0.1),
        ]
      )
      check(track)
      try context.save()
      check(track)
    }
    try stack.run { context in check(try #require(context.all("Track").first)) }
  }

  @Test("New objects have the model's defaults, in a context or outside")
  func defaults() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { context in
      #expect(try context.insert("Track").text("plays") == "0")
      let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Track"])
      let loose = NSManagedObject(entity: entity, insertInto: nil)
      #expect(loose.text("plays") == "0")
      loose.setValue("loose", forKey: "title")
      #expect(loose.managedObjectContext == nil)
      #expect(loose.entity === entity)
      context.insert(loose)
      #expect(context.insertedObjects.contains(loose))
      #expect(loose.text("title") == "loose")
      #expect(loose.isInserted)
    }
  }

  @Test("Transient values live as long as their object, through saves", arguments: MusicStack.types)
  func transient(type: String) throws {
    try MusicStack(type).run { context in
      let track = try context.insert("Track", ["title": "One", "badge": "new"])
      try context.save()
      #expect(track.text("badge") == "new")
      #expect(!track.hasPersistentChangedValues)
      track.setValue("old", forKey: "badge")
      #expect(track.isUpdated)
      #expect(!track.hasPersistentChangedValues)
      try context.save()
      #expect(track.text("badge") == "old")
      #expect(track.row?.version == 1)
      context.refresh(track, mergeChanges: false)
      #expect(track.text("badge") == "nil")
    }
  }

  @Test("What changed, and what is saved, is reported of properties that a store keeps", arguments: MusicStack.types)
  func persistentChanges(type: String) throws {
    try MusicStack(type).run { context in
      let track = try context.insert("Track", ["title": "One", "badge": "new"])
      #expect(track.changedValues().keys.sorted() == ["title"])
      try context.save()
      track.setValue("old", forKey: "badge")
      #expect(track.isUpdated && track.hasChanges)
      #expect(track.changedValues().isEmpty && track.changedValuesForCurrentEvent().isEmpty)
      track.setValue("Two", forKey: "title")
      #expect(track.changedValues().keys.sorted() == ["title"])
      #expect(track.changedValuesForCurrentEvent().keys.sorted() == ["title"])
      let committed = track.committedValues(forKeys: nil)
      #expect(committed["title"] as? String == "One" && committed["plays"] as? Int == 0)
      #expect(committed["badge"] == nil)
      #expect(track.committedValues(forKeys: ["badge", "title"]).keys.sorted() == ["title"])
    }
  }

  @Test("Typed accessors read the same values", arguments: MusicStack.types)
  func typed(type: String) throws {
    try MusicStack(type).run { context in
      let track = try context.insert("Track", ["title": "One", "plays": 3])
      try context.save()
      let title = try #require(NSManagedObject.slot(named: "title", of: track.entity))
      let plays = try #require(NSManagedObject.slot(named: "plays", of: track.entity))
      context.refresh(track, mergeChanges: false)
      #expect(track.string(at: title) == "One")
      #expect(track.int64(at: plays) == 3)
      #expect(track.int64(at: title) == nil)
    }
  }

  @Test("Accessors that notify of what they do are recorded, inverses included")
  func primitives() throws {
    try MusicStack(NSInMemoryStoreType).run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      let trace = EventTrace(context)
      album.setPrimitiveValue("silent", forKey: "title")
      context.processPendingChanges()
      #expect(trace.take() == [])
      #expect(!context.hasChanges)
      album.willChangeValue(forKey: "title")
      album.setPrimitiveValue("reported", forKey: "title")
      album.didChangeValue(forKey: "title")
      album.willChangeValue(forKey: "artist")
      album.setPrimitiveValue(nina, forKey: "artist")
      album.didChangeValue(forKey: "artist")
      context.processPendingChanges()
      #expect(trace.take() == ["~Nina(albums) ~reported(title,artist)"])
      #expect(nina.text("albums") == "{reported}")
    }
  }

  @Test("Subclasses are made by their names, subentities with their own entity", arguments: MusicStack.types)
  func classes(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let artist = Artist(context: context)
      artist.name = "Nina"
      #expect(artist.entity.name == "Artist")
      try context.insert("LiveTrack", ["title": "L", "venue": "Town Hall"])
      try context.insert("Track", ["title": "S"])
      try context.save()
    }
    try stack.run { context in
      let request = NSFetchRequest<Artist>(entityName: "Artist")
      #expect(try context.fetch(request).map(\.name) == ["Nina"])
      #expect(Artist.fetchRequest().entityName == "Artist")
      let tracks = try context.all("Track", by: "title")
      #expect(tracks.map { $0.entity.name ?? "" } == ["LiveTrack", "Track"])
      #expect(tracks[0].text("venue") == "Town Hall")
      let wrong = NSFetchRequest<Artist>(entityName: "Track")
      let error = try #require(throws: NSError.self) { try context.fetch(wrong) }
      #expect(error.localizedDescription.contains("Set the entity's managedObjectClassName"))
    }
  }

  @Test("Wrong keys and types stop the program with the entity, the key and what is expected", .startsProcesses)
  func traps() async {
    let key = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try MusicStack(NSInMemoryStoreType).run { try $0.insert("Tag").setValue("x", forKey: "title") }
    }
    #expect(key.text.contains("Tag has no property title; it has name, tracks, weight."))
    let near = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try MusicStack(NSInMemoryStoreType).run { _ = try $0.insert("Tag").value(forKey: "wieght") }
    }
    #expect(near.text.contains("Tag has no property wieght; it has name, tracks, weight. Did you mean 'weight'?"))
    let entityName = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try MusicStack(NSInMemoryStoreType).run {
        _ = NSEntityDescription.insertNewObject(forEntityName: "Trak", into: $0)
      }
    }
    #expect(entityName.text.contains("The context's model has no entity Trak; it has Album, Artist, "))
    #expect(entityName.text.contains(" Did you mean 'Track'?"))
    let type = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try MusicStack(NSInMemoryStoreType).run { try $0.insert("Tag").setValue(7, forKey: "name") }
    }
    #expect(type.text.contains("Tag.name takes a String, not Int (7)."))
    let entity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try MusicStack(NSInMemoryStoreType).run { context in
        try context.insert("Album").setValue(try context.insert("Tag"), forKey: "artist")
      }
    }
    #expect(entity.text.contains("Album.artist takes objects of Artist, not of Tag."))
    let context = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stack = try MusicStack(NSInMemoryStoreType)
      try stack.run { context in
        let artist = try context.insert("Artist")
        try stack.run { try $0.insert("Album").setValue(artist, forKey: "artist") }
      }
    }
    #expect(context.text.contains("Album.artist: the objects of a relationship must be in one context."))
    let gone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try MusicStack(NSInMemoryStoreType).run { context in
        let (artist, album) = (try context.insert("Artist"), try context.insert("Album"))
        try context.save()
        context.delete(artist)
        try context.save()
        album.setValue(artist, forKey: "artist")
      }
    }
    #expect(gone.text.contains("is in no context any more: it was deleted, or its insertion taken back."))
  }
}

extension ExitTest.Result? {
  /// The text that the program wrote to standard error.
  var text: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
