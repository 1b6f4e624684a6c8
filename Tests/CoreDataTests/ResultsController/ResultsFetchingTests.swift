import Foundation
import TestTraits
import Testing

@testable import CoreData

@Suite("Fetched results controller: fetching") struct ResultsFetchingTests {
  /// Inserts tracks of three genres, not in order, and a track without a genre.
  private func fill(_ stack: MusicStack) throws {
    try stack.context.edit {
      for title in ["b2", "a1", "c1", "b1"] {
        try stack.context.insert("Track", ["title": title, "genre": title.first.map { String($0).uppercased() } ?? ""])
      }
      try stack.context.insert("Track", ["title": "x"])
    }
  }

  private let byGenre = [
    NSSortDescriptor(key: "genre", ascending: true), NSSortDescriptor(key: "title", ascending: true),
  ]

  @Test func thereIsNothingBeforeTheFirstFetch() throws {
    let stack = try MusicStack()
    let controller = NSFetchedResultsController(
      fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Track"), managedObjectContext: stack.context,
      sectionNameKeyPath: "genre", cacheName: "tracks"
    )
    #expect(controller.fetchedObjects == nil)
    #expect(controller.sections == nil)
    #expect(controller.sectionIndexTitles.isEmpty)
    #expect(controller.sectionNameKeyPath == "genre")
    #expect(controller.cacheName == "tracks")
    #expect(controller.managedObjectContext === stack.context)
  }

