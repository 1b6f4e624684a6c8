import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The defects of TAFetchedResultsController, the older controller whose sections are objects. Letters
/// only distinguish them.
@Suite("The ancestor's fourteen defects")
struct AncestorDefectsTests {
  @Test("a: inner section changes pass for section changes")
  func innerSectionsAreNotForwarded() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
        == ["will", "item insert [1, 0] b1", "did"])
    #expect(
      try fixture.record { fixture.library.context.delete(fixture.tracks[2]) }
        == ["will", "item delete [2, 0] gone", "did"])
  }

  /// Sections and items both change, so that each half would be reported if it were delivered by itself.
  @Test("b: two cycles for one save")
  func sectionsAndItemsAreOneBatch() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.library.track("d1", 0, in: fixture.library.album("D", 3))
      fixture.albums[1].setValue("new", forKey: "title")
      fixture.library.context.delete(fixture.tracks[2])
      fixture.tracks[0].setValue("other", forKey: "title")
      try fixture.library.context.save()
    }
    #expect(
      recorded == [
        "will", "section insert 3 D", "section update 1 new", "item delete [2, 0] gone", "item insert [3, 0] d1",
        "item update [0, 0] other", "did",
      ])
    let next = try fixture.record {
      fixture.library.context.delete(fixture.albums[1])
      fixture.albums[0].setValue(9, forKey: "position")
      fixture.tracks[1].setValue("last", forKey: "title")
      try fixture.library.context.save()
    }
    #expect(
      next == ["will", "section delete 1 gone", "section move 0→2 A", "item update [0, 1] last", "did"])
  }

  @Test("c: item changes are lost while sections are fetched")
  func nothingIsLostBesideASectionChange() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.library.album("D", -1)
      fixture.tracks[0].setValue("new", forKey: "title")
      fixture.tracks[2].setValue(fixture.albums[1], forKey: "album")
    }
    #expect(
      recorded == [
        "will", "section insert 0 D", "item move [2, 0]→[2, 0] c1", "item update [0, 0] new", "did",
      ])
  }

  @Test("d: sections move, come and go silently")
  func sectionOrderAndPredicateAreFollowed() throws {
    let fixture = try LibraryFixture {
      $0.sectionFetchRequest.predicate = NSPredicate(format: "isOld == nil OR isOld == NO")
    }
    #expect(
      try fixture.record { fixture.albums[0].setValue(7, forKey: "position") } == ["will", "section move 0→2 A", "did"])
    #expect(
      try fixture.record { fixture.albums[1].setValue(true, forKey: "isOld") } == ["will", "section delete 0 B", "did"])
    #expect(
      try fixture.record { fixture.albums[1].setValue(nil, forKey: "isOld") } == ["will", "section insert 0 B", "did"])
  }

  @Test("d: a section update carries the old index")
  func aSectionUpdateNamesTheOldIndex() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.library.context.delete(fixture.albums[0])
      fixture.albums[2].setValue("new", forKey: "title")
    }
    #expect(
      recorded == [
        "will", "section delete 0 gone", "section update 2 new", "item delete [0, 1] gone", "item delete [0, 0] gone",
        "did",
      ])
  }

  @Test("e: merged, refreshed and invalidated objects are ignored", .ourInnerControllers)
  func mergesAreFollowed() throws {
    let fixture = try LibraryFixture()
    let id = fixture.tracks[0].objectID
    let album = fixture.albums[1].objectID
    let recorded = try fixture.record {
      try fixture.library.merge { other in
        other.object(with: id).setValue("merged", forKey: "title")
        other.object(with: id).setValue(other.object(with: album), forKey: "album")
      }
    }
    #expect(recorded == ["will", "item move [0, 0]→[1, 0] merged", "did"])
    let refreshed = try fixture.record { fixture.library.context.refresh(fixture.tracks[1], mergeChanges: true) }
    #expect(refreshed == ["will", "item update [0, 0] a2", "did"])
    let sectionRefreshed = try fixture.record {
      fixture.library.context.refresh(fixture.albums[2], mergeChanges: false)
    }
    #expect(sectionRefreshed == ["will", "section update 2 C", "did"])
    let invalidated = try fixture.record { fixture.library.context.reset() }
    #expect(
      invalidated == [
        "will", "section update 0 A", "section update 1 B", "section update 2 C", "item update [0, 0] a2",
        "item update [1, 0] merged", "item update [2, 0] c1", "did",
      ])
  }

  @Test("f: an item without a section raises an exception")
  func anItemWithoutASectionIsHidden() throws {
    let fixture = try LibraryFixture()
    #expect(try fixture.record { fixture.library.track("x", 0, in: nil) } == [])
    let filtered = try LibraryFixture { $0.sectionFetchRequest.predicate = NSPredicate(format: "title != 'A'") }
    #expect(filtered.text == "B: | C: c1")
    #expect(try filtered.record { filtered.library.track("a3", 2, in: filtered.albums[0]) } == [])
    #expect(
      try filtered.record { filtered.tracks[0].setValue(filtered.albums[1], forKey: "album") }
        == ["will", "item insert [0, 0] a1", "did"])
  }

  @Test("g: performFetch does not build the sections")
  func performFetchShowsTheSections() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      #expect(fixture.controller.sections?.count == 3)
      let unfetched = fixture.library.controller()
      #expect(unfetched.sections == nil)
      #expect(unfetched.fetchedObjects == nil)
      #expect(unfetched.allSections.isEmpty)
    }
  }

  @Test("h: index titles are not there")
  func indexTitlesCountEmptySections() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      #expect(fixture.controller.sectionIndexTitles == ["A", "B", "C"])
      #expect(fixture.controller.section(forSectionIndexTitle: "C", at: 2) == 2)
      #expect(fixture.controller.allSections[1].indexTitle == "B")
      fixture.controller.sectionIndexTitleKeyPath = "position"
      #expect(fixture.controller.sectionIndexTitles == ["0", "1", "2"])
      fixture.controller.sectionNameKeyPath = "title"
      #expect(fixture.controller.allSections.map(\.name) == ["A", "B", "C"])
    }
  }

  @Test("Index titles follow the language's alphabet; a name without a letter has its first character")
  func indexTitlesFollowTheAlphabet() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      let controller = fixture.controller
      func titles() -> [String?] {
        ["ångström", "Zoë", "ჯანო", "김", "Чехов", "7up", "東京", ""].map {
          controller.sectionIndexTitle(forSectionName: $0)
        }
      }
      controller.sectionIndexLetters = LetterIndex(Locale(identifier: "sv"))
      #expect(titles() == ["Å", "Z", "ჯ", "ㄱ", "Ч", "7", "東", nil])
      controller.sectionIndexLetters = LetterIndex(Locale(identifier: "de"), also: [Locale(identifier: "zh")])
      #expect(titles() == ["A", "Z", "ჯ", "ㄱ", "Ч", "7", "D", nil])
      controller.sectionIndexLetters = nil
      #expect(controller.sectionIndexTitles == ["A", "B", "C"])
    }
  }

  @Test("i: unbalanced will and did")
  func everyWillHasItsDid() throws {
    let fixture = try LibraryFixture()
    var recorded: [String] = []
    for title in ["x", "x", "y"] {
      recorded += try fixture.record { fixture.tracks[0].setValue(title, forKey: "title") }
    }
    #expect(recorded == ["will", "item update [0, 0] x", "did", "will", "item update [0, 0] y", "did"])
  }

  @Test("j: absent index paths pass for [0, 0]")
  func absentPlacesAreNil() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.library.run {
      fixture.library.track("b1", 0, in: fixture.albums[1])
      fixture.library.context.delete(fixture.tracks[2])
      fixture.tracks[0].setValue("new", forKey: "title")
      fixture.library.context.processPendingChanges()
      let calls = try #require(fixture.recorder.batches.first)
      #expect(calls.map(\.change) == ["delete", "insert", "update"])
      #expect(calls.map(\.old) == [[2, 0], nil, [0, 0]])
      #expect(calls.map(\.new) == [nil, [1, 0], nil])
      let stranger = fixture.library.track("x", 0, in: nil)
      #expect(fixture.controller.indexPath(forObject: stranger) == nil)
      #expect(fixture.controller.indexPath(forObject: fixture.tracks[2]) == nil)
    }
  }

  @Test("k: fetched objects are in the order of their keys")
  func fetchedObjectsAreInDisplayOrder() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      fixture.albums[2].setValue(-1, forKey: "position")
      fixture.library.context.processPendingChanges()
      #expect(fixture.controller.fetchedObjects?.map(MusicLibrary.name) == ["c1", "a1", "a2"])
      #expect(Array(fixture.controller.items.map(MusicLibrary.name)) == ["c1", "a1", "a2"])
      let place = try #require(fixture.controller.indexPath(forObject: fixture.tracks[1]))
      #expect(Array(place) == [1, 1])
      #expect(fixture.controller.object(at: place) === fixture.tracks[1])
    }
  }

  @Test("l: everything is fetched and faulted again", .ourInnerControllers)
  func anEventMakesNoOtherObject() throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      for number in 0..<20 {
        let album = library.album("\(number)", number)
        for position in 0..<50 { library.track("\(number)-\(position)", position, in: album) }
      }
      try library.context.save()
    }
    let context = library.container.newBackgroundContext()
    try context.performAndWait {
      let controller = MusicLibrary.Controller(
        itemFetchRequest: library.controller().itemFetchRequest,
        sectionFetchRequest: library.controller().sectionFetchRequest, managedObjectContext: context,
        sectionGroupingKeyPath: "album.identifier", cacheName: nil)
      try controller.performFetch()
      #expect(context.registeredObjects.filter { $0.entity.name == "Track" }.isEmpty)
      let track = controller.object(at: IndexPath(indexes: [3, 7]))
      track.setValue(99, forKey: "position")
      context.processPendingChanges()
      #expect(controller.allSections[3].numberOfObjects == 50)
      #expect(controller.object(at: IndexPath(indexes: [3, 49])) === track)
      #expect(context.registeredObjects.filter { $0.entity.name == "Track" } == [track])
      // Inserting or moving a section reads no item, either, and does not fetch the items again.
      let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
      for (key, value) in ["identifier": "new", "title": "new", "position": -1] as [String: Any] {
        album.setValue(value, forKey: key)
      }
      controller.allSections[2].object?.setValue(99, forKey: "position")
      context.processPendingChanges()
      #expect(controller.allSections.map(\.numberOfObjects) == [0] + Array(repeating: 50, count: 20))
      #expect(controller.section(at: 0) === album)
      #expect(context.registeredObjects.filter { $0.entity.name == "Track" } == [track])
    }
  }

  @Test("m: a grouping key path deeper than one relationship")
  func deepPathsGroup() throws {
    let library = try MusicLibrary()
    try library.run {
      let artist = library.insert("Artist", ["name": "X"])
      library.track("a1", 0, in: library.album("A", 0, ["artist": artist]))
      library.insert("Artist", ["name": "Y"])
      let controller = library.controller(by: "album.artist.name")
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Artist")
      try controller.performFetch()
      #expect(controller.allSections.map(\.numberOfObjects) == [1, 0])
      let recorder = MusicLibrary.recorder()
      controller.delegate = recorder
      let other = try #require(controller.section(at: 1))
      try #require(controller.object(at: IndexPath(indexes: [0, 0])).value(forKey: "album") as? NSManagedObject)
        .setValue(other, forKey: "artist")
      library.context.processPendingChanges()
      #expect(recorder.lines == ["will", "item move [0, 0]→[1, 0] a1", "did"])
    }
  }

  @Test("n: a failed fetch aborts, and the observer outlives the controller")
  func aFailedFetchThrowsAndNothingIsRetained() throws {
    let library = try MusicLibrary()
    weak var dropped: MusicLibrary.Controller?
    try library.run {
      let controller = library.controller()
      dropped = controller
      try controller.performFetch()
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Nothing")
      #expect(
        throws: SectionedFetchedResultsError.unknownEntity(
          request: "section request", name: "Nothing", known: ["Album", "Artist", "Track"])
      ) {
        try controller.performFetch()
      }
      #expect(controller.sections?.count == 0)
      library.track("x", 0, in: library.album("A", 0))
      library.context.processPendingChanges()
      #expect(MusicLibrary.text(controller) == "A: x")
    }
    library.run { _ = library.track("y", 0, in: nil) }
    #expect(dropped == nil)
  }
}
