#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedChanges
  import SectionedDataSources
  import SectionedTesting
  import Testing

  @Suite("Sources of rows by primary keys, flat and by values, are what a fetch gives, whatever happens to the context")
  struct ValueRowsSourceTests {
    /// The attributes that give the sections: one with few values, some of which do not occur, and one with a value for
    /// each track.
    private static let attributes = ["position", "title"]

    private static func request(_ attribute: String, _ ascending: Bool, above: Int) -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.sortDescriptors = [
        NSSortDescriptor(key: attribute, ascending: ascending), NSSortDescriptor(key: "title", ascending: true),
      ]
      request.predicate = NSPredicate(format: "position > %d", above)
      return request
    }

    /// Returns the result of a fetch as text, divided into sections by the test.
    private static func wanted(
      _ request: NSFetchRequest<NSManagedObject>, _ attribute: String, in context: NSManagedObjectContext
    ) throws -> String {
      var sections: [(name: String, items: [String])] = []
      for track in try context.fetch(request) {
        let name = track.value(forKey: attribute).map { "\($0)" } ?? "nil"
        if sections.last?.name != name { sections.append((name, [])) }
        sections[sections.count - 1].items.append(MusicLibrary.name(track))
      }
      return sections.map { "\($0.name): \($0.items.joined(separator: " "))" }.joined(separator: " | ")
    }

    private static func text(_ source: ValueRowsSource) -> String {
      (0..<source.numberOfSections).map { index in
        let places = (0..<source.numberOfItems(inSection: index)).map { ItemPlace(section: index, item: $0) }
        let items = places.map { source.item(at: $0).map(MusicLibrary.name) ?? "-" }
        return "\((source.section(at: index) ?? "-") ?? "nil"): \(items.joined(separator: " "))"
      }.joined(separator: " | ")
    }

    @Test("Random edits, saves, merges and requests", arguments: RandomRuns.seeds(6))
    func random(seed: UInt64) throws {
      let library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory)
      let attribute = Self.attributes[Int(seed % 2)]
      let editor = TrackEditor(library, seed: seed)
      let (source, flat) = try library.run {
        for _ in 0..<3 { editor.insertAlbum(in: library.context) }
        for _ in 0..<8 { editor.insertTrack(in: library.context) }
        let request = Self.request(attribute, true, above: -1)
        return (
          try ValueRowsSource(request, in: library.context, anomalies: .standard),
          try RowsSource(request, in: library.context, anomalies: .standard)
        )
      }
      let (laws, flatLaws) = (FetchedLaws(source, "values"), FetchedLaws(flat, "flat"))
      var revisions = RevisionLaw<ValueRowsSource>()
      var wanted = Self.request(attribute, true, above: -1)
      for _ in 0..<80 {
        try library.run {
          switch editor.below(6) {
          case 0:
            wanted = Self.request(attribute, editor.below(2) == 0, above: editor.below(5) - 1)
            editor.touchAll()
            try source.fetch(wanted)
            try flat.fetch(wanted)
          case 1:
            editor.touchAll()
            try source.performTogether { for _ in 0..<2 { try editor.perform() } }
          default: try editor.perform()
          }
          library.context.processPendingChanges()
        }
        library.settle()
        try library.run {
          laws.checkAtRest()
          flatLaws.checkAtRest()
          let list = try Self.wanted(wanted, attribute, in: library.context)
          #expect(Self.text(source) == list, "\(editor.deeds)")
          let names = try library.context.fetch(wanted).map(MusicLibrary.name)
          #expect(flat.items(inSection: 0).map(MusicLibrary.name) == names, "\(editor.deeds)")
          revisions.check(source, "values", editor, left: Set(laws.takeChanges().flatMap(\.deletedItemIDs)))
          editor.forgetTouched()
        }
      }
      #expect(laws.steps > 10)
    }

    @Test("A fetch that fails leaves the list as it was") func failure() throws {
      let library = try MusicLibrary(.memory)
      try library.run {
        let editor = TrackEditor(library, seed: 1)
        for _ in 0..<4 { editor.insertTrack(in: library.context) }
        let source = try ValueRowsSource(
          Self.request("title", true, above: -1), in: library.context, anomalies: .standard)
        let before = source.snapshot
        let wrong = Self.request("title", true, above: 0)
        wrong.predicate = NSPredicate(format: "nothing == 1")
        #expect(throws: (any Error).self) { try source.fetch(wrong) }
        #expect(source.snapshot == before && source.numberOfItems == 4)
      }
    }
  }
#endif
