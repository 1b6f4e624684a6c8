import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The code for Apple platforms refreshes objects in later turns of the queue, one after the other. An object may get
/// its permanent ID before its turn comes. Our own context refreshes all at once.
@Suite(
  "An object that gets its permanent ID before it is refreshed is refreshed nevertheless",
  .enabled(if: PublicInterface.isAllThereIs, "Our own context refreshes all objects at once."))
struct RefreshedIDTests {
  /// The albums A and B. B has the saved track b1 and the unsaved track b2. The inner controllers do not follow
  /// related objects.
  private struct Fixture {
    let library: MusicLibrary
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.recorder()
    let albums: [NSManagedObject]
    let unsaved: NSManagedObject

    /// - Parameter condition: the condition of the items.
    init(where condition: String?, prepare: (MusicLibrary.Controller) -> Void = { _ in }) throws {
      var traits = LibraryTraits()
      traits.ignoresRelationships = true
      let library = try MusicLibrary(traits: traits)
      let controller = library.controller(by: "album.identifier")
      controller.itemFetchRequest.predicate = condition.map { NSPredicate(format: $0) }
      controller.verifiesChanges = true
      prepare(controller)
      (self.library, self.controller) = (library, controller)
      (albums, unsaved) = try library.run {
        let albums = [library.album("A", 0), library.album("B", 1)]
        library.track("a1", 0, in: albums[0])
        library.track("b1", 0, in: albums[1])
        try library.context.save()
        try controller.performFetch()
        let unsaved = library.track("b2", 1, in: albums[1])
        library.context.processPendingChanges()
        return (albums, unsaved)
      }
      controller.delegate = recorder
      #expect(unsaved.objectID.isTemporaryID)
    }

    /// Makes an edit, during whose report b2 gets a permanent ID, and returns all that is reported.
    ///
    /// - Parameter line: the call of the delegate in which b2 gets it.
    func record(in line: String, _ edit: () -> Void) throws -> [String] {
      let (context, unsaved) = (library.context, unsaved)
      recorder.during = { call, _ in
        guard call == line, unsaved.objectID.isTemporaryID else { return }
        do { try context.obtainPermanentIDs(for: [unsaved]) } catch { Issue.record(error) }
      }
      library.run {
        edit()
        context.processPendingChanges()
      }
      context.processEverything()
      return try library.run {
        try expectCurrent(controller)
        #expect(!unsaved.objectID.isTemporaryID && recorder.errors.isEmpty)
        return recorder.take()
      }
    }
  }

  /// The album no longer meets the condition. Its tracks leave the list one after the other.
  @Test func inTheReportOfAnotherRefresh() throws {
    let fixture = try Fixture(where: "album.isOld == NO OR album.isOld == nil")
    let reported = try fixture.record(in: "item delete [1, 0] b1") { fixture.albums[1].setValue(true, forKey: "isOld") }
    #expect(
      reported == [
        "will", "section update 1 B", "did", "will", "item delete [1, 0] b1", "did",
        "will", "item delete [1, 0] b2", "did",
      ])
    #expect(fixture.library.run { MusicLibrary.text(fixture.controller) } == "A: a1 | B:")
  }

  /// The event itself has a report, before the tracks are refreshed.
  @Test func inTheReportOfTheEvent() throws {
    let fixture = try Fixture(where: "album.isOld == NO OR album.isOld == nil")
    let reported = try fixture.record(in: "section update 1 B") { fixture.albums[1].setValue(true, forKey: "isOld") }
    #expect(
      reported == [
        "will", "section update 1 B", "did", "will", "item delete [1, 0] b1", "did",
        "will", "item delete [1, 0] b2", "did",
      ])
  }

  /// The album meets the condition now. A track that no list has yet enters one.
  @Test func beforeItIsInTheList() throws {
    let fixture = try Fixture(where: "album.isOld == YES")
    #expect(fixture.library.run { MusicLibrary.text(fixture.controller) } == "A: | B:")
    let reported = try fixture.record(in: "section update 1 B") { fixture.albums[1].setValue(true, forKey: "isOld") }
    #expect(reported.filter { $0.hasPrefix("item insert") }.count == 2)
    #expect(reported.first == "will" && reported.last == "did")
    #expect(fixture.library.run { MusicLibrary.text(fixture.controller) } == "A: | B: b1 b2")
  }

  /// The tracks depend on their album. Both are reported as changed, once.
  @Test(arguments: ["section update 1 new", "item update [1, 0] b1"])
  func aDependantIsReportedAsChanged(line: String) throws {
    let fixture = try Fixture(where: nil) { $0.itemDependencies = ["album.title"] }
    let reported = try fixture.record(in: line) { fixture.albums[1].setValue("new", forKey: "title") }
    #expect(
      reported.filter { $0.hasPrefix("item") || $0.hasPrefix("section") } == [
        "section update 1 new", "item update [1, 0] b1", "item update [1, 1] b2",
      ])
  }
}
