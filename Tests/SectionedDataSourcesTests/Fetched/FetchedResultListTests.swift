import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Tracks by position: a0 b1 c2. Only a is in an album, A.
@Suite("Identifiers, dictionaries and partial objects are followed, or refused with a message")
struct FetchedResultListTests {
  let library: MusicLibrary
  let tracks: [NSManagedObject]
  let album: NSManagedObject

  init() throws {
    let library = try MusicLibrary(.sqlite)
    self.library = library
    (album, tracks) = try library.run {
      let album = library.album("A", 0)
      let tracks = ["a", "b", "c"].enumerated().map { library.track($1, $0, in: $0 == 0 ? album : nil) }
      try library.context.save()
      return (album, tracks)
    }
  }

  private func request<Item: NSFetchRequestResult>(
    _ item: Item.Type, _ type: NSFetchRequestResultType, _ properties: [Any]? = nil
  ) -> NSFetchRequest<Item> {
    let request = NSFetchRequest<Item>(entityName: "Track")
    request.resultType = type
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    if let properties { request.propertiesToFetch = properties }
    // Apple's request checks the properties against its entity, so set the entity first.
    request.entity = library.container.managedObjectModel.entitiesByName["Track"]
    return request
  }

  private static func plain(_ dictionary: NSDictionary) -> [String: AnyHashable] {
    var result: [String: AnyHashable] = [:]
    for (key, value) in dictionary { result["\(key)"] = value as? AnyHashable }
    return result
  }

  /// The sample of the article *Choosing a source*.
  @Test func theSample() throws {
    try library.run {
      let context = library.context
      // guide
      let request = NSFetchRequest<NSDictionary>(entityName: "Track")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["title", "position", FetchedResultList.idColumn()]
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      let rows = try FetchedResultList(request, in: context)
      try rows.performFetch()
      // end
      #expect(rows.item(2, inSection: 0)?["title"] as? String == "c")
    }
  }

  @Test func identifiersAreFollowed() throws {
    try library.run {
      let list = try FetchedResultList(
        request(NSManagedObjectID.self, .managedObjectIDResultType), in: library.context)
      let laws = FetchedLaws(list)
      try list.performFetch()
      #expect(list.allItems == tracks.map(\.objectID))
      library.context.delete(tracks[1])
      let new = library.track("d", 3, in: nil)
      library.context.processPendingChanges()
      #expect(list.allItems == [tracks[0], tracks[2], new].map(\.objectID))
      #expect(laws.changes.last?.items.deleted.map(\.place.item) == [1])
      #expect(laws.changes.last?.items.inserted.map(\.place.item) == [2])
      try library.context.save()
      #expect(list.item(for: new.objectID) == new.objectID && list.objects.item(for: new.objectID) === new)
      laws.checkAtRest()
    }
  }

