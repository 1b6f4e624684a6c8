import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Pending changes laid over a store's answer")
struct PendingOverlayTests {
  /// After each random edit, queries must find what a scan of all objects finds.
  @Test("Every query is answered as looking at each object does", arguments: MusicStack.types)
  func twin(type: String) throws {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("overlay seed \(seed) (\(type)); set SEED to repeat")
    var generator = SeededRandom(seed: seed)
    try MusicStack(type).run { context in
      var artists = try makeArtists(context)
      var albums: [NSManagedObject] = []
      for step in 0..<150 {
        let album = albums.randomElement(using: &generator)
        let artist = artists.randomElement(using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<4:
          let title = "\(Int.random(in: 0..<20, using: &generator))"
          albums.append(try context.insert("Album", ["title": title, "artist": artist]))
        case 4, 5: album?.setValue("\(step % 20)", forKey: "title")
        case 6: album?.setValue(step, forKey: "year")
        case 7: album?.setValue(artist, forKey: "artist")
        case 8: artist?.setValue("\(step)", forKey: "name")
        case 9:
          if let album {
            context.delete(album)
            albums.removeAll { $0 === album }
          }
        case 10: try context.save()
        default:
          context.rollback()
          albums = try context.all("Album")
          artists = try context.all("Artist")
          if artists.isEmpty { artists = try makeArtists(context) }
        }
        for keys in [["title"], ["artist.name", "title"], []] {
          for format in [nil, "title > '5'", "artist.name > 'p'", "year > 10"] as [String?] {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
            request.predicate = format.map { NSPredicate(format: $0) }
            request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
            request.fetchOffset = step % 3
            request.fetchLimit = step % 7
            let expected = try scan(albums, request, context)
            let found = try context.fetch(request).map(\.key)
            try #require(found == expected, "step \(step), by \(keys), where \(format ?? "true")")
          }
        }
      }
    }
  }

  private func makeArtists(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try ["p", "q", "r"].map { try context.insert("Artist", ["name": $0]) }
  }

  /// Answers naively: it tests each object, sorts the matching ones, and applies the offset and the limit.
  private func scan(
    _ albums: [NSManagedObject], _ request: NSFetchRequest<NSManagedObject>, _ context: NSManagedObjectContext
  ) throws -> [RowKey] {
    let (model, reader) = (context.graph.model, context.changes.reader)
    let entity = try #require(model.entitiesByName["Album"])
    let order = try CompiledOrder(request.sortDescriptors ?? [], entity: entity, model: model)
    let predicate = try request.predicate.map { try CompiledPredicate($0, entity: entity, model: model) }
    let matching = try albums.map(\.key).filter { try predicate?.matches($0, in: reader) ?? true }
    let rest = try order.sorted(matching, in: reader).dropFirst(request.fetchOffset)
    return Array(request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest)
  }

  /// This context changes the title of the second of three albums. Another context changes the year, and that save is
  /// not merged.
  @Test("What is changed in something else stands where the store has it", arguments: MusicStack.types)
  func changedInSomethingElse(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let albums = try ([1, 6, 8] as [Int]).map { year in
        try context.insert("Album", ["title": "\(year)", "year": year])
      }
      let artist = try context.insert("Artist", ["name": "6"])
      albums[1].setValue(artist, forKey: "artist")
      try context.save()
      let listener = SilentDelegate()
      let list = NSFetchedResultsController(
        fetchRequest: request("year"), managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      list.delegate = listener
      try list.performFetch()
      albums[1].setValue("b", forKey: "title")
      artist.setValue(NSSet(array: [albums[0], albums[1]]), forKey: "albums")
      context.processPendingChanges()
      let ids = [albums[1].objectID, artist.objectID]
      let saved = try stack.saving {
        $0.object(with: ids[0]).setValue(3, forKey: "year")
        $0.object(with: ids[1]).setValue("3", forKey: "name")
      }
      try context.insert("Album", ["title": "5", "year": 5])
      context.processPendingChanges()
      #expect(try context.fetch(request("year")).map { $0.text("title") } == ["1", "b", "5", "8"])
      #expect(list.fetchedObjects == (try context.fetch(request("year"))))
      // Sort by artists: the relationship is unsaved, and the artist's name in this context is older than the stored
      // one.
      albums[2].setValue("c", forKey: "title")
      for key in ["year", "artist.name"] {
        let sections = NSFetchedResultsController(
          fetchRequest: request(key, "title"), managedObjectContext: context, sectionNameKeyPath: key, cacheName: nil)
        try sections.performFetch()
        #expect(sections.sections?.map(\.name) == (key == "year" ? ["1", "3", "5", "8"] : ["", "3"]))
      }
      context.mergeChanges(fromContextDidSave: saved)
      #expect(list.fetchedObjects?.map { $0.text("title") } == ["1", "b", "5", "c"])
      #expect(try context.fetch(request("artist.name", "year")).map { $0.text("title") } == ["5", "c", "1", "b"])
    }
  }

  private func request(_ keys: String...) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    return request
  }
}
