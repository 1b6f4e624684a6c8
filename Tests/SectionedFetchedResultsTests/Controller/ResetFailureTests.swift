import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// After a reset the list is fetched again, and there is no caller that could catch an error of that. The list: `A: a1
/// a2 | B: | C: c1`
@Suite("After a reset a list goes on, whatever stands in the way of its fetch")
struct ResetFailureTests {
  /// Records every call, including `changes` and `failed`, until the end of a test.
  private final class Trace {
    private let recorder: MusicLibrary.Recorder
    private var lines: [String] = []

    init(of recorder: MusicLibrary.Recorder) {
      self.recorder = recorder
      recorder.during = { [weak self] line, _ in self?.lines.append(line) }
    }

    deinit { recorder.during = nil }

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  /// Returns the reports after a reset of a list in which nothing else changed.
  private static func everything(_ items: [String]) -> [String] {
    ["will", "section update 0 A", "section update 1 B", "section update 2 C"] + items + ["did", "changes"]
  }

  private static func errors(_ fixture: LibraryFixture) -> [String] { fixture.recorder.errors.map { "\($0)" } }

  /// Makes a fixture whose fetches fail as long as failures are left.
  private static func fixture(_ failures: FailingFetches) throws -> LibraryFixture {
    try LibraryFixture { controller in
      failures.fail(controller)
    }
  }

  /// C gets the key of A, so that A has C's track, and this is saved. At the end C has its own key again.
  @Test("sections that share a key are shown and reported as while the list is live")
  func sharedKeys() throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    let trace = Trace(of: fixture.recorder)
    let ids = library.run { [fixture.albums[0].objectID, fixture.albums[2].objectID] }
    let shared = SectionedFetchedResultsError.duplicateKey(key: "A", sections: ids)
    _ = try fixture.record { fixture.albums[2].setValue("A", forKey: "identifier") }
    #expect(trace.take() == ["will", "section update 2 C", "item move [2, 0]→[0, 1] c1", "did", "changes", "failed"])
    try library.run { try library.context.save() }
    #expect(trace.take() == [])
    // A fetch by the program throws, because there the program can fix the keys.
    library.run {
      #expect(throws: shared) { try controller.performFetch() }
      #expect(trace.take() == [])
    }

    _ = try fixture.record { library.context.reset() }
    #expect(
      trace.take()
        == Self.everything(["item update [0, 0] a1", "item update [0, 1] c1", "item update [0, 2] a2"]) + ["failed"])
    #expect(Self.errors(fixture) == ["\(shared)", "\(shared)"])
    #expect(fixture.text == "A: a1 c1 a2 | B: | C:")

    _ = try fixture.record { library.track("a3", 9, in: controller.section(at: 0)) }
    #expect(trace.take() == ["will", "item insert [0, 3] a3", "did", "changes"])
    _ = try fixture.record { controller.section(at: 2)?.setValue("C", forKey: "identifier") }
    #expect(trace.take() == ["will", "section update 2 C", "item move [0, 1]→[2, 0] c1", "did", "changes"])
    #expect(Self.errors(fixture) == ["\(shared)", "\(shared)"])
    #expect(fixture.text == "A: a1 a2 a3 | B: | C: c1")
    try library.run { try controller.performFetch() }
    #expect(trace.take() == [])
  }

  /// C has no key any more, so its track is in no section, and this is saved.
  @Test("sections without a key, too")
  func missingKeys() throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    let trace = Trace(of: fixture.recorder)
    let id = library.run { fixture.albums[2].objectID }
    let missing = SectionedFetchedResultsError.missingKey(sections: [id])
    _ = try fixture.record { fixture.albums[2].setValue(nil, forKey: "identifier") }
    #expect(trace.take() == ["will", "section update 2 C", "item delete [2, 0] c1", "did", "changes", "failed"])
    try library.run { try library.context.save() }

    _ = try fixture.record { library.context.reset() }
    #expect(trace.take() == Self.everything(["item update [0, 0] a1", "item update [0, 1] a2"]) + ["failed"])
    #expect(Self.errors(fixture) == ["\(missing)", "\(missing)"])

    _ = try fixture.record { controller.section(at: 2)?.setValue("C", forKey: "identifier") }
    #expect(trace.take() == ["will", "section update 2 C", "item insert [2, 0] c1", "did", "changes"])
    #expect(Self.errors(fixture) == ["\(missing)", "\(missing)"])
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  /// The store cannot be read once or twice. The fetch after the reset fails, and in the second case also the fetch for
  /// the next event, which inserts the album D. The last event inserts the album E.
  @Test("a fetch that fails is made again with the next event", arguments: [1, 2])
  func failedFetches(count: Int) throws {
    let failures = FailingFetches()
    let fixture = try Self.fixture(failures)
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    let trace = Trace(of: recorder)
    failures.left = count
    library.run { library.context.reset() }
    // By now, the blocks on the context's queue have run. Nothing tries again by itself.
    library.run {
      #expect(trace.take() == ["failed"])
      #expect(MusicLibrary.text(controller) == "A: a1 a2 | B: | C: c1")
    }
    if count == 2 {
      library.run {
        library.album("D", 3)
        library.context.processPendingChanges()
      }
      library.run {
        #expect(trace.take() == ["failed"])
        #expect(MusicLibrary.text(controller) == "A: a1 a2 | B: | C: c1")
      }
    }
    let codes = recorder.errors.compactMap { ($0 as? CocoaError)?.code.rawValue }
    #expect(codes == Array(repeating: CocoaError.fileReadUnknown.rawValue, count: count))

    _ = try fixture.record { library.album("E", 4) }
    let albums: [String] = count == 1 ? ["section insert 3 E"] : ["section insert 3 D", "section insert 4 E"]
    let updates: [String] = [
      "section update 0 A", "section update 1 B", "section update 2 C",
      "item update [0, 0] a1", "item update [0, 1] a2", "item update [2, 0] c1",
    ]
    let reported: [String] = ["will"] + albums + updates + ["did", "changes"]
    #expect(trace.take() == reported)
    #expect(recorder.errors.count == count)

    // It follows the context as before.
    _ = try fixture.record { library.track("b1", 0, in: controller.section(at: 1)) }
    #expect(trace.take() == ["will", "item insert [1, 0] b1", "did", "changes"])
  }

  /// The fetch after the reset fails, and the program fetches before anything else happens.
  @Test("a fetch of the program's ends the waiting")
  func aFetchOfTheProgram() throws {
    let failures = FailingFetches()
    let fixture = try Self.fixture(failures)
    let library = fixture.library
    let trace = Trace(of: fixture.recorder)
    failures.left = 1
    library.run { library.context.reset() }
    library.run { #expect(trace.take() == ["failed"]) }
    _ = try fixture.record { try fixture.controller.performFetch() }
    let items = ["item update [0, 0] a1", "item update [0, 1] a2", "item update [2, 0] c1"]
    #expect(trace.take() == Self.everything(items))
    _ = try fixture.record { library.album("D", 3) }
    #expect(trace.take() == ["will", "section insert 3 D", "did", "changes"])
  }

  /// The store cannot be read once, so that a second fetch would succeed.
  @Test("after two resets at once one fetch is made, and one that fails is made again with the next event")
  func twoResets() throws {
    let failures = FailingFetches()
    let fixture = try Self.fixture(failures)
    let (library, recorder) = (fixture.library, fixture.recorder)
    let trace = Trace(of: recorder)
    failures.left = 1
    library.run {
      library.context.reset()
      library.context.reset()
    }
    library.run {
      #expect(trace.take() == ["failed"])
      #expect(MusicLibrary.text(fixture.controller) == "A: a1 a2 | B: | C: c1")
    }
    _ = try fixture.record { library.album("D", 3) }
    let reported: [String] = [
      "will", "section insert 3 D", "section update 0 A", "section update 1 B", "section update 2 C",
      "item update [0, 0] a1", "item update [0, 1] a2", "item update [2, 0] c1", "did", "changes",
    ]
    #expect(trace.take() == reported)
    #expect(recorder.errors.count == 1)
  }
}

