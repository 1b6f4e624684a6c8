#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedFetchedResults
  import SectionedTesting
  import Testing

  @Suite("A source of rows by primary keys is what two fetches give, whatever happens to its context")
  struct SectionRowsSourceTests {
    private static func text(_ source: SectionRowsSource) -> String {
      (0..<source.numberOfSections).map { index in
        let name = source.section(at: index)?.object.map(MusicLibrary.name) ?? "unmatched"
        return "\(name):" + source.items(inSection: index).map { " " + MusicLibrary.name($0) }.joined()
      }.joined(separator: " | ")
    }

    /// A source, its laws, and the settings of the list that it must show.
    private final class Watched {
      let source: SectionRowsSource
      let laws: FetchedLaws<SectionRowsSource>
      let editor: TrackEditor
      private var wanted = FetchedDataSourceRandomTests.Wanted()
      private var revisions = RevisionLaw<SectionRowsSource>()

      init(_ library: MusicLibrary, seed: UInt64) throws {
        editor = TrackEditor(library, seed: seed)
        for _ in 0..<3 { editor.insertAlbum(in: library.context) }
        for _ in 0..<8 { editor.insertTrack(in: library.context) }
        let controller = SectionRowsSource.Controller(
          itemFetchRequest: FetchedDataSourceRandomTests.request("Track"),
          sectionFetchRequest: FetchedDataSourceRandomTests.request("Album"), managedObjectContext: library.context,
          sectionGroupingKeyPath: ["album", "album.identifier"][Int(seed % 2)], cacheName: nil)
        source = try SectionRowsSource(controller, anomalies: .standard)
        laws = FetchedLaws(source, "rows")
      }

      func step() throws {
        switch editor.below(5) {
        case 0: try change()
        case 1:
          // An object that is removed and inserted again within one step gets a new revision.
          editor.touchAll()
          try source.performTogether {
            try editor.perform()
            try change()
            try editor.perform()
          }
        default: try editor.perform()
        }
        editor.library.context.processPendingChanges()
      }

      private func change() throws {
        let controller = source.controller
        switch editor.below(4) {
        case 0:
          wanted.showsUnmatched.toggle()
          controller.unmatchedItems = wanted.showsUnmatched ? .shownLast : .hidden
        case 1:
          wanted.itemLimit = editor.below(4) == 0 ? .all : .first(editor.below(4))
          controller.itemLimit = wanted.itemLimit
        case 2:
          try controller.performFetch(reporting: false)
          editor.touchAll()
        default:
          wanted.isDescending = editor.below(2) == 0
          wanted.positionAbove = editor.below(5) - 1
          wanted.showsEmptySections = editor.below(2) == 0
          try source.fetch(showingEmptySections: wanted.showsEmptySections) { items, sections in
            let order = FetchedDataSourceRandomTests.request("Album", isDescending: wanted.isDescending)
            sections.sortDescriptors = order.sortDescriptors
            items.predicate = NSPredicate(format: "position > %d", wanted.positionAbove)
          }
        }
      }

      func check() throws {
        laws.checkAtRest()
        #expect(SectionRowsSourceTests.text(source) == (try wanted.text(in: editor.library.context)))
        revisions.check(source, "rows", editor, left: Set(laws.takeChanges().flatMap(\.deletedItemIDs)))
        editor.forgetTouched()
      }
    }

    @Test("Random edits, saves, merges, policies and requests", arguments: RandomRuns.seeds(6))
    func random(seed: UInt64) throws {
      let library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory)
      let watched = try library.run { try Watched(library, seed: seed) }
      for _ in 0..<80 {
        try library.run { try watched.step() }
        library.settle()
        try library.run { try watched.check() }
      }
      #expect(watched.laws.steps > 10)
    }

    @Test("A fetch that fails leaves list and requests as they were") func failure() throws {
      let library = try MusicLibrary(.memory)
      try library.run {
        let watched = try Watched(library, seed: 1)
        let source = watched.source
        let (before, request) = (source.snapshot, source.controller.itemFetchRequest)
        #expect(throws: (any Error).self) {
          try source.fetch(showingEmptySections: false) { items, _ in
            items.predicate = NSPredicate(format: "nothing == 1")
          }
        }
        #expect(source.snapshot == before)
        #expect(source.controller.itemFetchRequest === request && source.controller.showsEmptySections)
        #expect(watched.laws.steps == 0)
      }
    }
  }
#endif
