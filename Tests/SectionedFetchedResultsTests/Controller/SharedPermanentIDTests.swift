import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Two controllers show one unsaved track. Its ID becomes permanent while one of them calls its delegate.
@Suite("All controllers of a context have permanent IDs before one reports them")
struct SharedPermanentIDTests {
  private struct Pair {
    let fixture: LibraryFixture
    let other: MusicLibrary.Controller
    let otherRecorder = MusicLibrary.recorder()
    let track: NSManagedObject

    init() throws {
      fixture = try LibraryFixture()
      let (library, albums) = (fixture.library, fixture.albums)
      other = library.controller()
      other.delegate = otherRecorder
      let other = other
      track = try library.run {
        try other.performFetch()
        let track = library.track("b1", 1, in: albums[1])
        library.context.processPendingChanges()
        _ = (other.snapshot, other.updates)
        return track
      }
      _ = (fixture.recorder.take(), otherRecorder.take())
    }
  }

  /// Checks both lists while either delegate is notified.
  @Test("whichever delegate is notified, the other list has them", arguments: ["save", "obtain"])
  func whicheverDelegateIsNotified(way: String) throws {
    // With the public interface alone, a context reports obtained IDs only with its next notification.
    if PublicInterface.isAllThereIs, way == "obtain" { return }
    let pair = try Pair()
    let (controller, other, library) = (pair.fixture.controller, pair.other, pair.fixture.library)
    _ = library.run { controller.snapshot }
    var reported: [String] = []
    defer { for recorder in [pair.fixture.recorder, pair.otherRecorder] { recorder.during = nil } }
    for (name, recorder) in [("first", pair.fixture.recorder), ("second", pair.otherRecorder)] {
      recorder.during = { line, _ in
        reported.append("\(name) \(line)")
        for shown in [controller, other] {
          expectOneVersion(shown)
          #expect(shown.snapshot.itemIDs(inSection: 1) == [pair.track.objectID])
        }
      }
    }
    try library.run {
      if way == "save" { try library.context.save() } else { try library.context.obtainPermanentIDs(for: [pair.track]) }
    }
    #expect(reported == ["first renamed", "second renamed"])
  }

  @Test("straight after the program asked for them in a callback", .ourInnerControllers, arguments: ["will", "did"])
  func askedForInACallback(call: String) throws {
    let pair = try Pair()
    let (controller, other, library) = (pair.fixture.controller, pair.other, pair.fixture.library)
    _ = library.run { controller.snapshot }
    var isDone = false
    defer { pair.fixture.recorder.during = nil }
    pair.fixture.recorder.during = { line, _ in
      guard line == call, !isDone else { return }
      isDone = true
      do { try library.context.obtainPermanentIDs(for: [pair.track]) } catch { Issue.record(error) }
      for shown in [controller, other] {
        expectOneVersion(shown)
        #expect(shown.snapshot.itemIDs(inSection: 1) == [pair.track.objectID])
      }
      #expect(pair.fixture.recorder.renamings.count == 1)
      #expect(pair.otherRecorder.renamings.count == 1)
    }
    _ = try pair.fixture.record { pair.fixture.tracks[0].setValue("x", forKey: "title") }
    #expect(isDone)
    #expect(pair.otherRecorder.take() == ["will", "item update [0, 0] x", "did"])
    #expect(pair.otherRecorder.renamings.count == 1)
  }

