import Foundation
import Testing

@testable import CoreData

@Suite("What every object answers by key")
struct ObjectKeyTests {
  @Test("Object ID, entity and state are keys as they are of Apple's objects", arguments: MusicStack.types)
  func keys(type: String) throws {
    try MusicStack(type).run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      #expect(nina.value(forKey: "isInserted") as? Bool == true)
      try context.save()
      #expect(nina.value(forKey: "objectID") as? NSManagedObjectID == nina.objectID)
      #expect(nina.value(forKey: "entity") as? NSEntityDescription === nina.entity)
      #expect(nina.value(forKey: "self") as? NSManagedObject === nina)
      #expect(nina.value(forKey: "managedObjectContext") as? NSManagedObjectContext === context)
      #expect(nina.value(forKeyPath: "objectID") as? NSManagedObjectID == nina.objectID)
      nina.setValue("N", forKey: "name")
      #expect(
        ["hasChanges", "isUpdated", "isDeleted", "isFault"].map { nina.value(forKey: $0) as? Bool }
          == [true, true, false, false])
      #expect(nina.value(forKey: "description") as? String == nina.description)
    }
  }

  @Test("Predicates and sort descriptors use them, in a fetch and in memory", arguments: MusicStack.types)
  func predicates(type: String) throws {
    try MusicStack(type).run { context in
      let tracks = try ["b", "a"].map { try context.insert("Track", ["title": $0]) }
      let live = try context.insert("LiveTrack", ["title": "c"])
      try context.save()
      let all = tracks + [live]
      let byID = NSPredicate(format: "objectID == %@", tracks[1].objectID)
      let byIDs = NSPredicate(format: "objectID IN %@", [tracks[0].objectID, live.objectID])
      let byEntity = NSPredicate(format: "entity == %@", live.entity)
      for (predicate, wanted) in [(byID, [tracks[1]]), (byIDs, [tracks[0], live]), (byEntity, [live])] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.predicate = predicate
        request.sortDescriptors = [NSSortDescriptor(key: "objectID", ascending: true)]
        #expect(try context.fetch(request) == wanted, "\(predicate)")
        #expect(all.filter { predicate.evaluate(with: $0) } == wanted, "\(predicate)")
      }
      #expect(all.filter { NSPredicate(format: "entity.name == 'LiveTrack'").evaluate(with: $0) } == [live])
      for descriptor in [
        NSSortDescriptor(key: "objectID", ascending: true),
        NSSortDescriptor(keyPath: \NSManagedObject.objectID, ascending: true),
      ] {
        let sorted = NSArray(array: [live, tracks[1], tracks[0]]).sortedArray(using: [descriptor])
        #expect(sorted as? [NSManagedObject] == all)
      }
    }
  }

  /// Nina has two albums, one with the tracks a and b, and one with c. All tracks have the same tag.
  @Test("Operators unite the collections that collections lead to")
  func unions() throws {
    try MusicStack().run { context in
      let tag = try context.insert("Tag", ["name": "t"])
      let tracks = try ["a", "b", "c"].map { try context.insert("Track", ["title": $0, "tags": Set([tag])]) }
      let albums = [
        try context.insert("Album", ["title": "x", "tracks": NSOrderedSet(array: [tracks[0], tracks[1]])]),
        try context.insert("Album", ["title": "y", "tracks": NSOrderedSet(array: [tracks[2]])]),
      ]
      let nina = try context.insert("Artist", ["name": "Nina", "albums": Set(albums)])
      func titles(_ operation: String) -> [String?]? {
        let all = nina.value(forKeyPath: "albums.\(operation).tracks")
        let members = (all as? NSSet)?.allObjects ?? all as? [Any]
        return members?.map { ($0 as? NSManagedObject)?.text("title") }.sorted { ($0 ?? "") < ($1 ?? "") }
      }
      for operation in ["@unionOfArrays", "@distinctUnionOfArrays", "@distinctUnionOfSets"] {
        #expect(titles(operation) == ["a", "b", "c"])
      }
      #expect(nina.value(forKeyPath: "albums.@distinctUnionOfSets.tracks") is NSSet)
      let tags = albums[0].value(forKeyPath: "tracks.@unionOfArrays.tags") as? [NSManagedObject]
      #expect(tags == [tag, tag])
      #expect(albums[0].value(forKeyPath: "tracks.@distinctUnionOfArrays.tags") as? [NSManagedObject] == [tag])
    }
  }

  /// Key-value coding can go on from an entity to its properties, but a store has none of these.
  @Test("What a fetch cannot ask of the keys that every object has is an error", arguments: MusicStack.types)
  func beyondTheKeys(type: String) throws {
    try MusicStack(type).run { context in
      let nina = try context.insert("Artist", ["name": "Nina"])
      try context.save()
      #expect(nina.value(forKeyPath: "entity.name") as? String == "Artist")
      #expect(nina.value(forKeyPath: "entity.superentity") == nil)
      #expect(nina.value(forKeyPath: "name.length") as? Int == 4)
      func error(_ format: String?, _ key: String = "name") throws -> String {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        return try #require(throws: NSError.self) { try context.fetch(request) }.localizedDescription
      }
      #expect(try error("entity.name == 'Artist'").contains("cannot ask for name of the key entity"))
      #expect(try error(nil, "entity").contains("cannot sort Artist by entity"))
      #expect(try error(nil, "entity.name").contains("cannot sort Artist by entity.name"))
      #expect(try error("objectID.name2 == 1").contains("name2"))
      for format in ["self == %@", "objectID == %@", "self IN {%@}", "objectID IN {%@}"] {
        for argument in [nina, nina.objectID] as [Any] {
          let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
          request.predicate = NSPredicate(format: format, argument)
          #expect(try context.fetch(request) == [nina], "\(format)")
          #expect(request.predicate?.evaluate(with: nina) == true, "\(format)")
        }
      }
    }
  }

  @Test("A to-many value is a mutable copy", arguments: MusicStack.types)
  func copies(type: String) throws {
    try MusicStack(type).run { context in
      let tracks = try ["1", "2"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "a", "tracks": NSOrderedSet(array: tracks)])
      let tag = try context.insert("Tag", ["name": "t", "tracks": Set(tracks)])
      let set = try #require(tag.value(forKey: "tracks") as? NSMutableSet)
      set.remove(tracks[0])
      #expect(tag.text("tracks") == "{1 2}")
      tag.setValue(set, forKey: "tracks")
      #expect(tag.text("tracks") == "{2}")
      let order = try #require(album.value(forKey: "tracks") as? NSMutableOrderedSet)
      order.exchangeObject(at: 0, withObjectAt: 1)
      #expect(album.text("tracks") == "[1 2]")
      album.setValue(order, forKey: "tracks")
      #expect(album.text("tracks") == "[2 1]")
      #expect(tag.value(forKey: "tracks") as? Set<NSManagedObject> == [tracks[1]])
    }
  }

  @Test("Nothing is committed of an object that was never saved", arguments: MusicStack.types)
  func committed(type: String) throws {
    try MusicStack(type).run { context in
      let tag = try context.insert("Tag", ["name": "a"])
      #expect(tag.committedValues(forKeys: nil).isEmpty)
      #expect(tag.committedValues(forKeys: ["name"]).isEmpty)
      try context.obtainPermanentIDs(for: [tag])
      #expect(tag.committedValues(forKeys: ["name", "tracks"]).isEmpty)
      try context.save()
      tag.setValue("b", forKey: "name")
      let committed = tag.committedValues(forKeys: nil)
      #expect(committed.count == 2 && committed["name"] as? String == "a" && committed["weight"] is NSNull)
      tag.setValue(nil, forKey: "name")
      try context.save()
      #expect(tag.committedValues(forKeys: ["name"])["name"] is NSNull)
    }
  }
}
