import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The code of the articles in `Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc`. They quote the code
/// between `// guide` and `// end`. All lists begin with `A: a1 a2 | B: | C: c1`.
@Suite("The code of the articles")
struct ArticleTests {
  @Test func sectionsAreReadFromTheList() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    var lines: [String] = []
    fixture.library.run {
      // guide
      for section in controller.allSections {
        let title = section.object?.value(forKey: "title") as? String
        lines.append("\(title ?? "No album"): \(section.numberOfObjects)")
      }
      // end
    }
    #expect(lines == ["A: 2", "B: 0", "C: 1"])
  }

  @Test func whatIsShownIsChosen() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    fixture.library.run {
      // guide
      controller.showsEmptySections = false
      // end
    }
    #expect(fixture.text == "A: a1 a2 | C: c1")
    fixture.library.run {
      fixture.library.track("u", 3, in: nil)
      fixture.library.context.processPendingChanges()
      // guide
      controller.unmatchedItems = .shownLast
      // end
    }
    #expect(fixture.text == "A: a1 a2 | C: c1 | unmatched: u")
    fixture.library.run {
      // guide
      controller.itemLimit = .first(1)
      // end
    }
    #expect(fixture.text == "A: a1 | C: c1 | unmatched: u")
    fixture.library.run {
      let section = 0
      // guide
      controller.setItemLimit(.all, ofSectionAt: section)
      // end
    }
    #expect(fixture.text == "A: a1 a2 | C: c1 | unmatched: u")
    fixture.library.run {
      let section = 0
      // guide
      controller.setItemLimit(.none, ofSectionAt: section)
      let title = "\(controller.allSections[section].totalNumberOfObjects) tracks"
      // end
      #expect(title == "2 tracks")
    }
    #expect(fixture.text == "A: | C: c1 | unmatched: u")
    fixture.library.run {
      let section = 0
      // guide
      controller.removeItemLimit(ofSectionAt: section)
      // end
      #expect(fixture.text == "A: a1 | C: c1 | unmatched: u")
      controller.setItemLimit(.all, ofSectionAt: section)
    }
    try fixture.library.run {
      // guide
      controller.itemFetchRequest.predicate = NSPredicate(format: "title CONTAINS '1'")
      controller.itemFetchRequest.fetchLimit = 1
      try controller.performFetch()
      // end
    }
    #expect(fixture.text == "A: a1")
  }

  @Test func aSwitchChoosesByAPredicate() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    try fixture.library.run {
      // guide
      func showFirstTracks(_ isOn: Bool) throws {
        controller.itemFetchRequest.predicate = isOn ? NSPredicate(format: "position = 0") : nil
        try controller.performFetch()
      }
      // end
      try showFirstTracks(true)
      #expect(fixture.text == "A: a1 | B: | C: c1")
      try showFirstTracks(false)
      #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    }
  }

  @Test func aStoreIsInMemory() throws {
    let model = try MusicLibrary().container.managedObjectModel
    let container = NSPersistentContainer(name: "Music", managedObjectModel: model)
    var failure: (any Error)?
    // guide
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in failure = error }
    // end
    #expect(failure == nil)
    #expect(container.persistentStoreCoordinator.persistentStores.map(\.type) == [NSInMemoryStoreType])
  }

  /// The headers of a view that makes a header anew only if its section was inserted or is reported as updated.
  private final class Headers: SectionedFetchedResultsControllerDelegate {
    typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

    let controller: Controller
    private(set) var shown: [String] = []

    init(_ controller: Controller) {
      self.controller = controller
      shown = controller.allSections.indices.map(header)
      controller.delegate = self
    }

    // guide
    func header(of index: Int) -> String {
      let section = controller.allSections[index]
      return "\(section.name): \(section.numberOfObjects)"
    }
    // end

    func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
      let (old, map) = (shown, PlaceMap(changes))
      let updated = Set(changes.sections.updated.map(\.new) + changes.sections.moved.filter { $0.keys != [] }.map(\.to))
      shown = controller.allSections.indices.map { index in
        guard let before = map.oldSection(ofNew: index), !updated.contains(index) else { return header(of: index) }
        return old[before]
      }
    }
  }

  @Test("headers count their items, after hundreds of edits", arguments: TestSeeds.seeds(4))
  func headersCountTheirItems(seed: UInt64) throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    try library.run {
      // guide
      controller.sectionDependencies = ["tracks.title"]
      try controller.performFetch()
      // end
    }
    let headers = library.run { Headers(controller) }
    #expect(headers.shown.map { $0.split(separator: " ").last } == ["2", "0", "1"])
    var random = SeededRandom(seed: seed)
    var changed = 0
    try library.run {
      var tracks = fixture.tracks
      for step in 0..<200 {
        let before = headers.shown
        for _ in 0...random.below(3) {
          let album = random.oneIn(6) ? nil : fixture.albums[random.below(3)]
          switch random.below(4) {
          case 0: tracks.append(library.track("n\(step)", random.below(5), in: album))
          case 1: if !tracks.isEmpty { library.context.delete(tracks.remove(at: random.below(tracks.count))) }
          case 2: tracks.randomElement(using: &random)?.setValue(album, forKey: "album")
          default: fixture.albums[random.below(3)].setValue(random.below(5), forKey: "position")
          }
        }
        if random.oneIn(5) { try library.context.save() } else { library.context.processPendingChanges() }
        if before != headers.shown { changed += 1 }
        #expect(headers.shown == controller.allSections.indices.map(headers.header), "seed \(seed)")
      }
    }
    #expect(changed > 50)
  }

  @Test func theListIsAppliedWholeElsewhere() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    try fixture.library.run {
      fixture.tracks[1].setValue("new", forKey: "title")
      fixture.tracks[2].setValue(fixture.albums[1], forKey: "album")
      fixture.library.context.processPendingChanges()
      let changes = try #require(fixture.recorder.changes.last)
      // guide
      let sections = controller.snapshot.sections.map { (id: $0.id, items: $0.items.map(\.id)) }
      let reconfigured = changes.reconfiguredItems(in: controller.snapshot)
      // end
      #expect(sections.map(\.id) == fixture.albums.map(\.objectID))
      #expect(
        sections.map(\.items) == [Array(fixture.tracks[0...1]), [fixture.tracks[2]], []].map { $0.map(\.objectID) })
      #expect(reconfigured == [fixture.tracks[1].objectID, fixture.tracks[2].objectID])
    }
  }

  @Test func theSequenceIsFollowed() async throws {
    let fixture = try LibraryFixture()
    let updates = fixture.library.run { fixture.controller.updates }
    _ = try fixture.record { fixture.library.context.delete(fixture.tracks[0]) }
    var counts: [Int] = []
    // guide
    for await update in updates {
      counts.append(update.snapshot.numberOfItems)
      if update.snapshot.numberOfItems == 2 { break }
    }
    // end
    #expect(counts.last == 2)
  }

  @Test func anObservedListIsRead() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    try fixture.library.run {
      // guide
      let list = ObservableSectionedResults(controller)
      try list.performFetch()
      let counts = list.sections.map(\.numberOfObjects)
      // end
      #expect(counts == [2, 0, 1])
    }
  }

  // guide
  typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

  final class Recorder: SectionedFetchedResultsControllerDelegate {
    var batches: [Controller.ChangeSet] = []

    func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
      batches.append(changes)
    }
  }
  // end

  @Test func aListOfOnesOwnIsTested() throws {
    let fixture = try LibraryFixture()
    let (controller, context) = (fixture.controller, fixture.library.context)
    let (track, album) = (fixture.tracks[0], fixture.albums[1])
    try fixture.library.run {
      // guide
      let recorder = Recorder()
      controller.delegate = recorder
      controller.verifiesChanges = true
      let old = controller.snapshot
      track.setValue(album, forKey: "album")
      context.processPendingChanges()

      let changes = try #require(recorder.batches.last)
      #expect(changes.description == "items: moved [0, 0]→[1, 0] {album}")
      try changes.check(old: old, new: controller.snapshot)
      // end
    }
  }
}