  @Test(arguments: MusicStack.types) func groupsByAnAttribute(type: String) throws {
    let stack = try MusicStack(type)
    try fill(stack)
    try stack.context.edit {
      try stack.context.save()
      let controller = try stack.context.tracks(byGenre, sections: "genre")
      #expect(controller.text == ": x | A: a1 | B: b1 b2 | C: c1")
      #expect(controller.sections?.map(\.numberOfObjects) == [1, 1, 2, 1])
      #expect(controller.fetchedObjects?.map(\.shownTitle) == ["x", "a1", "b1", "b2", "c1"])
      #expect(controller.object(at: IndexPath(indexes: [2, 1])).shownTitle == "b2")
      #expect(
        controller.indexPath(forObject: controller.object(at: IndexPath(indexes: [2, 1])))
          == IndexPath(indexes: [2, 1]))
    }
  }

  @Test(arguments: MusicStack.types) func unsavedChangesCount(type: String) throws {
    let stack = try MusicStack(type)
    try fill(stack)
    try stack.context.edit {
      try stack.context.save()
      let tracks = try stack.context.tracks()
      tracks.fetchedObjects?[0].setValue("C", forKey: "genre")
      stack.context.delete(try #require(tracks.fetchedObjects?[1]))
      try stack.context.insert("Track", ["title": "d1", "genre": "D"])
      #expect(try stack.context.tracks(byGenre, sections: "genre").text == ": x | B: b2 | C: a1 c1 | D: d1")
      #expect(
        try stack.context.tracks(byGenre, sections: "genre") { $0.includesPendingChanges = false }.sections?.map(\.name)
          == ["", "A", "B", "C"])
    }
  }

  @Test(arguments: MusicStack.types) func groupsByARelatedObject(type: String) throws {
    let stack = try MusicStack(type)
    try stack.context.edit {
      let ann = try stack.context.insert("Person", ["name": "Ann"])
      let bob = try stack.context.insert("Person", ["name": "Bob"])
      for (title, singer) in [("a1", ann), ("b1", bob), ("a2", ann)] {
        try stack.context.insert("Track", ["title": title]).setValue(singer, forKey: "singer")
      }
      try stack.context.insert("Track", ["title": "x"])
      for _ in 0..<2 {
        let controller = try stack.context.tracks(
          [NSSortDescriptor(key: "singer", ascending: true), NSSortDescriptor(key: "title", ascending: true)],
          sections: "singer"
        )
        let uris = [ann, bob].map { $0.objectID.uriRepresentation().absoluteString }
        #expect(controller.text == ": x | \(uris[0]): a1 a2 | \(uris[1]): b1")
        #expect(controller.sectionKey(at: 1) as? NSManagedObjectID == ann.objectID)
        try stack.context.save()
      }
      let byName = try stack.context.tracks(
        [NSSortDescriptor(key: "singer.name", ascending: false)], sections: "singer.name")
      #expect(byName.text == "Bob: b1 | Ann: a1 a2 | : x")
      #expect(byName.sectionKey(at: 0) as? String == "Bob")
    }
  }

  /// Sections with one run and with several, a key of more than four bytes, and a temporary key.
  @Test(arguments: [Int64(7), Int64(Int32.max), Int64(Int32.max) + 1, -1, Int64.min])
  func primaryKeysAreShortWhereAllAre(last: Int64) throws {
    let long = (1...1_000).map { Int64($0 * 3 + 10) }
    let keys = ContiguousArray((long + [1, 2, last]).map { RowKey(entity: 0, primaryKey: $0) })
    let groups = [1_000, 2, 1].enumerated().map { KeyList.Group(value: .int(Int64($0)), count: $1) }
    let list = try ResultsList(keys, groups: groups)
    #expect(list.shortPrimaryKeys(inSection: 0).map(Array.init) == long.map(Int32.init))
    #expect(list.shortPrimaryKeys(inSection: 1) == [1, 2])
    #expect(list.shortPrimaryKeys(inSection: 2) == Int32(exactly: last).map { [$0] })
  }

  @Test func groupsByATransientAttribute() throws {
    let stack = try MusicStack(NSInMemoryStoreType, MusicModel.make(tracks: BadgedTrack.self))
    try fill(stack)
    try stack.context.edit {
      let controller = try stack.context.tracks(sections: "badge")
      #expect(controller.text == "a: a1 | b: b1 b2 | c: c1 | x: x")
    }
  }

  @Test func groupsByAPropertyOfTheClass() throws {
    let stack = try MusicStack(NSInMemoryStoreType, MusicModel.make(tracks: BadgedTrack.self))
    try fill(stack)
    try stack.context.edit {
      let controller = try stack.context.tracks(sections: "initial")
      #expect(controller.text == "a: a1 | b: b1 b2 | c: c1 | x: x")
    }
  }

  @Test func aKeyThatNeitherModelNorClassHasIsAnErrorThatNamesIt() throws {
    let stack = try MusicStack(NSInMemoryStoreType, MusicModel.make(tracks: BadgedTrack.self))
    try fill(stack)
    stack.context.edit {
      let error = #expect(throws: NSError.self) { try stack.context.tracks(sections: "letter") }
      #expect(error?.code == NSCoreDataError)
      #expect(error?.localizedDescription.contains("Track has no property letter") == true)
      #expect(error?.localizedDescription.contains("see NamedProperties") == true)
    }
    // NSManagedObject itself has no properties to list.
    let plain = try MusicStack(NSInMemoryStoreType)
    try fill(plain)
    plain.context.edit {
      let error = #expect(throws: NSError.self) { try plain.context.tracks(sections: "letter") }
      #expect(error?.localizedDescription.contains("letter") == true)
      #expect(error?.localizedDescription.contains("NamedProperties") == false)
    }
  }

  @Test func withoutAPathThereIsOneSectionEvenWhenEmpty() throws {
    let stack = try MusicStack()
    try stack.context.edit {
      let empty = try stack.context.tracks()
      #expect(empty.sections?.map(\.numberOfObjects) == [0])
      #expect(empty.sections?.map(\.name) == [""])
      #expect(try stack.context.tracks(byGenre, sections: "genre").sections?.isEmpty == true)
    }
  }

  @Test(arguments: MusicStack.types) func subentitiesAndPredicatesNarrow(type: String) throws {
    let stack = try MusicStack(type)
    try stack.context.edit {
      try stack.context.insert("Track", ["title": "a", "number": 4])
      try stack.context.insert("LiveTrack", ["title": "b", "number": 6])
      try stack.context.insert("LiveTrack", ["title": "c", "number": 4])
      try stack.context.save()
      #expect(try stack.context.tracks().text == ": a b c")
      #expect(try stack.context.tracks { $0.includesSubentities = false }.text == ": a")
      #expect(try stack.context.tracks(where: NSPredicate(format: "number == 4")).text == ": a c")
      let block = NSPredicate { object, _ in (object as? NSManagedObject)?.shownTitle != "a" }
      #expect(try stack.context.tracks(where: block).text == ": b c")
    }
  }

  @Test(arguments: MusicStack.types) func limitAndOffsetCutAWindow(type: String) throws {
    let stack = try MusicStack(type)
    try fill(stack)
    try stack.context.edit {
      let controller = try stack.context.tracks(byGenre, sections: "genre") {
        $0.fetchOffset = 1
        $0.fetchLimit = 3
      }
      #expect(controller.text == "A: a1 | B: b1 b2")
    }
  }

  @Test func indexTitlesAreFirstLettersAndEachOnce() throws {
    let stack = try MusicStack()
    try stack.context.edit {
      for genre in ["apple", "avocado", "Banana", "éclair"] {
        try stack.context.insert("Track", ["title": genre, "genre": genre])
      }
      let controller = try stack.context.tracks([NSSortDescriptor(key: "genre", ascending: true)], sections: "genre")
      #expect(controller.sections?.map(\.name) == ["Banana", "apple", "avocado", "éclair"])
      #expect(controller.sections?.map(\.indexTitle) == ["B", "A", "A", "É"])
      #expect(controller.sectionIndexTitles == ["B", "A", "É"])
      #expect(controller.section(forSectionIndexTitle: "É", at: 2) == 3)
      #expect(controller.section(forSectionIndexTitle: "A", at: 1) == 1)
    }
  }

  @Test func theDelegateOrASubclassNamesIndexTitles() throws {
    final class Titles: NSObject, NSFetchedResultsControllerDelegate {
      func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
      ) -> String? { sectionName == "A" ? "first" : nil }
    }
    let stack = try MusicStack()
    try fill(stack)
    try stack.context.edit {
      let titles = Titles()
      let controller = try stack.context.tracks(byGenre, sections: "genre", delegate: titles)
      #expect(controller.sectionIndexTitles == ["first", "B", "C"])
    }
  }

  @Test func noSortDescriptorsAreTheOrderOfIdentity() throws {
    let stack = try MusicStack()
    let trace = ResultsTrace()
    try stack.context.edit {
      for title in ["c", "a", "b"] { try stack.context.insert("Track", ["title": title]) }
      try stack.context.save()
      let list = try stack.context.tracks([], delegate: trace)
      #expect(list.text == ": c a b")
      try stack.context.insert("Track", ["title": "0"])
      stack.context.processPendingChanges()
      #expect(list.text == ": c a b 0")
    }
  }

  @Test func subentitiesAreLeftOutWhereTheRequestSaysSo() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let trace = ResultsTrace()
    try stack.context.edit {
      for (entity, title) in [("Track", "a"), ("LiveTrack", "b"), ("Track", "c")] {
        try stack.context.insert(entity, ["title": title])
      }
      try stack.context.save()
    }
    let list = try stack.context.edit {
      try stack.context.tracks(delegate: trace) { $0.includesSubentities = false }
    }
    try stack.context.edit {
      #expect(list.text == ": a c")
      try stack.context.insert("LiveTrack", ["title": "d"])
      try stack.context.insert("Track", ["title": "e"])
    }
    try stack.context.edit {
      #expect(list.text == ": a c e")
      try stack.context.save()
      list.fetchRequest.includesSubentities = true
      try list.performFetch()
      #expect(list.text == ": a b c d e")
    }
  }

  @Test func aRequestThatCannotBeFollowedIsRefused() throws {
    let stack = try MusicStack()
    try fill(stack)
    try stack.context.edit {
      func message(
        _ sort: [NSSortDescriptor], _ sections: String?, _ adjust: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
      ) -> String {
        do {
          _ = try stack.context.tracks(sort, sections: sections, adjusting: adjust)
          return "nothing was thrown"
        } catch let error as NSError {
          #expect(error.domain == NSCocoaErrorDomain)
          return error.localizedDescription
        }
      }
      let byTitle = [NSSortDescriptor(key: "title", ascending: true)]
      #expect(
        message([], nil) { $0.sortDescriptors = nil }
          == "A fetched results controller needs an order: give the fetch request of Track a sort descriptor.")
      #expect(
        message(
          [NSSortDescriptor(key: "number", ascending: true), NSSortDescriptor(key: "title", ascending: false)], "genre"
        )
        .hasPrefix("The objects of the section \"B\" do not stand together") == false)
      #expect(message(byTitle, "colour").contains("colour"))
      #expect(message(byTitle, "tags").contains("to-many"))
      #expect(
        message(byTitle, nil) { $0.resultType = .managedObjectIDResultType }
          == "A fetched results controller fetches managed objects: leave the request's resultType as it is.")
      try stack.context.insert("Track", ["title": "z", "genre": "A"])
      #expect(
        message(byTitle, "genre")
          == """
          The objects of the section "A" do not stand together: the one at index 5 stands apart. The first sort \
          descriptor must sort Track by genre, or in the same order.
          """)
    }
  }

  @Test func aFailedFetchLeavesTheResults() throws {
    let stack = try MusicStack()
    try fill(stack)
    try stack.context.edit {
      let controller = try stack.context.tracks(byGenre, sections: "genre")
      controller.fetchRequest.sortDescriptors = []
      #expect(throws: NSError.self) { try controller.performFetch() }
      #expect(controller.sections?.count == 4)
    }
  }

  @Test func aChangedRequestTakesEffectWithTheNextFetchWhichReportsNothing() throws {
    let stack = try MusicStack()
    try fill(stack)
    try stack.context.edit {
      let trace = ResultsTrace()
      let controller = try stack.context.tracks(delegate: trace)
      controller.fetchRequest.predicate = NSPredicate(format: "genre == 'B'")
      #expect(controller.text == ": a1 b1 b2 c1 x")
      try controller.performFetch()
      #expect(controller.text == ": b1 b2")
      #expect(trace.take().isEmpty)
    }
  }

  @Test(.startsProcesses) func aPlaceThatDoesNotExistStopsTheProgram() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stack = try MusicStack()
      try stack.context.edit {
        try stack.context.insert("Track", ["title": "a"])
        _ = try stack.context.tracks().object(at: IndexPath(indexes: [0, 1]))
      }
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("There is no object at [0, 1]"))
  }

  /// For a list without an order, only an object's membership counts. Once this was looked up in the table of another
  /// entity.
  @Test("Lists in no order are followed in one store, whatever their entities", arguments: MusicStack.types)
  func unordered(type: String) throws {
    try MusicStack(type).run { context in
      let artist = try context.insert("Artist", ["name": "a"])
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      try context.save()
      let trace = ResultsTrace()
      trace.titles[ObjectIdentifier(artist)] = "a"
      let lists = try ["Artist", "Track"].map { entity in
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = []
        let list = NSFetchedResultsController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        list.delegate = trace
        try list.performFetch()
        return list
      }
      for object in [artist] + tracks {
        context.refresh(object, mergeChanges: false)
        context.processPendingChanges()
      }
      #expect(lists.map { $0.fetchedObjects?.count } == [1, 3])
      #expect(!trace.take().contains { $0.contains("delete") })
    }
  }
}
