import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A delegate may fetch while its context posts a notification, and while objects are refreshed. With Apple's
/// interface, the controller refreshes one dependant after the other, so that a delegate can be called between two.
@Suite("A fetch in a callback loses no dependant")
struct FetchInCallbackTests {
  /// The callbacks in which the delegate fetches.
  enum Moment: String, CaseIterable {
    case will, item, did

    func contains(_ line: String) -> Bool { line.hasPrefix(rawValue) }
  }

  /// Returns the lines of items, sorted, because dependants are refreshed in no certain order.
  private func items(_ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("item") }.sorted() }

  /// Makes a fixture whose album A has three more tracks. The last one is not saved, and the second one has an unsaved
  /// change.
  private func fixture() throws -> LibraryFixture {
    let fixture = try LibraryFixture { $0.itemDependencies = ["album.title"] }
    _ = try fixture.record {
      for number in 3...4 { fixture.library.track("a\(number)", number, in: fixture.albums[0]) }
      try fixture.library.context.save()
      fixture.library.track("a5", 5, in: fixture.albums[0])
      fixture.tracks[1].setValue("dirty", forKey: "title")
    }
    return fixture
  }

  private static let updates = [
    "item update [0, 0] a1", "item update [0, 1] dirty", "item update [0, 2] a3", "item update [0, 3] a4",
    "item update [0, 4] a5",
  ]

  /// The delegate fetches in the first callback for its items, or in each one. In the latter case, each fetch
  /// interrupts the refresh of the remaining items again.
  @Test("The rest of an interrupted refresh is made by the new lists", arguments: Moment.allCases, [1, .max])
  func ownFetch(moment: Moment, times: Int) throws {
    let fixture = try fixture()
    let context = fixture.library.context
    // The first batch has only the album, which is reported before its tracks are refreshed.
    var (fetches, batches) = (0, 0)
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      let isOfItems = batches > 0
      if line == "did" { batches += 1 }
      guard isOfItems, moment.contains(line), fetches < times else { return }
      fetches += 1
      do { try controller.performFetch() } catch { Issue.record(error) }
    }
    fixture.library.run { fixture.albums[0].setValue("new", forKey: "title") }
    for _ in 0..<16 { fixture.library.run { context.processPendingChanges() } }
    try fixture.library.run {
      #expect(fetches > 0)
      #expect(items(fixture.recorder.take()) == Self.updates)
      #expect(fixture.recorder.errors.isEmpty)
      try expectCurrent(fixture.controller)
    }
  }

  /// Two lists of one context refresh the same items. The delegate of one of them fetches the other one.
  @Test("A list that another list's delegate fetches updates its dependants, too", arguments: Moment.allCases)
  func otherFetch(moment: Moment) throws {
    let fixture = try fixture()
    let (library, context) = (fixture.library, fixture.library.context)
    let (other, recorder) = (library.controller(), MusicLibrary.recorder())
    other.itemDependencies = ["album.title"]
    try library.run { try other.performFetch() }
    other.delegate = recorder
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard moment.contains(line), !isDone else { return }
      isDone = true
      do { try other.performFetch() } catch { Issue.record(error) }
    }
    library.run { fixture.albums[0].setValue("new", forKey: "title") }
    for _ in 0..<16 { library.run { context.processPendingChanges() } }
    try library.run {
      #expect(isDone)
      for (controller, recorder) in [(fixture.controller, fixture.recorder), (other, recorder)] {
        // If one list refreshes an object, our own context reports it to all of its lists. So each item may be updated
        // twice.
        let lines = items(recorder.take())
        #expect(PublicInterface.isAllThereIs ? lines == Self.updates : Set(lines) == Set(Self.updates))
        #expect(recorder.errors.isEmpty)
        try expectCurrent(controller)
      }
    }
  }

  /// The first list gets the context's notification before the second one, and has no dependants. Its delegate is
  /// called for the album while the notification is posted, and fetches the second list, which gets the notification
  /// only after that.
  @Test("A list that is fetched in the middle of a notification still follows it", arguments: ["will", "did"])
  func fetchInANotification(moment: String) throws {
    let fixture = try LibraryFixture()
    let (library, context) = (fixture.library, fixture.library.context)
    let (second, recorder) = (library.controller(), MusicLibrary.recorder())
    second.itemDependencies = ["album.title"]
    try library.run { try second.performFetch() }
    second.delegate = recorder
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard line == moment, !isDone else { return }
      isDone = true
      do { try second.performFetch() } catch { Issue.record(error) }
    }
    let first = try fixture.record {
      fixture.albums[0].setValue("new", forKey: "title")
      context.processPendingChanges()
      #expect(isDone)
    }
    // With our own context, the first list also gets the updates of the second list's dependants.
    #expect(Array(first.prefix(3)) == ["will", "section update 0 new", "did"])
    if PublicInterface.isAllThereIs { #expect(first.count == 3) }
    for _ in 0..<4 { library.run { context.processPendingChanges() } }
    try library.run {
      let lines = recorder.take()
      #expect(Array(lines.prefix(3)) == ["will", "section update 0 new", "did"])
      #expect(items(lines) == ["item update [0, 0] a1", "item update [0, 1] a2"])
      #expect(recorder.errors.isEmpty)
      try expectCurrent(second)
    }
    // The next event must be reported as usual, once.
    library.run {
      fixture.albums[2].setValue("next", forKey: "title")
      context.processPendingChanges()
    }
    for _ in 0..<4 { library.run { context.processPendingChanges() } }
    library.run {
      #expect(
        recorder.take() == ["will", "section update 2 next", "did", "will", "item update [2, 0] c1", "did"])
    }
  }
}
