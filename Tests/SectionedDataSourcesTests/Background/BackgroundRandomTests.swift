import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedDataSources

@Suite("A background source shows what a fresh fetch finds, whenever its queue and the main actor go on", .opensStores)
@MainActor
struct BackgroundRandomTests {
  /// Delays of a thread, drawn from a seed. Unchecked, because a lock guards the random numbers.
  private final class Delays: @unchecked Sendable {
    private let lock = NSLock()
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    /// Yields to other threads a random number of times.
    func pass() {
      let count = lock.withLock { random.oneIn(3) ? random.below(40) : 0 }
      for _ in 0..<count { _ = sched_yield() }
    }
  }

  /// A source, its laws, and the settings of the list that it must show.
  private final class Watched {
    let library: MusicLibrary
    let editor: TrackEditor
    let source: BackgroundTracks
    let laws: FetchedLaws<BackgroundTracks>
    let law: ValueLaw
    private var wanted = FetchedDataSourceRandomTests.Wanted()

    @MainActor
    init(seed: UInt64) throws {
      library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory)
      editor = TrackEditor(library, seed: seed)
      let delays = Delays(seed: seed)
      let (editor, library) = (editor, library)
      try library.save { context in
        for _ in 0..<3 { editor.insertAlbum(in: context) }
        for _ in 0..<8 { editor.insertTrack(in: context) }
      }
      source = library.backgroundTracks(nearby: editor.below(3)) { _ in delays.pass() }
      (laws, law) = (FetchedLaws(source, "seed \(seed)"), ValueLaw(source))
    }

    /// Performs one random action of the program on the main actor.
    func act() throws {
      switch editor.below(9) {
      case 0:
        let isDescending = editor.below(2) == 0
        wanted.isDescending = isDescending
        source.changeRequests { _, sections in
          let order = FetchedDataSourceRandomTests.request("Album", isDescending: isDescending)
          sections.sortDescriptors = order.sortDescriptors
        }
      case 1:
        for _ in 0...editor.below(3) {
          let bound = editor.below(5) - 1
          wanted.positionAbove = bound
          source.changeRequests { items, _ in items.predicate = NSPredicate(format: "position > %d", bound) }
        }
      case 2:
        wanted.showsEmptySections.toggle()
        source.perform { [value = wanted.showsEmptySections] in $0.showsEmptySections = value }
      case 3:
        wanted.showsUnmatched.toggle()
        source.perform { [value = wanted.showsUnmatched] in $0.unmatchedItems = value ? .shownLast : .hidden }
      case 4 where editor.below(3) == 0: source.perform { $0.managedObjectContext.reset() }
      case 4: source.reload()
      default: try library.save { context in for _ in 0...editor.below(4) { editor.edit(in: context) } }
      }
    }

    /// Reads rows, as a scrolled view does.
    func scroll() {
      guard source.numberOfSections > 0 else { return }
      let section = editor.below(source.numberOfSections)
      _ = source.section(at: section)
      let count = source.numberOfItems(inSection: section)
      for item in 0..<min(count, 1 + editor.below(3)) { _ = source.item(at: ItemPlace(section: section, item: item)) }
    }

    /// The list as a new fetch finds it.
    func expected() throws -> String {
      let context = library.newContext()
      return try context.performAndWait { try wanted.text(in: context) }
    }
  }

  @Test("Edits, requests, policies and resets with drawn delays", arguments: RandomRuns.seeds(12))
  func random(seed: UInt64) async throws {
    let watched = try Watched(seed: seed)
    let (editor, source) = (watched.editor, watched.source)
    for round in 0..<60 {
      try watched.act()
      for _ in 0..<editor.below(6) { await Task.yield() }
      watched.scroll()
      guard editor.below(5) == 0 else { continue }
      let shown = await source.wholeText()
      let expected = try watched.expected()
      #expect(shown == expected, "seed \(seed), round \(round)")
      #expect(watched.law.faults == [], "seed \(seed), round \(round)")
      #expect(source.error == nil, "seed \(seed), round \(round)")
      watched.laws.checkAtRest()
      // All values were read, so none is requested again, and the source is idle.
      #expect(source.quietText == shown && source.phase == .loaded, "seed \(seed), round \(round)")
    }
    #expect(watched.laws.steps > 10, "seed \(seed)")
  }
}
