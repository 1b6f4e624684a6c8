import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Whatever the inner controller says, each step is right")
struct InnerFaultTests {
  /// Changes a position within a section, updates an item, and moves an item to another section, all in one event.
  private func editAll(_ fixture: LibraryFixture) {
    fixture.tracks[0].setValue(5, forKey: "position")
    fixture.tracks[1].setValue("changed", forKey: "title")
    fixture.tracks[2].setValue(fixture.albums[1], forKey: "album")
  }

  @Test(arguments: InnerFault.allCases)
  func wrongCallbacksAreWorkedOutFromTheList(fault: InnerFault) throws {
    let fixture = try LibraryFixture()
    fixture.library.run { fixture.controller.spoil(fault) }
    let recorded = try fixture.record(isSpoiled: true) { editAll(fixture) }
    #expect(fixture.text == "A: changed a1 | B: c1 | C:")
    #expect(recorded.first == "will")
    #expect(recorded.contains("item move [2, 0]→[1, 0] c1"))
    #expect(recorded.filter { $0.hasPrefix("item move [0") }.count == 1)
    #expect(recorded.last == "did")
  }

  @Test(arguments: InnerFault.allCases)
  func insertionsAndDeletionsToo(fault: InnerFault) throws {
    let fixture = try LibraryFixture()
    fixture.library.run { fixture.controller.spoil(fault) }
    let recorded = try fixture.record(isSpoiled: true) {
      fixture.library.context.delete(fixture.tracks[0])
      fixture.library.track("b1", 0, in: fixture.albums[1])
    }
    #expect(recorded == ["will", "item delete [0, 0] gone", "item insert [1, 0] b1", "did"])
  }

  @Test func anItemNeverNamedAloneIsFound() throws {
    let fixture = try LibraryFixture()
    fixture.library.run { fixture.controller.spoil(.neverNamed) }
    let recorded = try fixture.record(isSpoiled: true) {
      fixture.tracks[2].setValue(fixture.albums[1], forKey: "album")
    }
    #expect(recorded.contains("item move [2, 0]→[1, 0] c1"))
  }

