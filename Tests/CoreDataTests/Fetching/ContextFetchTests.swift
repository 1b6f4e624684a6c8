import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetching in a context")
struct ContextFetchTests {
  private func names(
    _ context: NSManagedObjectContext, _ format: String? = nil,
    _ edit: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    edit(request)
    #expect(try context.count(for: request) == context.fetch(request).count)
    return try context.fetch(request).map { $0.text("title") }
  }

  /// Inserts Ann with the albums a, b and c, and Bob with d and e. Their years are 0 to 4.
  private func fill(_ context: NSManagedObjectContext) throws -> [String: NSManagedObject] {
    var objects: [String: NSManagedObject] = [:]
    for name in ["Ann", "Bob"] { objects[name] = try context.insert("Artist", ["name": name]) }
    for (index, name) in ["a", "b", "c", "d", "e"].enumerated() {
      let artist = objects[index < 3 ? "Ann" : "Bob"]
      objects[name] = try context.insert("Album", ["title": name, "year": index, "artist": artist])
    }
    try context.save()
    return objects
  }

  @Test("Objects stand in an order that no store has as their IDs do")
  func transientOrder() throws {
    try MusicStack(NSInMemoryStoreType).run { context in
      let tracks = try [("a", "3"), ("b", "1"), ("c", "2")].map {
        try context.insert("Track", ["title": $0, "badge": $1])
      }
      try context.save()
      #expect(tracks.map { $0.text("badge") } == ["3", "1", "2"])
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "badge", ascending: true)]
      #expect(try context.fetch(request).map { $0.text("title") } == ["b", "c", "a"])
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Track")
      ids.resultType = .managedObjectIDResultType
      ids.sortDescriptors = request.sortDescriptors
      #expect(try context.fetch(ids) == context.fetch(request).map(\.objectID))
    }
  }

  @Test("A count is that of the window", arguments: MusicStack.types)
  func countsOfWindows(type: String) throws {
    try MusicStack(type).run { context in
      _ = try fill(context)
      for hasChanges in [false, true] {
        let extra = hasChanges ? ["f"] : []
        if hasChanges { try context.insert("Album", ["title": "f"]) }
        let all = ["a", "b", "c", "d", "e"] + extra
        for (offset, limit) in [(0, 0), (2, 0), (0, 2), (2, 2), (4, 3), (9, 0), (9, 2)] {
          let rest = all.dropFirst(offset)
          let found = try names(context) {
            $0.fetchOffset = offset
            $0.fetchLimit = limit
          }
          #expect(found == Array(limit > 0 ? rest.prefix(limit) : rest), "offset \(offset), limit \(limit)")
        }
      }
    }
  }

  @Test("Pending changes are laid over the store's answer, window and order right", arguments: MusicStack.types)
  func overlay(type: String) throws {
    try MusicStack(type).run { context in
      let objects = try fill(context)
      #expect(try names(context) == ["a", "b", "c", "d", "e"])
      objects["a"]?.setValue("cc", forKey: "title")
      context.delete(try #require(objects["d"]))
      try context.insert("Album", ["title": "bb", "year": 9])
      #expect(try names(context) == ["b", "bb", "c", "cc", "e"])
      let window = try names(context) { request in
        request.fetchOffset = 1
        request.fetchLimit = 3
      }
      #expect(window == ["bb", "c", "cc"])
      #expect(try names(context, "year > 0") == ["b", "bb", "c", "e"])
      #expect(try names(context, "title BEGINSWITH 'c'") == ["c", "cc"])
      #expect(try names(context) { $0.includesPendingChanges = false } == ["cc", "b", "c", "d", "e"])
      try context.save()
      #expect(try names(context) == ["b", "bb", "c", "cc", "e"])
    }
  }

  @Test("Only changes that the query reads cost more than the store's answer", arguments: MusicStack.types)
  func kinds(type: String) throws {
    try MusicStack(type).run { context in
      let objects = try fill(context)
      objects["a"]?.setValue(70, forKey: "year")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      #expect(try FetchExecution(request, in: context).overlay.kind == .none)
      request.predicate = NSPredicate(format: "year > 3")
      #expect(try FetchExecution(request, in: context).overlay.kind == .some)
      #expect(try names(context, "year > 3") == ["a", "e"])
      request.predicate = NSPredicate(format: "artist.name == 'Ann'")
      #expect(try FetchExecution(request, in: context).overlay.kind == .none)
      objects["Ann"]?.setValue("Zoe", forKey: "name")
      #expect(try FetchExecution(request, in: context).overlay.kind == .everything)
    }
  }

  @Test("Pending changes of related objects decide too", arguments: MusicStack.types)
  func related(type: String) throws {
    try MusicStack(type).run { context in
      let objects = try fill(context)
      objects["Ann"]?.setValue("Zoe", forKey: "name")
      #expect(try names(context, "artist.name == 'Ann'") == [])
      #expect(try names(context, "artist.name == 'Zoe'") == ["a", "b", "c"])
      let byArtist = try names(context) { request in
        request.sortDescriptors = [
          NSSortDescriptor(key: "artist.name", ascending: true), NSSortDescriptor(key: "title", ascending: false),
        ]
      }
      #expect(byArtist == ["e", "d", "c", "b", "a"])
      objects["e"]?.setValue(objects["Ann"], forKey: "artist")
      #expect(try context.texts("Artist", "name", where: "albums.@count > 3") == ["Zoe"])
      #expect(try context.texts("Artist", "name", where: "ANY albums.title == 'e'") == ["Zoe"])
    }
  }

  @Test("Blocks and transient properties are asked of objects", arguments: MusicStack.types)
  func blocks(type: String) throws {
    try MusicStack(type).run { context in
      _ = try fill(context)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.predicate = NSPredicate { object, _ in
        ((object as? NSManagedObject)?.value(forKey: "year") as? Int ?? 0).isMultiple(of: 2)
      }
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
      request.fetchLimit = 2
      #expect(try context.fetch(request).map { $0.text("title") } == ["e", "c"])
      #expect(try context.count(for: request) == 2)
      let track = try context.insert("Track", ["title": "t", "badge": "new"])
      try context.save()
      #expect(try context.all("Track", where: "badge == 'new'") == [track])
    }
  }

  @Test("Results as IDs, dictionaries and a count", arguments: MusicStack.types)
  func resultTypes(type: String) throws {
    try MusicStack(type).run { context in
      let objects = try fill(context)
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Album")
      ids.resultType = .managedObjectIDResultType
      ids.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
      ids.fetchLimit = 2
      #expect(try context.fetch(ids) == [objects["e"], objects["d"]].compactMap { $0?.objectID })
      let counted = NSFetchRequest<NSNumber>(entityName: "Album")
      counted.resultType = .countResultType
      #expect(try context.fetch(counted) == [5])
      let rows = NSFetchRequest<NSDictionary>(entityName: "Album")
      rows.resultType = .dictionaryResultType
      rows.propertiesToFetch = ["artist.name"]
      rows.returnsDistinctResults = true
      rows.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
      #expect(try context.fetch(rows).map { $0["artist.name"] as? String } == ["Bob", "Ann"])
      rows.propertiesToFetch = nil
      rows.fetchLimit = 1
      let row = try #require(context.fetch(rows).first)
      #expect(row.count == 2)
      #expect(row["title"] as? String == "e")
      #expect(row["year"] as? Int == 4)
    }
  }

  @Test("Fetched objects are faults with their values; batches fill together", arguments: MusicStack.types)
  func faults(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { _ = try fill($0) }
    try stack.run { context in
      let objects = try context.all("Album", by: "title")
      #expect(objects.allSatisfy { $0.isFault && $0.row != nil })
      context.reset()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.fetchBatchSize = 2
      let batched = try context.fetch(request)
      #expect(batched.map { $0.row != nil } == [false, false, false, false, false])
      #expect(batched[2].text("title") == "c")
      #expect(batched.map { $0.row != nil } == [false, false, true, true, false])
      #expect(batched.map(\.isFault) == [true, true, false, true, true])
      #expect(batched.map { $0.text("title") } == ["a", "b", "c", "d", "e"])
      context.reset()
      request.fetchBatchSize = 0
      request.includesPropertyValues = false
      #expect(try context.fetch(request).allSatisfy { $0.row == nil })
      request.includesPropertyValues = true
      request.returnsObjectsAsFaults = false
      #expect(try context.fetch(request).allSatisfy { !$0.isFault })
    }
  }

  @Test("Prefetched relationships need no more reading", arguments: MusicStack.types)
  func prefetching(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { _ = try fill($0) }
    try stack.run { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.relationshipKeyPathsForPrefetching = ["albums"]
      let artists = try context.fetch(request)
      #expect(artists.allSatisfy { !$0.hasFault(forRelationshipNamed: "albums") })
      #expect(context.registeredObjects.count == 7)
      #expect(context.registeredObjects.allSatisfy { $0.row != nil })
      request.relationshipKeyPathsForPrefetching = ["name"]
      let error = try #require(throws: NSError.self) { try context.fetch(request) }
      #expect(error.localizedDescription.contains("name in name is no relationship of Artist"))
    }
  }

  @Test(
    "To-one relationships are prefetched, and paths over them: one question to the store for each step",
    arguments: MusicStack.types)
  func prefetchingToOne(type: String) throws {
    let folder = try TemporaryFolder()
    let url = type == NSSQLiteStoreType ? folder.file("music.sqlite") : nil
    let (coordinator, counting) = try CountingStore.coordinator(of: MusicModel.make(), at: url)
    func context() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    let filling = context()
    try filling.performAndWait {
      _ = try fill(filling)
      for (index, album) in try filling.all("Album", by: "title").enumerated() {
        try filling.insert("Track", ["title": "\(index)", "album": album])
      }
      try filling.insert("Track", ["title": "single"])
      try filling.save()
    }
    let reading = context()
    try reading.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.relationshipKeyPathsForPrefetching = ["album.artist"]
      _ = counting.take()
      let tracks = try reading.fetch(request)
      // One read for the tracks, one for their albums, and one for the albums' artists.
      #expect(counting.take().rows == 3)
      #expect(tracks.map { $0.text("album.artist") } == ["Ann", "Ann", "Ann", "Bob", "Bob", "nil"])
      #expect(counting.take() == CountingStore.Counts())
      // The same with a batch size.
      reading.reset()
      request.fetchBatchSize = 2
      #expect(try reading.fetch(request).count == 6)
      #expect(counting.take().rows == 3)
      request.relationshipKeyPathsForPrefetching = ["album.title"]
      let error = try #require(throws: NSError.self) { try reading.fetch(request) }
      #expect(error.localizedDescription.contains("title in album.title is no relationship of Album"))
    }
  }

  @Test("Refetched objects keep their values unless the request refreshes them", arguments: MusicStack.types)
  func refetching(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let album = try #require(fill(context)["a"])
      let id = album.objectID
      let other = stack.newContext()
      try other.performAndWait {
        other.object(with: id).setValue(77, forKey: "year")
        try other.save()
      }
      #expect(try context.all("Album", where: "year == 77").first?.text("year") == "0")
      let trace = EventTrace(context)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.shouldRefreshRefetchedObjects = true
      _ = try context.fetch(request)
      #expect(album.text("year") == "77")
      #expect(trace.take() == ["*a"])
    }
  }

  @Test("Wrong requests are errors that name what is wrong")
  func errors() throws {
    let stack = try MusicStack(NSInMemoryStoreType)
    try stack.run { (context) throws in
      func text(_ request: NSFetchRequest<NSManagedObject>) -> String {
        do { _ = try context.fetch(request) } catch { return (error as NSError).localizedDescription }
        return "no error"
      }
      #expect(text(NSFetchRequest()).contains("names no entity"))
      #expect(
        text(NSFetchRequest(entityName: "Albun")).hasPrefix("The context's model has no entity Albun; it has Album, "))
      #expect(text(NSFetchRequest(entityName: "Albun")).hasSuffix(". Did you mean 'Album'?"))
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.predicate = NSPredicate(format: "name == 'x'")
      #expect(text(request).contains("name"))
      let empty = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      empty.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
      let error = empty.performAndWait {
        #expect(throws: NSError.self) { try empty.count(for: NSFetchRequest<NSManagedObject>(entityName: "Album")) }
      }
      #expect(error?.localizedDescription.contains("No store of the coordinator holds the entity Album") == true)
    }
  }
}
