import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Policies, each with its default")
struct PolicyTests {
  @Test func unmatchedItemsAreHidden() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record { fixture.tracks[0].setValue(nil, forKey: "album") }
    #expect(recorded == ["will", "item delete [0, 0] a1", "did"])
    #expect(try fixture.record { fixture.tracks[0].setValue("a0", forKey: "title") } == [])
    #expect(
      try fixture.record { fixture.tracks[0].setValue(fixture.albums[1], forKey: "album") }
        == ["will", "item insert [1, 0] a0", "did"])
  }

  @Test func unmatchedItemsAreShownInALastSectionThatComesAndGoes() throws {
    let fixture = try LibraryFixture { $0.unmatchedItems = .shownLast }
    let recorded = try fixture.record { fixture.tracks[0].setValue(nil, forKey: "album") }
    #expect(recorded == ["will", "section insert 3 unmatched", "item delete [0, 0] a1", "did"])
    #expect(fixture.text == "A: a2 | B: | C: c1 | unmatched: a1")
    fixture.library.run {
      #expect(fixture.controller.allSections.last?.object == nil)
      #expect(fixture.controller.allSections.last?.name == "")
    }
    _ = try fixture.record { fixture.tracks[0].setValue(fixture.albums[0], forKey: "album") }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  /// Showing unmatched items needs a fetch, which ends the event of the earlier edit. That event is reported first, and
  /// a rule that its callback sets must be kept.
  @Test func aRuleSetWhileAnotherNeedsAFetchIsKept() throws {
    // Unmatched items of two groups, whose order is fetched.
    let fixture = try LibraryFixture { controller in
      controller.sectionFetchRequest.predicate = NSPredicate(format: "identifier != 'A'")
    }
    _ = try fixture.record { fixture.library.track("u", 3, in: nil) }
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      guard line == "changes", !isDone else { return }
      isDone = true
      controller.itemLimit = .first(1)
    }
    let lines = try fixture.record {
      fixture.tracks[2].setValue("c2", forKey: "title")
      fixture.controller.unmatchedItems = .shownLast
    }
    #expect(
      lines == [
        "will", "section insert 2 unmatched", "item insert [2, 0] a1", "item insert [2, 1] a2", "item insert [2, 2] u",
        "did", "will", "item update [1, 0] c2", "did", "will", "item delete [2, 2] u", "item delete [2, 1] a2", "did",
      ])
    #expect(fixture.text == "B: | C: c2 | unmatched: a1")
  }

  @Test func aSectionOutsideTheFetchLeavesItsItemsUnmatched() throws {
    let fixture = try LibraryFixture { controller in
      controller.sectionFetchRequest.predicate = NSPredicate(format: "isOld == nil OR isOld == NO")
    }
    #expect(
      try fixture.record { fixture.albums[0].setValue(true, forKey: "isOld") }
        == ["will", "section delete 0 A", "item delete [0, 1] a2", "item delete [0, 0] a1", "did"])
    #expect(
      try fixture.record { fixture.albums[0].setValue(false, forKey: "isOld") }
        == ["will", "section insert 0 A", "item insert [0, 0] a1", "item insert [0, 1] a2", "did"])
  }

  @Test func emptySectionsAreHiddenAndShownWhileLive() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.controller.showsEmptySections = false } == ["will", "section delete 1 B", "did"])
    #expect(
      try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
        == ["will", "section insert 1 B", "item insert [1, 0] b1", "did"])
    #expect(
      try fixture.record { fixture.library.context.delete(fixture.tracks[2]) }
        == ["will", "section delete 2 C", "item delete [2, 0] gone", "did"])
    #expect(
      try fixture.record { fixture.controller.showsEmptySections = true } == ["will", "section insert 2 C", "did"])
  }

  @Test func aFetchOfTwoSectionsWithOneKeyNamesThem() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.albums[1].setValue("A", forKey: "identifier")
      let again = fixture.library.controller()
      let ids = [fixture.albums[0].objectID, fixture.albums[1].objectID]
      #expect(throws: SectionedFetchedResultsError.duplicateKey(key: "A", sections: ids)) { try again.performFetch() }
      fixture.albums[1].setValue(nil, forKey: "identifier")
      #expect(throws: SectionedFetchedResultsError.missingKey(sections: [ids[1]])) { try again.performFetch() }
      #expect(again.allSections.isEmpty)
    }
  }

  @Test func whileLiveTheFirstOfTwoSectionsWithOneKeyKeepsTheItems() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.albums[2].setValue("A", forKey: "identifier") }
        == ["will", "section update 2 C", "item move [2, 0]→[0, 1] c1", "did"])
    #expect(fixture.recorder.errors.count == 1)
    _ = try fixture.record { fixture.albums[2].setValue(-1, forKey: "position") }
    #expect(fixture.text == "C: a1 c1 a2 | A: | B:")
    #expect(fixture.recorder.errors.count == 1)
    _ = try fixture.record { fixture.albums[2].setValue("C", forKey: "identifier") }
    #expect(fixture.text == "C: c1 | A: a1 a2 | B:")
  }

  @Test(arguments: [
    ("title", "title", "must begin"), ("albun.identifier", "albun", "no property of that name"),
    ("album.tracks", "tracks", "to-many"), ("album.artist.name", "artist", "sections are Album"),
    ("album.identifier.x", "identifier", "only the last"), ("album.nothing", "nothing", "no property of that name"),
    ("", "", "leads to no section"),
  ])
  func aWrongGroupingPathNamesItsStep(path: String, step: String, words: String) throws {
    let library = try MusicLibrary()
    library.run {
      let controller = library.controller(by: path)
      do {
        try controller.performFetch()
        Issue.record("\(path) is taken.")
      } catch SectionedFetchedResultsError.invalidGroupingPath(let found, let at, let reason) {
        #expect(found == path)
        #expect(at == step)
        #expect(reason.contains(words))
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test("A limit of the sections is an error, and not passed over", arguments: [(2, 0), (0, 1)])
  func limitedSections(limit: Int, offset: Int) throws {
    let library = try MusicLibrary()
    library.run {
      let controller = library.controller()
      (controller.sectionFetchRequest.fetchLimit, controller.sectionFetchRequest.fetchOffset) = (limit, offset)
      let error = SectionedFetchedResultsError.limitedSections(limit: limit, offset: offset)
      #expect(throws: error) { try controller.performFetch() }
      #expect(error.description.contains("the limit \(limit) and the offset \(offset)"))
    }
  }

  /// Tracks are grouped by the artist of their album, over two relationships.
  @Test func groupsAlongSeveralRelationships() throws {
    let library = try MusicLibrary()
    let recorder = MusicLibrary.recorder()
    try library.run {
      let artists = ["X", "Y"].map { library.insert("Artist", ["name": $0]) }
      let album = library.album("A", 0, ["artist": artists[0]])
      library.track("a1", 0, in: album)
      library.track("a2", 1, in: album)
      try library.context.save()
      let controller = library.controller(by: "album.artist.name")
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Artist")
      controller.delegate = recorder
      try controller.performFetch()
      #expect(MusicLibrary.text(controller) == "X: a1 a2 | Y:")
      album.setValue(artists[1], forKey: "artist")
      library.context.processPendingChanges()
      #expect(MusicLibrary.text(controller) == "X: | Y: a1 a2")
      #expect(recorder.take() == ["will", "item move [0, 0]→[1, 0] a1", "item move [0, 1]→[1, 1] a2", "did"])
      artists[1].setValue("Z", forKey: "name")
      library.context.processPendingChanges()
      #expect(MusicLibrary.text(controller) == "X: | Z: a1 a2")
      #expect(recorder.take() == ["will", "section update 1 Z", "did"])
      #expect(recorder.errors.isEmpty)
    }
  }

  @Test(.ourInnerControllers) func aPathMayEndInTheSectionItself() throws {
    let fixture = try LibraryFixture(by: "album")
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    let recorded = try fixture.record {
      let album = fixture.library.album("D", 3)
      fixture.tracks[0].setValue(album, forKey: "album")
    }
    #expect(recorded == ["will", "section insert 3 D", "item delete [0, 0] a1", "did"])
    #expect(try fixture.record { try fixture.library.context.save() } == [])
    let later = try fixture.record {
      fixture.tracks[1].setValue(fixture.tracks[0].value(forKey: "album"), forKey: "album")
    }
    #expect(later == ["will", "item move [0, 0]→[3, 1] a2", "did"])
  }

  @Test(.ourInnerControllers) func aSectionThatIsItsOwnKeyIsCalledByItsURI() throws {
    let fixture = try LibraryFixture(by: "album") { $0.sectionNameKeyPath = nil }
    let context = fixture.library.context
    _ = try fixture.record { fixture.tracks[0].setValue(fixture.library.album("D", 3), forKey: "album") }
    for _ in 0..<2 {
      fixture.library.run {
        let sections = fixture.controller.allSections
        #expect(sections.count == 4)
        for section in sections {
          #expect(section.name == section.object?.objectID.uriRepresentation().absoluteString)
        }
      }
      _ = try fixture.record { try context.save() }
    }
  }

  @Test func aKeyThatChangesKeepsTheSectionAndItsItems() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.albums[0].setValue("Z", forKey: "identifier") } == [
        "will", "section update 0 A", "did",
      ])
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  @Test func twoSectionsSwapTheirKeysAndKeepTheirItems() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.albums[0].setValue("C", forKey: "identifier")
      fixture.albums[2].setValue("A", forKey: "identifier")
    }
    #expect(recorded == ["will", "section update 0 A", "section update 2 C", "did"])
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  @Test func keysCompareByValueAndType() {
    #expect(GroupKey("1") != GroupKey(1))
    #expect(GroupKey(1) != GroupKey(true, isBoolean: true))
    #expect(GroupKey(NSNumber(value: 1), isBoolean: true) == GroupKey(true, isBoolean: true))
    #expect(GroupKey(nil).isNone)
    let uuid = UUID()
    #expect(GroupKey(uuid) != GroupKey(uuid.uuidString))
    #expect(GroupKey(Date(timeIntervalSinceReferenceDate: 1)) == GroupKey(Date(timeIntervalSinceReferenceDate: 1)))
    #expect(GroupKey(URL(string: "a:b")) != GroupKey("a:b"))
  }

  @Test(.ourInnerControllers) func itemsFollowWhatTheyDependOn() throws {
    let fixture = try LibraryFixture { $0.itemDependencies = ["album.title"] }
    let recorded = try fixture.record { fixture.albums[0].setValue("new", forKey: "title") }
    #expect(
      recorded == [
        "will", "section update 0 new", "did", "will", "item update [0, 0] a1", "item update [0, 1] a2", "did",
      ])
    #expect(
      try fixture.record { fixture.albums[0].setValue(true, forKey: "isOld") } == [
        "will", "section update 0 new", "did",
      ])
  }

  @Test func sectionsFollowWhatTheyDependOn() throws {
    let fixture = try LibraryFixture { $0.sectionDependencies = ["tracks.title"] }
    let recorded = try fixture.record { fixture.tracks[2].setValue("new", forKey: "title") }
    #expect(recorded == ["will", "item update [2, 0] new", "did", "will", "section update 2 C", "did"])
  }

  @Test func aSectionThatDependsOnItsItemsFollowsTheirComingAndGoing() throws {
    let fixture = try LibraryFixture { $0.sectionDependencies = ["tracks.title"] }
    #expect(
      try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
        == ["will", "section update 1 B", "item insert [1, 0] b1", "did"])
    #expect(
      try fixture.record { fixture.library.context.delete(fixture.tracks[2]) }
        == ["will", "section update 2 C", "item delete [2, 0] gone", "did"])
  }

  /// Each object is reported once. If it is reported only because of another one, it does not count as changed.
  @Test func itemsAndSectionsMayDependOnEachOther() throws {
    let fixture = try LibraryFixture {
      $0.itemDependencies = ["album.title"]
      $0.sectionDependencies = ["tracks.title"]
    }
    #expect(
      try fixture.record { fixture.albums[2].setValue("new", forKey: "title") }
        == ["will", "section update 2 new", "did", "will", "item update [2, 0] c1", "did"])
    #expect(
      try fixture.record { fixture.tracks[2].setValue("c0", forKey: "title") }
        == ["will", "item update [2, 0] c0", "did", "will", "section update 2 new", "did"])
    #expect(
      try fixture.record { fixture.library.context.refresh(fixture.tracks[2], mergeChanges: true) }
        == ["will", "item update [2, 0] c0", "did", "will", "section update 2 new", "did"])
  }

  /// A deleted object has no relationships. Only the objects that pointed to it show what depended on it.
  @Test(.ourInnerControllers) func aBatchDeletionIsMergedWithWhatPointedToIt() throws {
    let fixture = try LibraryFixture(.sqlite) {
      $0.itemDependencies = ["album.artist.name"]
      $0.sectionDependencies = ["tracks.title"]
    }
    let (library, album) = (fixture.library, fixture.albums[0])
    let artist = try library.run {
      let artist = library.insert("Artist", ["name": "X"])
      album.setValue(artist, forKey: "artist")
      try library.context.save()
      return artist
    }
    func delete(_ object: NSManagedObject, updating owner: NSManagedObject) throws {
      let request = NSBatchDeleteRequest(objectIDs: [object.objectID])
      request.resultType = .resultTypeObjectIDs
      let result = try library.context.execute(request) as? NSBatchDeleteResult
      let deleted = try #require(result?.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: deleted, NSUpdatedObjectsKey: [owner.objectID]],
        into: [library.context])
    }
    #expect(
      try fixture.record { try delete(artist, updating: album) } == [
        "will", "section update 0 A", "did", "will", "item update [0, 0] a1", "item update [0, 1] a2", "did",
      ])
    let recorded = try fixture.record { try delete(fixture.tracks[2], updating: fixture.albums[2]) }
    #expect(recorded == ["will", "section update 2 C", "item delete [2, 0] gone", "did"])
  }

  @Test func aWrongDependencyNamesItsStep() throws {
    let library = try MusicLibrary()
    library.run {
      let controller = library.controller()
      controller.itemDependencies = ["album.nothing"]
      #expect(throws: SectionedFetchedResultsError.self) { try controller.performFetch() }
    }
  }
}