  /// The first event does not fit the list, so the list is built anew. By then the second event has happened.
  @Test func whatWaitsBehindAWrongEventIsReportedWithIt() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.spoil(.oldPlaceWrong)
      fixture.controller.stopListening()
      fixture.tracks[0].setValue("first", forKey: "title")
      fixture.library.context.processPendingChanges()
      fixture.tracks[1].setValue("second", forKey: "title")
      fixture.albums[2].setValue("third", forKey: "title")
      fixture.library.context.delete(fixture.tracks[2])
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.lines.isEmpty)
    }
    try fixture.library.run {
      try expectCurrent(fixture.controller)
      #expect(
        fixture.recorder.take() == [
          "will", "section update 2 third", "item delete [2, 0] gone", "item update [0, 0] first",
          "item update [0, 1] second", "did",
        ])
    }
  }

  /// The only item of a group enters a new group at the same place, and the inner controller reports neither group. By
  /// then another event has happened.
  @Test(.enabled(if: PublicInterface.isAllThereIs, "Our own controllers report groups."), arguments: [1, 2])
  func aGroupThatWasNotReportedIsFoundAfterTheLastEvent(events: Int) throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.hideGroups()
      fixture.controller.stopListening()
      fixture.tracks[2].setValue(fixture.albums[1], forKey: "album")
      for event in 1...events {
        fixture.albums[0].setValue("title \(event)", forKey: "title")
        fixture.library.context.processPendingChanges()
      }
    }
    try fixture.library.run {
      try expectCurrent(fixture.controller)
      let first = ["will", "section update 0 title 2", "item update [2, 0] c1", "did"]
      #expect(
        fixture.recorder.take() == (events == 1 ? [] : first) + [
          "will", "section update 0 title \(events)", "item move [2, 0]→[1, 0] c1", "did",
        ])
    }
  }

  /// Resets a context at the next change that it reports.
  ///
  /// Unchecked: it is used only on the context's queue.
  private final class Resetter: @unchecked Sendable {
    let context: NSManagedObjectContext
    var isDue = false

    init(_ context: NSManagedObjectContext) { self.context = context }

    func note() {
      guard isDue else { return }
      isDue = false
      context.reset()
    }
  }

  /// An event does not fit the list, so the list is to be built anew. Before that, an edit is reported that was not
  /// processed yet. An observer of it resets the context, so the list is fetched instead.
  @Test(.ourInnerControllers) func aResetBeforeAListIsBuiltAnewLeavesItToTheFetch() throws {
    let fixture = try LibraryFixture()
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    let resetter = Resetter(library.context)
    let observer = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: library.context, queue: nil
    ) { _ in resetter.note() }
    defer { NotificationCenter.default.removeObserver(observer) }
    library.run {
      controller.spoil(.oldPlaceWrong)
      controller.delay(items: true, sections: false)
      fixture.tracks[0].setValue("first", forKey: "title")
      library.context.processPendingChanges()
      controller.releaseDelayed()
      fixture.tracks[1].setValue("second", forKey: "title")
      resetter.isDue = true
      controller.deliverNow()
      #expect(!resetter.isDue)
      // Callbacks wait for the fetch.
      #expect(recorder.take() == [] && MusicLibrary.text(controller) == "A: a1 a2 | B: | C: c1")
      #expect(recorder.errors.count == 1)
    }
    try library.run {
      try expectCurrent(controller)
      #expect(MusicLibrary.text(controller) == "A: a1 a2 | B: | C: c1" && recorder.errors.count == 1)
    }
  }

  /// Makes changes that both inner controllers report: a new album with a track, an old track that moves into it, and
  /// another position of an album.
  private func editBoth(_ fixture: LibraryFixture) {
    let album = fixture.library.album("D", 3)
    fixture.library.track("d1", 1, in: album)
    fixture.tracks[2].setValue(album, forKey: "album")
    fixture.albums[0].setValue(9, forKey: "position")
  }

  @Test(.ourInnerControllers) func sectionsReportedAfterItemsAreASecondTrueStep() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.delay(items: false, sections: true)
      editBoth(fixture)
      fixture.library.context.processPendingChanges()
      #expect(MusicLibrary.text(fixture.controller) == "A: a1 a2 | B: | C:")
      fixture.controller.releaseDelayed()
    }
    try fixture.library.run {
      #expect(MusicLibrary.text(fixture.controller) == "B: | C: | D: c1 d1 | A: a1 a2")
      try expectCurrent(fixture.controller)
      #expect(
        fixture.recorder.take() == [
          "will", "item delete [2, 0] c1", "did",
          "will", "section insert 2 D", "section move 0→3 A", "item insert [2, 0] c1", "item insert [2, 1] d1", "did",
        ])
      #expect(fixture.recorder.errors.isEmpty)
    }
  }

  @Test(.ourInnerControllers) func itemsReportedAfterSectionsAreASecondTrueStep() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.delay(items: true, sections: false)
      editBoth(fixture)
      fixture.library.context.processPendingChanges()
      #expect(MusicLibrary.text(fixture.controller) == "B: | C: c1 | D: | A: a1 a2")
      fixture.controller.releaseDelayed()
    }
    try fixture.library.run {
      try expectCurrent(fixture.controller)
      #expect(
        fixture.recorder.take() == [
          "will", "section insert 2 D", "section move 0→3 A", "did",
          "will", "item insert [2, 1] d1", "item move [1, 0]→[2, 0] c1", "did",
        ])
    }
  }

  @Test(.ourInnerControllers) func bothReportedAfterTheNotificationAreOneBatch() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.delay(items: true, sections: true)
      editBoth(fixture)
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.lines.isEmpty)
      fixture.controller.releaseDelayed()
    }
    try fixture.library.run {
      try expectCurrent(fixture.controller)
      #expect(fixture.recorder.take().filter { $0 == "will" }.count == 1)
    }
  }

  @Test func withoutAnyNotificationABlockOnTheQueueDelivers() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.stopListening()
      editBoth(fixture)
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.lines.isEmpty)
    }
    try fixture.library.run {
      try expectCurrent(fixture.controller)
      #expect(fixture.recorder.take().filter { $0 == "will" }.count == 1)
    }
  }

  @Test func severalEventsReportedLateAreSeveralBatches() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.stopListening()
      fixture.tracks[0].setValue("first", forKey: "title")
      fixture.library.context.processPendingChanges()
      fixture.library.context.delete(fixture.tracks[0])
      fixture.library.context.processPendingChanges()
    }
    try fixture.library.run {
      try expectCurrent(fixture.controller)
      #expect(fixture.recorder.changes.count == 2)
      #expect(fixture.recorder.errors.isEmpty)
    }
  }
}