extension ResetFailureTests {
  /// The store cannot be read once. When the delegate is notified of that, it resets the context again.
  @Test("a reset in the callback of a failure is recovered from, too")
  func resetInTheCallback() throws {
    let failures = FailingFetches()
    let fixture = try Self.fixture(failures)
    let (library, recorder) = (fixture.library, fixture.recorder)
    var lines: [String] = []
    defer { recorder.during = nil }
    recorder.during = { line, _ in
      lines.append(line)
      if line == "failed" { library.context.reset() }
    }
    failures.left = 1
    library.run { library.context.reset() }
    for _ in 0..<4 { library.run { library.context.processPendingChanges() } }
    let items = ["item update [0, 0] a1", "item update [0, 1] a2", "item update [2, 0] c1"]
    #expect(lines == ["failed"] + Self.everything(items))
    lines = []
    _ = try fixture.record { library.album("D", 3) }
    #expect(lines == ["will", "section insert 3 D", "did", "changes"])
  }

  /// The context is reset in the middle of a fetch by the program, or of the fetch after an earlier reset.
  @Test("a fetch in the middle of which the context is reset is made once more", arguments: [true, false])
  func resetInTheFetch(isOwn: Bool) throws {
    let resets = ResettingFetches()
    let fixture = try LibraryFixture { $0.tracker.makeInnerController = resets.make }
    let library = fixture.library
    resets.left = 1
    try library.run {
      if isOwn { library.context.reset() } else { try fixture.controller.performFetch() }
    }
    for _ in 0..<4 { library.run { library.context.processPendingChanges() } }
    #expect(resets.left == 0)
    try library.run {
      #expect(fixture.controller.fetchedObjects?.allSatisfy { $0.managedObjectContext === library.context } == true)
      #expect(fixture.recorder.errors.isEmpty)
      try expectCurrent(fixture.controller)
    }
    let recorded = try fixture.record { library.track("b1", 0, in: fixture.controller.section(at: 1)) }
    #expect(recorded == ["will", "item insert [1, 0] b1", "did"])
  }

  /// Makes fetches of items that reset their context at the end.
  private final class ResettingFetches {
    /// The number of the next fetches that reset the context.
    var left = 0

    var make: InnerControllerMaker {
      { [self] request, context, path, name in
        let inner = Controller(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path, cacheName: name)
        inner.fetches = self
        return inner
      }
    }

    private final class Controller: NSFetchedResultsController<NSManagedObject> {
      var fetches: ResettingFetches?

      override func performFetch() throws {
        try super.performFetch()
        guard let fetches, fetches.left > 0 else { return }
        fetches.left -= 1
        managedObjectContext.reset()
      }
    }
  }
}
