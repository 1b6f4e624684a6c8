import Foundation
import Testing

@testable import CoreData

/// A context merges a save after a later save. So the values in the notification may be older than the stored ones.
@Suite("Merging after later saves") struct LateMergeTests {
  /// A stack that counts its reads and can make them fail.
  private struct Counted {
    let stack: MusicStack
    let store: CountingStore

    init(_ type: String) throws {
      var store: CountingStore?
      stack = try MusicStack(type, counting: &store)
      self.store = try #require(store)
    }

    /// Runs a closure while no row can be read.
    func unreadable(_ body: () -> Void) {
      store.isUnreadable.withLock { $0 = true }
      body()
      store.isUnreadable.withLock { $0 = false }
    }
  }

  /// A list of the tags by name, which follows its context.
  private struct TagList {
    private let results: NSFetchedResultsController<NSManagedObject>
    private let delegate = SilentDelegate()

    init(_ context: NSManagedObjectContext) throws {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      results = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      results.delegate = delegate
      try results.performFetch()
    }

    var tags: [NSManagedObject] { results.fetchedObjects ?? [] }
  }

  @Test("An insertion that cannot be read again is not lost", arguments: MusicStack.types)
  func unreadableInsertion(type: String) throws {
    let counted = try Counted(type)
    try counted.stack.run { (context) throws in
      let first = try counted.stack.saving { try $0.insert("Tag", ["name": "a"]) }
      try counted.stack.saving { try $0.insert("Tag", ["name": "b"]) }
      let trace = EventTrace(context)
      counted.unreadable { context.mergeChanges(fromContextDidSave: first) }
      #expect(trace.take() == ["+a stored"])
    }
  }