  @Test func dictionariesThatCarryAnIdentifierAreFollowed() throws {
    try library.run {
      let columns: [Any] = ["title", "album", FetchedResultList.idColumn(named: "id")]
      let list = try FetchedResultList(request(NSDictionary.self, .dictionaryResultType, columns), in: library.context)
      let laws = FetchedLaws(list)
      try list.performFetch()
      #expect(
        list.allItems.map(Self.plain) == [
          ["title": "a", "album": album.objectID, "id": tracks[0].objectID],
          ["title": "b", "id": tracks[1].objectID], ["title": "c", "id": tracks[2].objectID],
        ])
      // A fetch gives the same dictionaries.
      #expect(
        try library.context.fetch(request(NSDictionary.self, .dictionaryResultType, columns)).map {
          $0["title"] as? String
        }
          == list.allItems.map { $0["title"] as? String })
      tracks[1].setValue("B", forKey: "title")
      tracks[0].setValue(nil, forKey: "album")
      library.context.processPendingChanges()
      #expect(laws.changes.last?.items.updated.map(\.new.item) == [0, 1])
      #expect(list.item(0, inSection: 0).map(Self.plain) == ["title": "a", "id": tracks[0].objectID])
      #expect(list.item(1, inSection: 0)?["title"] as? String == "B")
      library.context.rollback()
      library.context.processPendingChanges()
      #expect(list.item(1, inSection: 0)?["title"] as? String == "b")
      try list.objects.setPredicate(NSPredicate(format: "title != 'a'"))
      #expect(list.allItems.map { $0["title"] as? String } == ["b", "c"])
      laws.checkAtRest()
    }
  }

  @Test func partialObjectsAreFollowed() throws {
    try library.run {
      let request = request(NSManagedObject.self, .managedObjectResultType, ["title"])
      let (list, objects) = (
        try FetchedResultList(request, in: library.context), FetchedList(request, in: library.context)
      )
      try list.performFetch()
      try objects.performFetch()
      tracks[1].setValue("B", forKey: "title")
      library.context.processPendingChanges()
      for names in [list.allItems.map(MusicLibrary.name), objects.allItems.map(MusicLibrary.name)] {
        #expect(names == ["a", "B", "c"])
      }
      // Reading a property that was not fetched fires the fault.
      #expect(list.allItems.map { $0.value(forKey: "position") as? Int } == [0, 1, 2])
    }
  }

  private func column(_ name: String, _ expression: NSExpression) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = expression
    column.expressionResultType = .integer64AttributeType
    return column
  }

  private func reason<Item>(_ request: NSFetchRequest<Item>) -> String? {
    do {
      _ = try FetchedResultList(request, in: library.context)
      return nil
    } catch {
      guard case FetchedSourceError.unfollowedResults(let reason) = error else { return "\(error)" }
      return reason
    }
  }

  @Test func whatCannotBeFollowedIsRefused() {
    library.run {
      let id = FetchedResultList.idColumn()
      let most = column(
        "most", NSExpression(forFunction: "max:", arguments: [NSExpression(forKeyPath: "position")]))
      func dictionaries(_ properties: [Any]?) -> NSFetchRequest<NSDictionary> {
        request(NSDictionary.self, .dictionaryResultType, properties)
      }
      #expect(
        reason(dictionaries(["title"]))
          == "its dictionaries carry no identifier. Add FetchedResultList.idColumn() to propertiesToFetch.")
      #expect(reason(dictionaries(nil))?.hasPrefix("its dictionaries carry no identifier.") == true)
      #expect(
        reason(dictionaries([id, most]))
          == "the column “most” is computed by an expression, maybe of several rows. Compute it where a row is shown, or "
          + "use an AggregatedDataSource.")
      let groups = dictionaries([id, "title"])
      groups.propertiesToGroupBy = ["title"]
      #expect(reason(groups) == "a dictionary of a group belongs to no object. Group objects by 'grouped(by:)'.")
      let distinct = dictionaries([id, "title"])
      distinct.returnsDistinctResults = true
      #expect(reason(distinct)?.hasPrefix("one of several equal dictionaries") == true)
      #expect(reason(request(NSNumber.self, .countResultType))?.hasPrefix("a count belongs to no object.") == true)
      #expect(
        reason(request(NSDictionary.self, .managedObjectIDResultType))
          == "the request's resultType is managedObjectIDResultType, and the items of the list are of type NSDictionary. "
          + "Make them agree.")
      #expect(reason(dictionaries([id, "title"])) == nil)
      // A list of objects does not convert a request for dictionaries into a request for objects.
      let list = FetchedList(request(NSManagedObject.self, .dictionaryResultType), in: library.context)
      #expect(throws: FetchedSourceError.self) { try list.performFetch() }
    }
  }

  @Test func propertiesThatAreNoColumnsAreNamed() {
    library.run {
      // Only key paths of columns are tested, because Apple's request raises an exception for an unknown property name.
      let id = FetchedResultList.idColumn()
      func columns(_ name: String) -> String? {
        reason(
          request(NSDictionary.self, .dictionaryResultType, [id, column("value", NSExpression(forKeyPath: name))]))
      }
      #expect(
        columns("album.title")
          == "“album.title” leads to another object, whose changes are not followed. Fetch the relationship, which gives "
          + "the identifier of that object.")
      #expect(columns("titel")?.hasPrefix("Track has no property “titel”; it has ") == true)
    }
  }
}
