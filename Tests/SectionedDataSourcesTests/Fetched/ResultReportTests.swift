import CoreData
import SectionedDataSources
import SectionedTesting
import Testing

/// Reports about other libraries, by project and number, with scenarios of our own.
@Suite("What people asked of other results")
struct ResultReportTests {
  private func request<Item: NSFetchRequestResult>(
    _ library: MusicLibrary, _ item: Item.Type, _ type: NSFetchRequestResultType, _ properties: [Any]? = nil
  ) -> NSFetchRequest<Item> {
    let request = NSFetchRequest<Item>()
    request.entity = library.container.managedObjectModel.entitiesByName["Track"]
    request.resultType = type
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    if let properties { request.propertiesToFetch = properties }
    return request
  }

  // lionheart/openradar-mirror #351 (rdar 21791991), konstpavlone/KSPFetchedResultsController #30: the first results
  // are dictionaries, and those that are inserted later are objects.
  @Test("a result that comes later has the type of the first ones", arguments: [false, true])
  func inserted(isMerged: Bool) throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      library.track("a", 0, in: nil)
      try library.context.save()
    }
    let (rows, ids) = try library.run {
      let columns: [Any] = ["title", FetchedResultList<NSDictionary>.idColumn()]
      let rows = try FetchedResultList(
        request(library, NSDictionary.self, .dictionaryResultType, columns), in: library.context)
      let ids = try FetchedResultList(
        request(library, NSManagedObjectID.self, .managedObjectIDResultType), in: library.context)
      try rows.performFetch()
      try ids.performFetch()
      return (rows, ids)
    }
    if isMerged {
      try library.merge { context in
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
        track.setValue("b", forKey: "title")
        track.setValue(1, forKey: "position")
      }
    } else {
      try library.run {
        library.track("b", 1, in: nil)
        try library.context.save()
      }
    }
    library.context.processEverything()
    library.run {
      #expect(rows.allItems.map { $0["title"] as? String } == ["a", "b"])
      #expect(ids.allItems.count == 2 && ids.allItems.allSatisfy { !$0.isTemporaryID })
      #expect(rows.allItems.map { $0.count } == [2, 2], "each has its title and its identifier")
    }
  }

  // konstpavlone/KSPFetchedResultsController #25: a sectioned list that fetches only the properties it shows.
  @Test func aListOfPartialObjectsIsGrouped() throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      for (position, title) in ["b1", "a1", "a2"].enumerated() { library.track(title, position, in: nil) }
      try library.context.save()
      let list = FetchedList(
        request(library, NSManagedObject.self, .managedObjectResultType, ["title"]), in: library.context)
      let letters = GroupedDataSource(list, by: { MusicLibrary.name($0).prefix(1).description }, order: .ascending)
      try list.performFetch()
      func text() -> [[String]] {
        (0..<letters.numberOfSections).map { letters.items(inSection: $0).map(MusicLibrary.name) }
      }
      #expect(text() == [["a1", "a2"], ["b1"]])
      letters.item(0, inSection: 1)?.setValue("a0", forKey: "title")
      library.context.processPendingChanges()
      #expect(text() == [["a0", "a1", "a2"]])
    }
  }

  // project-imas/encrypted-core-data #5: distinct dictionaries as the rows of a table with sections. Such a row belongs
  // to several objects, so that the list says what to do instead.
  @Test func distinctDictionariesAreRefusedWithARemedy() throws {
    let library = try MusicLibrary()
    library.run {
      let request = request(library, NSDictionary.self, .dictionaryResultType, ["title"])
      request.returnsDistinctResults = true
      let error = #expect(throws: FetchedSourceError.self) { try FetchedResultList(request, in: library.context) }
      #expect(error.map { "\($0)".contains("returnsDistinctResults") } == true)
    }
  }
}