  @Test("What a merge of IDs cannot read stays as it is known", arguments: MusicStack.types)
  func unreadableIDs(type: String) throws {
    let counted = try Counted(type)
    try counted.stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "x", "tracks": NSOrderedSet(array: tracks)])
      try context.save()
      album.setValue(NSOrderedSet(array: Array(tracks.reversed())), forKey: "tracks")
      context.processPendingChanges()
      let id = tag.objectID
      try counted.stack.saving { $0.object(with: id).setValue("b", forKey: "name") }
      let trace = EventTrace(context)
      let info = [NSUpdatedObjectIDsKey: [id]]
      counted.unreadable { NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context]) }
      #expect(trace.take() == ["*a stored"])
      #expect(!tag.isDeleted)
      #expect(tag.text("name") == "a")
      #expect(album.text("tracks") == "[3 2 1]")
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context])
      #expect(tag.text("name") == "b")
      #expect(album.text("tracks") == "[3 2 1]")
    }
  }

  @Test("What an observer of a deletion merges as living again lives", arguments: MusicStack.types)
  func revivedByAnObserver(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let id = tag.objectID
      let save = stack.insisting("again", forKey: "name", of: id)
      let deletion = try stack.saving { $0.delete($0.object(with: id)) }
      let trace = EventTrace(context)
      trace.reaction = {
        #expect(throws: Never.self) { context.mergeChanges(fromContextDidSave: try save()) }
      }
      context.mergeChanges(fromContextDidSave: deletion)
      #expect(trace.take() == ["-tag stored", "+again stored"])
      try context.expectLives(tag, id)
    }
  }

  /// The tag was deleted elsewhere. Then this context's merge policy made its save store the tag again.
  @Test(
    "A deletion is void where the context has saved since what it deleted", arguments: MusicStack.types, [false, true])
  func storedAgain(type: String, byIDs: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let id = tag.objectID
      let list = try TagList(context)
      let deletion = try stack.saving { $0.delete($0.object(with: id)) }
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      tag.setValue("again", forKey: "name")
      try context.save()
      let trace = EventTrace(context)
      if byIDs {
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: [id]], into: [context])
      } else {
        context.mergeChanges(fromContextDidSave: deletion)
      }
      #expect(trace.take() == ["*again stored"])
      #expect(list.tags == [tag])
      try context.expectLives(tag, id)
    }
  }

  /// One context saves, another coordinator writes the same row, and the save of the first one is merged last. The list
  /// has only keys and places. In half of the runs the test also retains the object.
  @Test(
    "A save that is merged late does not hide later writes of other contexts", arguments: MusicStack.types.dropFirst(),
    [false, true])
  func overwrittenByAnotherContext(type: String, isHeld: Bool) throws {
    let stack = try MusicStack(type)
    let context = stack.context
    try stack.saving { for name in ["b", "m"] { try $0.insert("Tag", ["name": name]) } }
    let list = try context.performAndWait { () throws in
      return UncheckedTransfer(try TagList(context))
    }.value
    let ids = context.performAndWait { list.tags.map(\.objectID) }
    let first = try #require(ids.first)
    let held = context.performAndWait { isHeld ? context.object(with: first) : nil }
    let save = try stack.saving { $0.object(with: first).setValue("c", forKey: "name") }
    let other = try stack.newExternalContext()
    try other.performAndWait {
      let tag = try #require(try other.all("Tag", where: "name == 'c'").first)
      tag.setValue("z", forKey: "name")
      try other.save()
    }
    context.performAndWait {
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [first]], into: [context])
      context.mergeChanges(fromContextDidSave: save)
      #expect(list.tags.map(\.objectID) == ids.reversed())
      #expect(list.tags.map { $0.text("name") } == ["m", "z"])
    }
    withExtendedLifetime(held) {}
  }

  /// Another context read Nina's albums, or a track's tags, before one more was saved. It has not merged that save.
  @Test(
    "Who takes away what it did not know to be there says whom it took it from", arguments: MusicStack.types,
    [Taking.moves, .deletes, .deletesOfMany])
  func takenFromUnknown(type: String, taking: Taking) throws {
    let stack = try MusicStack(type)
    let (owner, member, ends, end) =
      taking == .deletesOfMany ? ("Track", "Tag", "tags", "tracks") : ("Artist", "Album", "albums", "artist")
    try stack.run { (context) throws in
      let holder = try context.insert(owner, [owner == "Track" ? "title" : "name": "h"])
      try context.save()
      #expect(holder.text(ends) == "{}")
      let id = holder.objectID
      let other = stack.newContext()
      let known = other.performAndWait {
        let holder = other.object(with: id)
        #expect(holder.text(ends) == "{}")
        return UncheckedTransfer(holder)
      }
      let object = try context.insert(member, [member == "Tag" ? "name" : "title": "m"])
      holder.mutableSetValue(forKey: ends).add(object)
      try context.save()
      let taken = try other.performAndWait {
        for member in try other.all(member) {
          if taking == .moves { member.setValue(nil, forKey: end) } else { other.delete(member) }
        }
        #expect(known.value.text(ends) == "{}")
        return try MusicStack.save(other)
      }
      #expect(holder.text(ends) == "{m}")
      let trace = EventTrace(context)
      context.mergeChanges(fromContextDidSave: taken)
      #expect(trace.take() == ["~h(\(ends)) \(taking == .moves ? "~m(\(end))" : "-\(member.lowercased())") stored"])
      #expect(holder.text(ends) == "{}")
      #expect((object.managedObjectContext == nil) == (taking != .moves))
    }
  }

  enum Taking { case moves, deletes, deletesOfMany }

  /// Makes a stack in which albums still refer to an artist after its deletion.
  private static func keepingReferences(_ type: String) throws -> MusicStack {
    let model = MusicModel.make()
    try #require(model.entitiesByName["Artist"]?.relationshipsByName["albums"]).deleteRule = .noActionDeleteRule
    return try MusicStack(type, model)
  }

  /// Relates albums to an artist that is inserted and deleted at once. Their reference is then a key without an object.
  private static func deleteArtist(of albums: [NSManagedObject], in context: NSManagedObjectContext) throws {
    let nina = try context.insert("Artist", ["name": "Nina"])
    for album in albums { album.setValue(nina, forKey: "artist") }
    context.delete(nina)
    context.processPendingChanges()
    #expect(nina.managedObjectContext == nil)
  }

  @Test("A merge makes no object of a key without a row", arguments: MusicStack.types)
  func noGhosts(type: String) throws {
    let stack = try Self.keepingReferences(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      try Self.deleteArtist(of: [album], in: context)
      let id = album.objectID
      try stack.merge(into: context) { $0.object(with: id).setValue(1, forKey: "year") }
      #expect(context.updatedObjects == [album])
      #expect(context.registeredObjects == [album])
      context.refresh(album, mergeChanges: true)
      #expect(context.updatedObjects == [album])
      #expect(context.registeredObjects == [album])
    }
    try stack.run { (context) throws in
      let bob = try context.insert("Artist", ["name": "Bob"])
      let album = try context.insert("Album", ["title": "b"])
      try context.save()
      album.setValue(bob, forKey: "artist")
      let id = album.objectID
      let moved = try stack.saving {
        $0.object(with: id).setValue(try $0.insert("Artist", ["name": "Miles"]), forKey: "artist")
      }
      try stack.saving { other in for miles in try other.all("Artist", where: "name == 'Miles'") { other.delete(miles) }
      }
      context.mergeChanges(fromContextDidSave: moved)
      #expect(context.updatedObjects == [album, bob])
    }
  }

  @Test("Leaving an object that does not exist makes none", arguments: MusicStack.types)
  func leavingAMissingObject(type: String) throws {
    let stack = try Self.keepingReferences(type)
    try stack.run { (context) throws in
      let bob = try context.insert("Artist", ["name": "Bob"])
      let albums = try ["a", "b", "c"].map { try context.insert("Album", ["title": $0]) }
      try context.save()
      try Self.deleteArtist(of: albums, in: context)
      albums[0].setValue(bob, forKey: "artist")
      bob.mutableSetValue(forKey: "albums").add(albums[1])
      context.delete(albums[2])
      context.processPendingChanges()
      #expect(context.updatedObjects == [albums[0], albums[1], bob])
      #expect(context.registeredObjects == [albums[0], albums[1], albums[2], bob])
      try context.save()
      #expect(bob.text("albums") == "{a b}")
    }
  }

  /// Each of many albums is moved here from an artist of its own to another artist.
  @Test("A merge looks only at the unsaved changes around the merged objects")
  func changesAround() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { (context) throws in
      let artists = try (0..<40).map { try context.insert("Artist", ["name": "\($0)"]) }
      let albums = try (0..<20).map { try context.insert("Album", ["title": "\($0)", "artist": artists[$0]]) }
      try context.save()
      func around(_ objects: NSManagedObject...) -> Set<NSManagedObject> {
        Set(context.merger.changedObjects(around: objects.map(\.key)))
      }
      for index in 0..<20 { albums[index].setValue(artists[20 + index], forKey: "artist") }
      #expect(around(albums[3]) == [albums[3]])
      #expect(around(artists[3]) == [artists[3], albums[3]])
      #expect(around(artists[24]) == [artists[24], albums[4]])
      albums[3].setValue(artists[24], forKey: "artist")
      #expect(around(artists[24]) == [artists[24], albums[3], albums[4]])
      albums[5].setValue(nil, forKey: "artist")
      #expect(around(artists[5]) == [artists[5], albums[5]])
      context.delete(albums[6])
      #expect(around(artists[6]) == [artists[6], albums[6]])
      let (id, other) = (albums[7].objectID, artists[9].objectID)
      try stack.merge(into: context) { $0.object(with: id).setValue($0.object(with: other), forKey: "artist") }
      #expect(around(artists[9]) == [artists[9], albums[7], albums[9]])
      try context.save()
      #expect(around(artists[3], albums[3], artists[24]).isEmpty)
      albums[3].setValue(artists[0], forKey: "artist")
      #expect(around(artists[24]) == [artists[24], albums[3]])
      context.rollback()
      #expect(around(artists[24], albums[3], artists[0]).isEmpty)
    }
  }

  @Test("A late merge reads the rows that it needs together, and no further rows", arguments: MusicStack.types)
  func reads(type: String) throws {
    let counted = try Counted(type)
    let stack = counted.stack
    try stack.run { (context) throws in
      let inserted = try stack.saving { other in
        for number in 0..<50 { try other.insert("Album", ["title": "\(number)"]) }
        for number in 0..<50 { try other.insert("Tag", ["name": "\(number)"]) }
      }
      let updated = try stack.saving { other in
        for album in try other.all("Album") { album.setValue(1, forKey: "year") }
        for tag in try other.all("Tag") { tag.setValue("t", forKey: "name") }
      }
      try stack.saving { try $0.insert("Person", ["name": "p"]) }
      // With an unsaved object, a merge also checks whether such objects refer to one that another context has moved.
      try context.insert("Folder", ["name": "unsaved"])
      context.processPendingChanges()
      _ = counted.store.take()
      context.mergeChanges(fromContextDidSave: updated)
      // Tags have no to-one relationship.
      #expect(counted.store.take() == .init(rows: 1))
      context.mergeChanges(fromContextDidSave: inserted)
      #expect(counted.store.take() == .init(rows: 2))
      let tags = try context.all("Tag")
      #expect(tags.map { $0.text("name") } == Array(repeating: "t", count: 50))
      _ = counted.store.take()
      let info = [NSUpdatedObjectIDsKey: tags.map(\.objectID)]
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: info, into: [context])
      #expect(counted.store.take() == .init(rows: 1))
      // Objects that nothing retains are not read again.
      withExtendedLifetime(tags) {}
    }
  }

  /// The track was fetched with its row, but is still a fault. Another context adds it to the album and removes it
  /// again.
  @Test("A fault that came and left leaves an order that was changed here", arguments: MusicStack.types)
  func aFaultThatCameAndLeft(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let tracks = try ["a", "b", "c"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "x"])
      try context.save()
      let ids = tracks.map(\.objectID)
      album.setValue(NSOrderedSet(array: [tracks[1], tracks[0]]), forKey: "tracks")
      context.processPendingChanges()
      context.refresh(tracks[2], mergeChanges: false)
      let fetched = try context.all("Track", by: "title")
      try #require(fetched[2].isFault && fetched[2].row != nil)
      let saves = try [album.objectID, nil].map { target in
        try stack.saving { other in
          other.object(with: ids[2]).setValue(target.map(other.object), forKey: "album")
        }
      }
      for save in saves { context.mergeChanges(fromContextDidSave: save) }
      #expect(fetched[2].value(forKey: "album") == nil)
      #expect(album.text("tracks") == "[b a]")
      try context.save()
      try stack.run { #expect($0.object(with: album.objectID).text("tracks") == "[b a]") }
    }
  }

  @Test("What another context puts at the end of an order is there once when it is added here, too")
  func orderedOnce() {
    let keys = (1...4).map { RowKey(entity: 0, primaryKey: Int64($0)) }
    var tracks = ToManyState(stored: Array(keys[..<2]))
    tracks.setOrder([keys[1], keys[0]])
    tracks.settle(keys[2], isDestination: true)
    for key in keys[2...] { tracks.add(key) }
    #expect(tracks.order == [keys[1], keys[0], keys[2], keys[3]])
    tracks.remove(keys[2])
    tracks.add(keys[2])
    #expect(tracks.order == [keys[1], keys[0], keys[3], keys[2]])
  }
}
