import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Tracks that are equal by all sort descriptors are sorted by primary key. Unsaved ones follow in the order of their
/// creation. They may get permanent keys early, and in any order.
@Suite("Fetched results controller: ties and permanent IDs") struct PromotedTieTests {
  private struct Listed {
    let stack: MusicStack
    let controller: NSFetchedResultsController<NSManagedObject>
    let trace = ResultsTrace()

    init(_ type: String, sections: String? = nil) throws {
      stack = try MusicStack(type)
      let (context, trace) = (stack.context, trace)
      controller = try context.edit {
        try context.insert("Track", ["title": "first", "genre": "G", "number": 4])
        try context.save()
        let sort = ["genre", "number"].map { NSSortDescriptor(key: $0, ascending: true) }
        return try context.tracks(sort, sections: sections, delegate: trace)
      }
    }

    /// Inserts tracks that are equal in order, as one event.
    func tracks(_ titles: [String], number: Int = 4) throws -> [NSManagedObject] {
      let context = stack.context
      let tracks = try context.edit {
        try titles.map { title in
          let track = try context.insert("Track", ["title": title, "genre": "G", "number": number])
          trace.titles[ObjectIdentifier(track)] = title
          return track
        }
      }
      _ = trace.take()
      return tracks
    }

    func record(_ edits: (NSManagedObjectContext) throws -> Void) rethrows -> [String] {
      try stack.context.edit { try edits(stack.context) }
      return trace.take()
    }

    var titles: [String] { stack.context.edit { controller.fetchedObjects?.compactMap(\.shownTitle) ?? [] } }

    /// Returns the list that a new fetch gives.
    func fetched() throws -> [String] {
      try stack.context.edit {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = controller.fetchRequest.sortDescriptors
        return try stack.context.fetch(request).compactMap(\.shownTitle)
      }
    }
  }

  @Test(arguments: MusicStack.types)
  func keysOfOneCallAreInTheOrderOfMaking(type: String) throws {
    let listed = try Listed(type)
    let tracks = try listed.tracks(["a", "b", "c"])
    #expect(try listed.record { try $0.obtainPermanentIDs(for: [tracks[2], tracks[0], tracks[1]]) } == [])
    #expect(tracks.map(\.key.primaryKey) == tracks.map(\.key.primaryKey).sorted())
    #expect(try listed.record { try $0.save() } == [])
    #expect(listed.titles == ["first", "a", "b", "c"])
    #expect(try listed.fetched() == listed.titles)
  }

  @Test(arguments: MusicStack.types, [nil, "genre"])
  func keysAskedForOneByOne(type: String, sections: String?) throws {
    let listed = try Listed(type, sections: sections)
    let tracks = try listed.tracks(["a", "b", "c"])
    // The track with a permanent key comes before those without one.
    #expect(
      try listed.record { try $0.obtainPermanentIDs(for: [tracks[2]]) } == ["will", "item move [0, 3]→[0, 1] c", "did"])
    #expect(listed.titles == ["first", "c", "a", "b"])
    #expect(try listed.fetched() == listed.titles)
    #expect(
      try listed.record { try $0.obtainPermanentIDs(for: [tracks[1]]) } == ["will", "item move [0, 3]→[0, 2] b", "did"])
    #expect(try listed.record { try $0.obtainPermanentIDs(for: [tracks[0]]) } == [])
    #expect(try listed.record { try $0.save() } == [])
    #expect(listed.titles == ["first", "c", "b", "a"])
    #expect(try listed.fetched() == listed.titles)
  }

  @Test func whatDoesNotTieStays() throws {
    let listed = try Listed(NSSQLiteStoreType)
    let (a, b) = (try listed.tracks(["a"], number: 5)[0], try listed.tracks(["b"], number: 6)[0])
    for track in [b, a] { #expect(try listed.record { try $0.obtainPermanentIDs(for: [track]) } == []) }
    #expect(try listed.record { try $0.save() } == [])
    #expect(listed.titles == ["first", "a", "b"])
  }

  /// An observer of the will-save notification obtains permanent IDs.
  @Test(arguments: MusicStack.types)
  func keysAskedForWhenTheSaveBegins(type: String) throws {
    let listed = try Listed(type)
    let tracks = try listed.tracks(["a", "b"])
    let context = listed.stack.context
    // Unchecked: the notification is posted on the context's queue.
    nonisolated(unsafe) let last = tracks[1]
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextWillSave, object: context, queue: nil
    ) { _ in try? context.obtainPermanentIDs(for: [last]) }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(try listed.record { try $0.save() } == ["will", "item move [0, 2]→[0, 1] b", "did"])
    #expect(try listed.fetched() == listed.titles)
  }

  /// An object gets its temporary ID when it is first asked for it. A save assigns permanent keys in the order of
  /// insertion.
  @Test(arguments: MusicStack.types)
  func aSaveGivesKeysInAnotherOrder(type: String) throws {
    let listed = try Listed(type)
    let entity = try #require(listed.stack.coordinator.managedObjectModel.entitiesByName["Track"])
    let context = listed.stack.context
    let tracks = context.edit {
      let tracks = ["a", "b"].map { title in
        let track = NSManagedObject(entity: entity, insertInto: nil)
        track.setValue(title, forKey: "title")
        track.setValue("G", forKey: "genre")
        track.setValue(4, forKey: "number")
        listed.trace.titles[ObjectIdentifier(track)] = title
        return track
      }
      _ = (tracks[1].objectID, tracks[0].objectID)
      tracks.forEach(context.insert)
      return tracks
    }
    _ = listed.trace.take()
    let before = listed.titles
    let recorded = try listed.record { try $0.save() }
    let isInOrder = (before == ["first", "a", "b"]) == (tracks[0].key.primaryKey < tracks[1].key.primaryKey)
    #expect(recorded.isEmpty == isInOrder)
    #expect(try listed.fetched() == listed.titles)
  }

  /// Permanent IDs are obtained at any time, between insertions, edits, saves and merges.
  @Test(arguments: TestSeeds.seeds(6, from: 7400))
  func atRandom(_ seed: UInt64) throws {
    print("Ties and permanent IDs: seed \(seed)")
    var random = SeededRandom(seed: seed)
    let listed = try Listed(MusicStack.types[Int(seed % 2)], sections: seed % 3 == 0 ? "genre" : nil)
    var unsaved: [NSManagedObject] = []
    var (made, moves) = (0, 0)
    for step in 0..<80 {
      let recorded = try listed.record { context in
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1, 2:
          for _ in 0..<Int.random(in: 1...3, using: &random) {
            let track = try context.insert(
              "Track", ["title": "\(made)", "genre": "G", "number": Int.random(in: 4...5, using: &random)])
            listed.trace.titles[ObjectIdentifier(track)] = "\(made)"
            unsaved.append(track)
            made += 1
          }
          if Bool.random(using: &random) { context.processPendingChanges() }
        case 3: unsaved.randomElement(using: &random)?.setValue(Int.random(in: 4...5, using: &random), forKey: "number")
        case 4:
          try context.save()
          unsaved.removeAll()
        default:
          let some = unsaved.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
          if Bool.random(using: &random) {
            for track in some { try context.obtainPermanentIDs(for: [track]) }
          } else {
            try context.obtainPermanentIDs(for: some)
          }
        }
      }
      moves += recorded.count { $0.hasPrefix("item move") }
      #expect(try listed.fetched() == listed.titles, "seed \(seed), step \(step)")
    }
    #expect(moves > 0)
  }
}
