import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A delegate saves a deletion in the callback that reports it, and then takes it back. Another controller of the
/// context is notified of the deletion only after that. Its list must keep its IDs until then.
@Suite("Saved deletions that are taken back in callbacks")
struct UndoneDeletionCallbackTests {
  enum Way: CaseIterable { case undo, insert }

  /// The deleted object: a section with items, an empty section, or an item.
  enum Subject: CaseIterable {
    case section, emptySection, item

    func object(_ fixture: LibraryFixture) -> NSManagedObject {
      switch self {
      case .section: fixture.albums[0]
      case .emptySection: fixture.albums[1]
      case .item: fixture.tracks[1]
      }
    }
  }

  @Test(arguments: Way.allCases, Subject.allCases)
  func namesStayUntilTheDeletionIsReported(way: Way, subject: Subject) throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    let other = library.controller()
    let recorder = MusicLibrary.recorder()
    other.delegate = recorder
    try library.run {
      library.context.undoManager = CoreData.UndoManager()
      try other.performFetch()
      // This reads all outputs once, so that what is made lazily exists before the deletion.
      expectOneVersion(other)
    }
    let object = subject.object(fixture)
    let id = object.objectID
    let text = fixture.text
    var isDone = false
    defer { (fixture.recorder.during, recorder.during) = (nil, nil) }
    recorder.during = { _, controller in expectOneVersion(controller) }
    fixture.recorder.during = { line, controller in
      expectOneVersion(controller)
      guard line == "did", !isDone else { return }
      isDone = true
      do { try library.context.save() } catch { Issue.record(error) }
      switch way {
      case .undo: library.context.undo()
      case .insert: library.context.insert(object)
      }
      expectOneVersion(controller)
      expectOneVersion(other)
      #expect(object.objectID == id)
    }
    _ = try fixture.record { library.context.delete(object) }
    try library.run {
      #expect(isDone && object.managedObjectContext === library.context && object.isInserted)
      #expect(recorder.errors.isEmpty)
      let reported = recorder.take()
      #expect(reported.filter { $0 == "will" }.count == 2, "\(reported)")
      try expectCurrent(other)
      try library.context.save()
      try expectCurrent(other)
      try expectCurrent(fixture.controller)
    }
    if way == .undo { #expect(fixture.text == text) }
  }
}
