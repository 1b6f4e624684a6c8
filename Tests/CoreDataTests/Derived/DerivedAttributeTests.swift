import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Derived attributes")
struct DerivedAttributeTests {
  /// Inserts Élan with the album Blue and its songs a (100 s, tagged) and b (20 s, a single).
  private func fill(
    _ context: NSManagedObjectContext
  ) throws -> (
    artist: NSManagedObject, album: NSManagedObject, songs: [NSManagedObject], tag: NSManagedObject
  ) {
    let tag = try context.insert("Tag", ["word": "t"])
    let songs = [
      try context.insert("Song", ["title": "a", "seconds": 100, "price": Decimal(string: "1.25")]),
      try context.insert("Single", ["title": "b", "seconds": 20]),
    ]
    let album = try context.insert("Album", ["title": "Blue", "songs": Set(songs)])
    let artist = try context.insert("Artist", ["name": "Élan", "fans": 7, "albums": Set([album])])
    tag.setValue(Set([songs[0]]), forKey: "songs")
    try context.save()
    return (artist, album, songs, tag)
  }

  @Test("Every form is computed by the save", arguments: MusicStack.types)
  func everyFormIsComputed(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let (artist, album, songs, tag) = try fill(context)
      #expect(artist.text("plainName") == "elan")
      #expect(artist.text("loudName") == "ÉLAN")
      #expect(artist.text("quietName") == "élan")
      #expect(album.text("artistName") == "Élan")
      #expect(album.text("songCount") == "2")
      #expect(album.text("seconds") == "120")
      #expect(album.text("price") == "1.25")
      #expect(songs.map { $0.text("plainArtist") } == ["elan", "elan"])
      #expect(songs.map { $0.text("loudArtist") } == ["ÉLAN", "ÉLAN"])
      #expect(songs.map { $0.value(forKey: "fans") as? Double } == [7, 7])
      #expect(songs.map { $0.text("neighbors") } == ["2", "2"])
      #expect(songs.map { $0.text("tagCount") } == ["1", "0"])
      #expect(tag.text("songCount") == "1")
      #expect(!context.hasChanges)
      #expect(try DerivedModel.found(context) == DerivedModel.expected(context))
    }
  }

  @Test("The time is that of the last save of the object", arguments: MusicStack.types)
  func theTimeIsThatOfTheLastSave(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let before = Date()
      let (artist, album, _, _) = try fill(context)
      let first = try #require(artist.value(forKey: "savedAt") as? Date)
      #expect(first >= before && first <= Date())
      album.setValue("Red", forKey: "title")
      try context.save()
      #expect(artist.value(forKey: "savedAt") as? Date == first)
      artist.setValue(8, forKey: "fans")
      try context.save()
      #expect(try #require(artist.value(forKey: "savedAt") as? Date) > first)
    }
  }

  @Test("What a program sets is computed over", arguments: MusicStack.types)
  func whatAProgramSetsIsComputedOver(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let (artist, album, _, _) = try fill(context)
      artist.setValue("mine", forKey: "plainName")
      album.setValue(99, forKey: "songCount")
      _ = try context.insert("Artist", ["name": "B", "plainName": "mine"])
      try context.save()
      #expect(try DerivedModel.found(context) == DerivedModel.expected(context))
      context.reset()
      #expect(try context.texts("Artist", "plainName") == ["b", "elan"])
    }
  }

  /// A save that only renames the artist also changes derived values of its album and songs. Contexts and lists must
  /// follow.
  @Test("Contexts and lists follow what was not saved", arguments: MusicStack.types)
  func contextsAndListsFollow(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    let other = stack.newContext()
    other.automaticallyMergesChangesFromParent = true
    try stack.run { context in
      let (artist, _, songs, _) = try fill(context)
      let elsewhere = try other.performAndWait { () throws in
        let found = try other.all("Song", where: "title == 'a'")
        #expect(found.map { $0.text("plainArtist") } == ["elan"])
        return try #require(found.first?.objectID)
      }
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      let below = child.performAndWait { child.object(with: songs[0].objectID).text("plainArtist") }
      #expect(below == "elan")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Song")
      request.predicate = NSPredicate(format: "plainArtist BEGINSWITH 'z'")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      let list = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      // A controller follows the changes only with a delegate.
      let delegate = Delegate()
      list.delegate = delegate
      try list.performFetch()
      #expect(list.fetchedObjects?.isEmpty == true)

      artist.setValue("Zoë", forKey: "name")
      try context.save()
      #expect(songs.map { $0.text("plainArtist") } == ["zoe", "zoe"])
      #expect(!context.hasChanges && !songs[0].hasChanges)
      #expect(list.fetchedObjects?.map { $0.text("title") } == ["a", "b"])
      other.performAndWait { #expect(other.object(with: elsewhere).text("plainArtist") == "zoe") }
      songs[0].setValue("c", forKey: "title")
      try context.save()
      #expect(list.fetchedObjects?.map { $0.text("title") } == ["b", "c"])
    }
  }

  /// Both a merge policy and the store change the object that a context saves.
  @Test("What a policy settles is one change of a list", arguments: MusicStack.types, ["savedAt", "plainName", "name"])
  func aSettledConflictIsOneChange(type: String, key: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let artists = try ["a", "b", "c"].map { try context.insert("Artist", ["name": $0]) }
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
      let list = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      let trace = ResultsTrace()
      list.delegate = trace
      try list.performFetch()
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      for (round, artist) in artists.enumerated() {
        let saved = try stack.saving { other in
          other.object(with: artist.objectID).setValue(round + 1, forKey: "fans")
        }
        artist.setValue("Z\(round)", forKey: "name")
        try context.save()
        #expect(try list.fetchedObjects == context.fetch(request))
        context.mergeChanges(fromContextDidSave: saved)
        #expect(try list.fetchedObjects == context.fetch(request))
        #expect(artist.value(forKey: "fans") as? Int == round + 1 && artist.text("plainName") == "z\(round)")
        let changes = trace.take().filter { $0.hasPrefix("item") }
        #expect(!changes.contains { $0.hasPrefix("item insert") || $0.hasPrefix("item delete") }, "\(changes)")
      }
    }
  }

  /// An artist has an album and three favorites. The favorites have no inverse relationship.
  @Test("What only a join table leads to is followed when it goes", arguments: MusicStack.types)
  func aDeletionWithoutAnInverseIsFollowed(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let songs = try [10, 20, 30].map { try context.insert("Song", ["seconds": $0]) }
      let artist = try context.insert("Artist", ["name": "a", "favorites": Set(songs)])
      let album = try context.insert("Album", ["artist": artist])
      func found() -> [String] {
        [artist.text("favoriteCount"), artist.text("favoriteSeconds"), album.text("artistFavorites")]
      }
      try context.save()
      #expect(found() == ["3", "60", "3"])
      context.delete(songs[0])
      try context.save()
      #expect(found() == ["2", "50", "2"])
      // Remove a favorite and delete it in the same save.
      artist.setValue(Set([songs[2]]), forKey: "favorites")
      context.delete(songs[1])
      try context.save()
      #expect(found() == ["1", "30", "1"])
      context.mergePolicy = NSMergePolicy.overwrite
      songs[2].setValue(40, forKey: "seconds")
      try stack.saving { other in other.delete(other.object(with: songs[2].objectID)) }
      try stack.run { (other) throws in
        #expect(try other.texts("Artist", "favoriteCount") == ["0"])
        #expect(try other.texts("Artist", "favoriteSeconds") == ["0"])
      }
      // The merge policy stores the deleted song again.
      try context.save()
      try stack.run { (other) throws in
        #expect(try other.texts("Artist", "favoriteCount") == ["1"])
        #expect(try other.texts("Artist", "favoriteSeconds") == ["40"])
        #expect(try other.texts("Album", "artistFavorites") == ["1"])
      }
    }
  }

  /// A batch request deletes one of the two favorites of each artist.
  @Test("A batch deletion is followed without an inverse, too", arguments: MusicStack.types)
  func aBatchDeletionWithoutAnInverseIsFollowed(type: String) throws {
    let stack = try MusicStack(type, DerivedModel.make())
    try stack.run { context in
      let songs = try [10, 20, 10, 30].map { try context.insert("Song", ["seconds": $0]) }
      try context.insert("Artist", ["name": "a", "favorites": Set(songs[..<2])])
      try context.insert("Artist", ["name": "b", "favorites": Set(songs[2...])])
      try context.save()
      try context.execute(NSBatchDeleteRequest(objectIDs: [songs[1], songs[3]].map(\.objectID)))
      context.reset()
      #expect(try context.texts("Artist", "favoriteCount") == ["1", "1"])
      #expect(try context.texts("Artist", "favoriteSeconds") == ["10", "10"])
    }
  }

  /// A node counts the children of its parent, which are rows of its own table.
  @Test("A path may lead back to the table that it comes from", arguments: MusicStack.types)
  func aPathMayLeadBack(type: String) throws {
    let node = NSEntityDescription("Node", [NSAttributeDescription("name")])
    node.relate("children", .many, to: node, "parent", .one)
    node.properties.append(DerivedModel.attribute("siblings", .integer32AttributeType, "parent.children.@count"))
    try MusicStack(type, NSManagedObjectModel([node])).run { context in
      let parent = try context.insert("Node", ["name": "p"])
      let nodes = try ["a", "b"].map { try context.insert("Node", ["name": $0, "parent": parent]) }
      try context.save()
      #expect(nodes.map { $0.text("siblings") } == ["2", "2"])
      context.delete(nodes[0])
      try context.save()
      #expect(nodes[1].text("siblings") == "1")
      nodes[1].setValue(nil, forKey: "parent")
      try context.save()
      #expect(nodes[1].text("siblings") == "0")
    }
  }

  @Test("A number that does not fit fails the save, and nothing is stored", arguments: MusicStack.types)
  func aNumberThatDoesNotFitFailsTheSave(type: String) throws {
    let model = DerivedModel.make { _, album, _ in
      album.properties.append(DerivedModel.attribute("seconds", .integer16AttributeType, "songs.seconds.@sum"))
    }
    let stack = try MusicStack(type, model)
    try stack.run { context in
      let songs = [try context.insert("Song", ["seconds": 30_000]), try context.insert("Song", ["seconds": 2_000])]
      let album = try context.insert("Album", ["songs": Set(songs)])
      try context.save()
      #expect(album.text("seconds") == "32000")
      songs[1].setValue(3_000, forKey: "seconds")
      let error = try #require(throws: NSError.self) { try context.save() }
      #expect(error.localizedDescription.contains("Album.seconds") || "\(error)".contains("Album.seconds"))
      songs[1].setValue(1_000, forKey: "seconds")
      try context.save()
      #expect(album.text("seconds") == "31000")
    }
  }

  @Test("A sum of truth values counts those that are true", arguments: MusicStack.types)
  func aSumOfTruthValues(type: String) throws {
    let model = DerivedModel.make { _, album, song in
      song.properties.append(NSAttributeDescription("isLoved", .booleanAttributeType))
      album.properties.append(DerivedModel.attribute("loved", .integer32AttributeType, "songs.isLoved.@sum"))
    }
    try MusicStack(type, model).run { context in
      let songs = try [true, false, true, nil].map { isLoved in
        try context.insert("Song", isLoved.map { ["isLoved": $0] } ?? [:])
      }
      let album = try context.insert("Album", ["songs": Set(songs)])
      try context.save()
      #expect(album.text("loved") == "2")
      songs[1].setValue(true, forKey: "isLoved")
      try context.save()
      #expect(album.text("loved") == "3")
      context.reset()
      #expect(try context.texts("Album", "loved") == ["3"])
    }
  }

  @Test("A sum without a meaning is that of nothing", arguments: MusicStack.types)
  func aSumThatIsNoNumber(type: String) throws {
    let model = DerivedModel.make { _, album, song in
      song.properties.append(NSAttributeDescription("weight", .doubleAttributeType))
      album.properties.append(DerivedModel.attribute("weight", .doubleAttributeType, "songs.weight.@sum"))
    }
    try MusicStack(type, model).run { context in
      let songs = try [Double.infinity, -Double.infinity].map { try context.insert("Song", ["weight": $0]) }
      let album = try context.insert("Album", ["songs": Set(songs)])
      try context.save()
      #expect(album.value(forKey: "weight") as? Double == 0)
      songs[0].setValue(1.5, forKey: "weight")
      songs[1].setValue(2.0, forKey: "weight")
      try context.save()
      #expect(album.value(forKey: "weight") as? Double == 3.5)
    }
  }

  @Test("What cannot be derived is named when the store is added", arguments: MusicStack.types)
  func whatCannotBeDerivedIsNamed(type: String) throws {
    let problems = [
      ("name.", NSAttributeType.stringAttributeType, "cannot be read"),
      ("nothing", .stringAttributeType, "Artist has no stored property nothing"),
      ("albums.title", .stringAttributeType, "leads through a to-many relationship"),
      ("albums.title.@max", .stringAttributeType, "@count and @sum"),
      ("albums", .integer16AttributeType, "does not end in an attribute"),
      ("name", .integer16AttributeType, "not of the attribute's type"),
      ("name", .dateAttributeType, "not of the attribute's type"),
      ("now()", .stringAttributeType, "not of the attribute's type"),
      ("fans + 1", .integer16AttributeType, "an attribute can be derived by"),
      ("name.@count", .integer16AttributeType, "@count is of a to-many relationship"),
      ("albums.title.@sum", .doubleAttributeType, "not of the attribute's type"),
      ("", .stringAttributeType, "no derivation"),
    ]
    for (derivation, attributeType, reason) in problems {
      let model = DerivedModel.make { artist, _, _ in
        artist.properties.append(DerivedModel.attribute("wrong", attributeType, derivation))
      }
      let error = try #require(throws: NSError.self, "\(derivation)") { _ = try MusicStack(type, model) }
      #expect(error.domain == NSCocoaErrorDomain)
      #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
      let text = error.localizedDescription
      #expect(text.contains("Artist.wrong") && text.contains(reason), "\(derivation): \(text)")
    }
  }

  private final class Delegate: NSObject, NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
  }
}