  /// A remix leaves the second list. It gets its permanent ID, and is gone before that is reported. Nothing retains the
  /// object.
  @Test(.ourInnerControllers) func anIDIsOfTheItemsOwnEntityWhenAResetFollows() throws {
    let fixture = try LibraryFixture(hasSubentities: true)
    let (library, other, recorder) = (fixture.library, fixture.library.controller(), MusicLibrary.recorder())
    func find(_ title: String) throws -> [NSManagedObject] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title == %@", title)
      return try library.context.fetch(request)
    }
    other.itemFetchRequest.predicate = NSPredicate(format: "position < 6")
    let updates = try library.run {
      try other.performFetch()
      other.delegate = recorder
      library.track("b1", 1, in: fixture.albums[1], entity: "Remix")
      library.context.processPendingChanges()
      return other.updates
    }
    _ = (updates.takeWaiting(), fixture.recorder.take(), recorder.take())
    var name: String?
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard line == "did", name == nil else { return }
      do {
        let tracks = try find("b1")
        try library.context.obtainPermanentIDs(for: tracks)
        name = tracks.first?.objectID.uriRepresentation().absoluteString
      } catch {
        Issue.record(error)
      }
      library.context.reset()
    }
    try library.run {
      for track in try find("b1") { track.setValue(9, forKey: "position") }
      library.context.processPendingChanges()
    }
    library.run {}
    #expect(name?.contains("/Remix/p") == true)
    let reported = recorder.changes.last?.items.deleted.map { $0.id.uriRepresentation().absoluteString }
    #expect(reported == name.map { [$0] })
    let update = try #require(library.run { updates.takeWaiting() })
    #expect(update.changes?.items.deleted.count == 1)
    #expect(update.snapshot == library.run { other.snapshot })
  }

  /// A callback resets the context, inserts a track and fetches. The context reports the reset after that, so this
  /// controller waits for another fetch. Meanwhile the other controller's fetch gives the track its permanent ID.
  @Test(.ourInnerControllers) func aListThatWaitsForAFetchAfterAResetHasThem() throws {
    let fixture = try LibraryFixture()
    let (library, other, recorder) = (fixture.library, fixture.library.controller(), MusicLibrary.recorder())
    try library.run {
      try other.performFetch()
      other.delegate = recorder
      _ = (other.snapshot, fixture.controller.snapshot)
    }
    var wasTemporary: Bool?
    recorder.during = { line, _ in
      guard line == "will", wasTemporary == nil else { return expectOneVersion(other) }
      library.context.reset()
      do {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
        request.predicate = NSPredicate(format: "title == 'B'")
        let track = library.track("b1", 1, in: try library.context.fetch(request).first)
        try other.performFetch()
        wasTemporary = track.objectID.isTemporaryID
        fixture.controller.obtainsPermanentIDs = true
      } catch {
        Issue.record(error)
      }
    }
    library.run {
      fixture.albums[0].setValue("x", forKey: "title")
      library.context.processPendingChanges()
    }
    for _ in 0..<3 { library.run { expectOneVersion(other) } }
    #expect(wasTemporary == true)
    #expect(library.run { other.snapshot.itemIDs(inSection: 1).map(\.isTemporaryID) } == [false])
    #expect(library.run { ReferenceList(shownBy: other).description } == "\(try ReferenceList(for: other))")
  }

  /// The delegate that is notified of the IDs sets another rule. The context delivers no event, but the rule must apply
  /// by the next turn.
  @Test func whatIsAskedForWhereIDsAreReportedIsDone() throws {
    let pair = try Pair()
    let (controller, other, library) = (pair.fixture.controller, pair.other, pair.fixture.library)
    controller.obtainsPermanentIDs = true
    defer { pair.otherRecorder.during = nil }
    pair.otherRecorder.during = { line, _ in if line == "renamed" { other.unmatchedItems = .shownLast } }
    library.run { _ = library.track("u1", 0, in: nil) }
    _ = try pair.fixture.record {}
    try library.run { try controller.performFetch() }
    library.run {}
    library.run {
      #expect(!pair.track.objectID.isTemporaryID)
      #expect(MusicLibrary.text(other).hasSuffix("u1"), "\(MusicLibrary.text(other))")
    }
  }

  /// The first delegate rolls an insertion back before the second controller, which obtains IDs, reports it.
  @Test(.ourInnerControllers) func whatWasTakenBackGetsNoID() throws {
    let pair = try Pair()
    let library = pair.fixture.library
    pair.other.obtainsPermanentIDs = true
    defer { pair.fixture.recorder.during = nil }
    pair.fixture.recorder.during = { line, _ in if line == "changes" { library.context.rollback() } }
    let lines = try pair.fixture.record { library.track("c2", 2, in: pair.fixture.albums[2]) }
    #expect(
      lines == [
        "will", "item insert [2, 1] c2", "did", "will", "item delete [2, 1] c2", "item delete [1, 0] b1", "did",
      ])
    #expect(library.run { pair.track.objectID.isTemporaryID })
    #expect(pair.otherRecorder.renamings.isEmpty)
    library.run { expectOneVersion(pair.other) }
  }

  /// The first delegate is notified of the ID and sets another rule for the second list. That list must report the ID
  /// with the places from before the rule.
  @Test func whoGoesOnIsNotifiedOfTheIDsBefore() throws {
    let pair = try Pair()
    let (other, library) = (pair.other, pair.fixture.library)
    defer { pair.fixture.recorder.during = nil }
    pair.fixture.recorder.during = { line, _ in if line == "renamed" { other.showsEmptySections = false } }
    var reported: [String] = []
    defer { pair.otherRecorder.during = nil }
    pair.otherRecorder.during = { line, _ in reported.append(line) }
    let place = library.run { other.indexPath(forObject: pair.track) }
    library.run { pair.fixture.tracks[2].setValue(nil, forKey: "album") }
    _ = try pair.fixture.record {}
    reported = []
    try library.run { try library.context.save() }
    #expect(reported == ["renamed", "will", "section delete 2 C", "did", "changes"])
    let renaming = try #require(pair.otherRecorder.renamings.first)
    #expect(renaming.items.updated.map(\.new) == [place.map { ItemPlace(section: $0[0], item: $0[1]) }])
  }

  /// A new album is renamed. The first delegate saves in a callback. So the album has another ID when the second
  /// controller, which is notified of the same event, searches for the tracks that depend on its title.
  @Test("What depends on an object that was saved since is found by its new ID")
  func dependantsOfAPromotedObject() throws {
    let fixture = try LibraryFixture()
    let (library, recorder) = (fixture.library, MusicLibrary.recorder())
    let other = library.controller()
    other.itemDependencies = ["album.title"]
    other.delegate = recorder
    let album = try library.run {
      try other.performFetch()
      let album = library.album("D", 3)
      library.track("d1", 1, in: album)
      return album
    }
    _ = try fixture.record {}
    _ = recorder.take()
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { _, _ in
      if isDone { return }
      isDone = true
      do { try library.context.save() } catch { Issue.record(error) }
    }
    _ = try fixture.record { album.setValue("new", forKey: "title") }
    #expect(isDone)
    #expect(!album.objectID.isTemporaryID)
    #expect(recorder.take().contains("item update [3, 0] d1"))
  }
}
