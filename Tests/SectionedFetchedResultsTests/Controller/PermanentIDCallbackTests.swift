import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// An object is shown unsaved, and a callback saves it or rolls it back.
@Suite("IDs that become permanent in callbacks")
struct PermanentIDCallbackTests {
  /// By the sections' predicate, an unsaved section leaves the list. In *will* everything is saved, so the old list
  /// must have the permanent ID.
  @Test func aSectionThatLeavesUnsavedHasItsPermanentIDInTheOldList() throws {
    let fixture = try LibraryFixture { $0.sectionFetchRequest.predicate = NSPredicate(format: "position < 5") }
    let library = fixture.library
    var made: NSManagedObject?
    _ = try fixture.record { made = library.album("D", 3) }
    let album = try #require(made)
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      expectOneVersion(controller)
      guard line == "will", !isDone else { return }
      isDone = true
      do { try library.context.save() } catch { Issue.record(error) }
      expectOneVersion(controller)
      #expect(controller.snapshot.sectionIDs.last == album.objectID)
    }
    #expect(try fixture.record { album.setValue(9, forKey: "position") } == ["will", "section delete 3 D", "did"])
    #expect(isDone)
  }

  /// A fetch in a callback gives an unsaved section its permanent ID. The callback for that ID rolls the section back
  /// before anything is fetched.
  @Test func whatIsTakenBackWhereIDsAreReportedIsNotFetched() throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    _ = try fixture.record { library.album("D", 3) }
    var isDone = false
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      if line == "renamed" { library.context.rollback() }
      guard line == "did", !isDone else { return }
      isDone = true
      controller.obtainsPermanentIDs = true
      do { try controller.performFetch() } catch { Issue.record(error) }
    }
    _ = try fixture.record { fixture.tracks[0].setValue("x", forKey: "title") }
    #expect(fixture.recorder.renamings.count == 1)
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    #expect(fixture.recorder.errors.isEmpty)
  }

  /// A save during the delivery of a batch must not make the controller forget the batch's changes.
  @Test(arguments: ["item", "did"]) func whatIsConfiguredAgainAfterABatchWithASave(call: String) throws {
    let fixture = try LibraryFixture()
    let library = fixture.library
    var made: NSManagedObject?
    _ = try fixture.record { made = library.track("a3", 5, in: fixture.albums[0]) }
    let track = try #require(made)
    _ = library.run { fixture.controller.snapshot }
    var asked: [NSManagedObjectID] = []
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      if line.hasPrefix(call) { do { try library.context.save() } catch { Issue.record(error) } }
      if line == "changes" { asked = controller.lastReportedItems }
    }
    _ = try fixture.record { fixture.tracks[0].setValue("x", forKey: "title") }
    library.run {
      #expect(!track.objectID.isTemporaryID)
      #expect(Set(asked) == [fixture.tracks[0].objectID, track.objectID])
    }
  }
}
