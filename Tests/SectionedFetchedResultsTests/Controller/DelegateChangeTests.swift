import CoreData
import SectionedFetchedResults
import SectionedTesting
import Testing

/// In each test a track b1 is inserted into the empty section B, and a delegate sets another delegate while that is
/// reported.
@Suite("Another delegate is set while a batch is reported")
struct DelegateChangeTests {
  private let fixture: LibraryFixture
  private let next = MusicLibrary.recorder()

  init() throws { fixture = try LibraryFixture() }

  private func insert() throws -> [String] {
    defer { (fixture.recorder.during, next.during) = (nil, nil) }
    return try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
  }

  @Test("in the first call it gets the whole batch, as it reads the old list")
  func inWill() throws {
    var read: [String] = []
    fixture.recorder.during = { [next] _, controller in
      controller.delegate = next
      read.append(MusicLibrary.text(controller))
    }
    #expect(try insert() == ["will"])
    #expect(read == ["A: a1 a2 | B: | C: c1"])
    #expect(next.take() == ["will", "item insert [1, 0] b1", "did"])
    #expect(fixture.text == "A: a1 a2 | B: b1 | C: c1")
  }

  @Test("in a later call it gets nothing of the batch, as it reads the new list", arguments: ["item", "did"])
  func inALaterCall(moment: String) throws {
    var read: [String] = []
    fixture.recorder.during = { [next] line, controller in
      guard line.hasPrefix(moment) else { return }
      controller.delegate = next
      read.append(MusicLibrary.text(controller))
    }
    #expect(try insert().last?.hasPrefix(moment) == true)
    #expect(read == ["A: a1 a2 | B: b1 | C: c1"])
    #expect(next.take() == [])
  }

  @Test("two that set each other in the first call come to an end")
  func eachOther() throws {
    fixture.recorder.during = { [next] line, controller in if line == "will" { controller.delegate = next } }
    next.during = { [first = fixture.recorder] line, controller in
      if line == "will" { controller.delegate = first }
    }
    #expect(try insert() == ["will", "item insert [1, 0] b1", "did"])
    #expect(next.take() == ["will"])
  }

  @Test("A delegate that is removed in its first call gets no further calls of the batch")
  func noneInWill() throws {
    fixture.recorder.during = { _, controller in controller.delegate = nil }
    #expect(try insert() == ["will"])
    #expect(fixture.text == "A: a1 a2 | B: b1 | C: c1")
  }
}

/// The fixture shows `A: a1 a2 | B: | C: c1`.
@Suite("A delegate changes an item while another controller of the context is yet to be notified")
struct ChangeBetweenControllersTests {
  /// The other controller finds a1 in the group of A, although the group's first row already has the key of B.
  /// Apple's controller does not group by a relationship.
  @Test(arguments: PublicInterface.isAllThereIs ? [true] : [true, false])
  func theOtherOneFollows(byIdentifier: Bool) throws {
    let fixture = try LibraryFixture()
    let other = fixture.library.controller(by: byIdentifier ? "album.identifier" : "album")
    let recorder = MusicLibrary.recorder()
    other.delegate = recorder
    try fixture.library.run { try other.performFetch() }
    fixture.recorder.during = { [fixture] line, _ in
      if line == "will", fixture.tracks[0].value(forKey: "album") as? NSManagedObject === fixture.albums[0] {
        fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      }
    }
    _ = try fixture.record { fixture.tracks[0].setValue("a0", forKey: "title") }
    fixture.recorder.during = nil
    for _ in 0..<4 { fixture.library.context.processEverything() }
    #expect(fixture.library.run { MusicLibrary.text(other) } == "A: a2 | B: a0 | C: c1")
    #expect(recorder.errors.isEmpty)
    #expect(fixture.text == "A: a2 | B: a0 | C: c1")
  }
}
