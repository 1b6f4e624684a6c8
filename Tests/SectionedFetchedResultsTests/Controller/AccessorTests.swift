import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@Suite("What the accessors show, and when")
struct AccessorTests {
  @Test func willShowsTheOldListAndAllLaterCallsTheNew() throws {
    let fixture = try LibraryFixture()
    var seen: [String] = []
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, controller in
      let counts = controller.allSections.map { String($0.numberOfObjects) }.joined(separator: ",")
      seen.append("\(line.prefix { $0 != " " }) \(counts)")
    }
    _ = try fixture.record {
      fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      fixture.library.album("D", 0)
    }
    #expect(seen.first == "will 2,0,1")
    #expect(seen.dropFirst().allSatisfy { $0.hasSuffix(" 1,0,1,1") || $0.hasSuffix(" 1,1,0,1") })
    #expect(Set(seen.dropFirst().map { $0.split(separator: " ")[1] }).count == 1)
  }

  @Test func everyAccessorWorksInEveryCallback() throws {
    let fixture = try LibraryFixture()
    var calls = 0
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { _, controller in
      calls += 1
      for (index, section) in controller.allSections.enumerated() {
        if let object = section.object { #expect(controller.index(ofSection: object) == index) }
        for item in 0..<section.numberOfObjects {
          let path = IndexPath(indexes: [index, item])
          #expect(controller.indexPath(forObject: controller.object(at: path)) == path)
        }
      }
      #expect(controller.items.count == controller.allSections.map(\.numberOfObjects).reduce(0, +))
    }
    _ = try fixture.record {
      fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      fixture.albums[2].setValue(-1, forKey: "position")
      fixture.library.track("c0", -1, in: fixture.albums[2])
    }
    #expect(calls > 4)
  }

  @Test func aChangeMadeInACallbackIsTheNextBatch() throws {
    let fixture = try LibraryFixture()
    var isDone = false
    // The recorder belongs to the fixture, so its closure must not retain the fixture.
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { [library = fixture.library, second = fixture.tracks[1]] line, _ in
      guard line == "item update [0, 0] x", !isDone else { return }
      isDone = true
      second.setValue("y", forKey: "title")
      library.context.processPendingChanges()
    }
    let recorded = try fixture.record { fixture.tracks[0].setValue("x", forKey: "title") }
    #expect(recorded == ["will", "item update [0, 0] x", "did", "will", "item update [0, 1] y", "did"])
  }

  @Test func aSectionInfoKeepsItsCountsAndLosesItsObjects() throws {
    let fixture = try LibraryFixture()
    let (held, all) = fixture.library.run { (fixture.controller.allSections[0], fixture.controller.allSections) }
    fixture.library.run { #expect(held.objects?.count == 2) }
    _ = try fixture.record { fixture.library.context.delete(fixture.tracks[0]) }
    fixture.library.run {
      #expect(held.numberOfObjects == 2)
      #expect(held.objects == nil)
      #expect(held.name == "A")
      #expect(all.map(\.numberOfObjects) == [2, 0, 1])
      #expect(all[0].objects == nil)
      #expect(fixture.controller.allSections[0].objects?.count == 1)
    }
  }

  /// An inserted row that is not shown is not reported. So a program could not know that a section info that it retains
  /// belongs to an older version.
  @Test func aSectionInfoKeepsItsItemsWhileNothingIsReported() throws {
    let fixture = try LibraryFixture()
    let held = fixture.library.run { fixture.controller.allSections[0] }
    let hidden: [(NSManagedObjectContext) throws -> Void] = [
      { [library = fixture.library] _ in library.track("hidden", 0, in: nil) },
      { try $0.save() },
      { [track = fixture.tracks[0]] _ in track.setValue("a1", forKey: "title") },
    ]
    for change in hidden {
      #expect(try fixture.record { try change(fixture.library.context) } == [])
      fixture.library.run { #expect(held.items == [fixture.tracks[0], fixture.tracks[1]]) }
    }
  }

  /// A fetch includes the callback's change while the batch goes on. The next batch reports that change.
  @Test(arguments: ["will", "section", "item", "did"]) func aFetchInACallbackSeesWhatTheCallbackChanged(
    call: String
  ) throws {
    let fixture = try LibraryFixture()
    var found: [String]?
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { [context = fixture.library.context, second = fixture.tracks[1]] line, _ in
      guard line.hasPrefix(call), found == nil else { return }
      found = []
      second.setValue("y", forKey: "title")
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title IN {'x', 'y'}")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      found = (try? context.fetch(request))?.map { MusicLibrary.name($0) }
    }
    let recorded = try fixture.record {
      fixture.albums[1].setValue("z", forKey: "title")
      fixture.tracks[0].setValue("x", forKey: "title")
    }
    #expect(found == ["x", "y"])
    #expect(
      recorded == [
        "will", "section update 1 z", "item update [0, 0] x", "did", "will", "item update [0, 1] y", "did",
      ])
  }

  @Test func theControllerCanBeDroppedInTheMiddleOfThings() throws {
    let library = try MusicLibrary()
    let recorder = MusicLibrary.recorder()
    weak var dropped: MusicLibrary.Controller?
    try library.run {
      let controller = library.controller()
      controller.delegate = recorder
      try controller.performFetch()
      dropped = controller
      library.album("A", 0)
    }
    #expect(dropped == nil)
  }

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses, .ourInnerControllers) func useOnAnotherQueueSaysWhatToDo() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
        let fixture = try LibraryFixture()
        _ = fixture.controller.allSections.count
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("was used on a queue that is not its own: use it inside its perform(_:)"))
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses) func anIndexOutOfRangeSaysWhatToDo() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let fixture = try LibraryFixture()
        fixture.library.run { _ = fixture.controller.object(at: IndexPath(indexes: [1, 4])) }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("There is no item [1, 4]: section 1 has 0 items."))
      #expect(text.contains("Ask allSections[1].numberOfObjects first."))
    }
  #endif

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses) func aSectionOutOfRangeSaysWhatToDo() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let fixture = try LibraryFixture()
        fixture.library.run { _ = fixture.controller.allSections[7] }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("There is no section 7: the list has 3."))
    }
  #endif
}
