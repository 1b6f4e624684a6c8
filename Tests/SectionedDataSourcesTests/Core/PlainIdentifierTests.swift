import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// `1: 5 6 5#1 | 1#1: 5#2`, in which the item 5 and the section 1 are removed by their identifiers.
@Suite("An identifier without a number is the lowest one in the list")
struct PlainIdentifierTests {
  private static func list() -> Racks {
    let items = [(5, "a"), (6, "b"), (5, "c")].map { Volume(id: $0.0, name: $0.1) }
    return Racks(
      [SectionContent(Rack(id: 1), items: items), SectionContent(Rack(id: 1), items: [Volume(id: 5, name: "d")])],
      anomalies: .quiet)
  }

  @Test("a list in memory finds what remains, also before its step") func memory() throws {
    let list = Self.list()
    #expect(list.item(for: 5)?.name == "a" && list.place(of: 5) == ItemPlace(section: 0, item: 0))
    try list.performUpdates {
      try list.remove(5)
      #expect(list.item(for: 5)?.name == "c" && list.place(of: 5) == ItemPlace(section: 0, item: 1))
      // The lowest number is free again.
      try list.append(Volume(id: 5, name: "e"), toSection: 1)
      #expect(list.item(for: 5)?.name == "e" && list.place(of: 5) == ItemPlace(section: 1, item: 1))
      try list.remove(5)
    }
    #expect(list.item(for: 5)?.name == "c")
    try list.removeSection(1)
    #expect(list.item(for: 5)?.name == "d" && list.place(of: 5) == ItemPlace(section: 0, item: 0))
    #expect(list.index(ofSection: 1) == 0 && list.section(for: 1) != nil)
    try list.remove(5)
    #expect(list.item(for: 5) == nil && list.place(of: 5) == nil && list.item(for: 6) == nil)
    try list.removeSection(1)
    #expect(list.index(ofSection: 1) == nil && list.section(for: 1) == nil)
  }

  @Test("a hidden item leaves its identifier to a shown one", arguments: [false, true])
  func filtered(searchesBefore: Bool) throws {
    let list = Self.list()
    let shown = FilteredDataSource(list) { volume, query in volume.name > query.text }
    if searchesBefore { #expect(shown.item(for: 7) == nil && shown.index(ofSection: 7) == nil) }
    #expect(shown.item(for: 5)?.name == "a")
    shown.text = "b"
    #expect(shown.item(for: 5)?.name == "c" && shown.place(of: 5) == ItemPlace(section: 0, item: 0))
    shown.text = "c"
    #expect(shown.item(for: 5)?.name == "d" && shown.index(ofSection: 1) == 0)
    try list.append(Volume(id: 5, name: "x"), toSection: 0)
    try list.remove(ListedID(5, occurrence: 2))
    #expect(shown.item(for: 5)?.name == "x" && shown.place(of: 5) == ItemPlace(section: 0, item: 0))
    shown.text = "z"
    #expect(shown.item(for: 5) == nil && shown.index(ofSection: 1) == nil)
  }

  @Test("looks, rows, windows, values, folding and loading use the same item and section") func sources() throws {
    let list = Self.list()
    let looks = NeighborDataSource(list) { previous, volume, _ in (previous?.name ?? "-") + volume.name }
    let picker = PickerList(list, includesBlankRow: true)
    let window = WindowDataSource(list, last: 1)
    let sums = AggregatedDataSource(list, [.count("big") { $0.name > "c" }])
    let folded = FoldedDataSource(list)
    let more = MoreRowDataSource(folded)
    try list.remove(5)
    #expect(looks.look(of: 5) == "bc" && picker.row(for: 5) == 2 && sums.item(for: 5)?.name == "c")
    #expect(window.item(for: 5)?.name == "d" && window.index(ofSection: 1) == 0)
    #expect(window.jump(to: 5, before: 0, after: 0) && !window.jump(to: 7))
    #expect(window.item(for: 5)?.name == "c" && more.item(for: .item(5))?.item?.name == "c")
    #expect(sums.value(of: "big", forSection: 1)?.integer == 0)
    try list.removeSection(1)
    #expect(sums.value(of: "big", forSection: 1)?.integer == 1)
    folded.setLimit(.first(3), section: 1)
    folded.setFolded(true, section: 1)
    #expect(folded.limit(ofSectionAt: 0) == .first(3) && folded.limit(ofSection: 1) == .first(3))
    #expect(folded.isFolded(section: 1) && folded.numberOfItems == 0 && more.place(of: .item(5)) == nil)

    let desk = LoadingDesk("A: a b a")
    try desk.content.performUpdates {
      try desk.content.remove("a")
      #expect(desk.source.place(of: "a") == ItemPlace(section: 0, item: 1))
    }
    #expect(desk.source.item(for: "a") != nil && desk.source.item(for: "c") == nil)
    desk.close()
  }

  /// Compares lookups by identifiers with a search of the whole list.
  private final class Lookups {
    private let check: (Comment) -> Void

    init<Source: SectionedDataSource>(_ source: Source) {
      var (items, sections): (Set<Source.ItemID>, Set<Source.SectionID>) = ([], [])
      check = { comment in
        let list = source.snapshot
        let names = list.sections.flatMap { $0.items.map(\.id) }
        let headings = list.sections.map(\.id)
        items.formUnion(names.map(\.id))
        sections.formUnion(headings.map(\.id))
        for id in items {
          let first = names.filter { $0.id == id }.min { $0.occurrence < $1.occurrence }
          #expect(source.place(of: id) == first.flatMap { source.place(of: $0) }, comment)
          #expect((source.item(for: id) == nil) == (first == nil), comment)
        }
        for id in sections {
          let first = headings.filter { $0.id == id }.min { $0.occurrence < $1.occurrence }
          #expect(source.index(ofSection: id) == first.flatMap { source.index(ofSection: $0) }, comment)
          #expect((source.section(for: id) == nil) == (first == nil), comment)
        }
      }
    }

    func callAsFunction(_ comment: Comment) { check(comment) }
  }

  /// Compares lookups by the identifiers of items with lookups by their names.
  private static func lookups<Source: SectionedDataSource>(
    _ source: Source, _ id: @escaping (Int) -> Source.ItemID
  ) -> (Comment) -> Void {
    { comment in
      for number in 0..<30 {
        let id = id(number)
        let names = (Int32(0)..<12).map { ListedID(id, occurrence: $0) }
        #expect(source.place(of: id) == names.lazy.compactMap { source.place(of: $0) }.first, comment)
        #expect((source.item(for: id) != nil) == names.contains { source.item(for: $0) != nil }, comment)
      }
    }
  }

  /// These sources read a list that is ahead of their own one while a step is open.
  @Test("within a step, sources find the lowest number that they find by its name", arguments: RandomRuns.seeds(8))
  func withinAStep(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let lookups = [
      Self.lookups(racks) { $0 }, Self.lookups(AggregatedDataSource(racks, [])) { $0 },
      Self.lookups(NeighborDataSource(racks) { $2?.name ?? $1.name }) { $0 },
      Self.lookups(OneSectionDataSource(racks, section: "all", id: 0)) { $0 },
      Self.lookups(PlaceholderDataSource(racks, loading: nil)) { .item($0) },
    ]
    for step in 0..<30 {
      racks.performTogether {
        for edit in 0..<3 {
          editor.edit()
          // The first lookup comes after some steps.
          if step >= Int(seed % 4) { for lookup in lookups { lookup("seed \(seed), step \(step), edit \(edit)") } }
        }
      }
    }
  }

  @Test("in random lists, all sources find the lowest number", arguments: RandomRuns.seeds(20))
  func random(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let folded = FoldedDataSource(racks, limit: .first(2))
    let lookups = [
      Lookups(racks), Lookups(FilteredDataSource(racks, where: { $0.tags.count > 1 })), Lookups(folded),
      Lookups(MoreRowDataSource(folded)), Lookups(SortedDataSource(racks) { $0.name < $1.name }),
      Lookups(GroupedDataSource(racks, by: { $0.tags.count })), Lookups(WindowDataSource(racks, last: 7)),
      Lookups(AggregatedDataSource(racks, [])), Lookups(NeighborDataSource(racks) { $2?.name ?? $1.name }),
      Lookups(PickerList(racks)), Lookups(PlaceholderDataSource(racks, loading: nil)), Lookups(racks.erased()),
    ]
    for step in 0..<60 {
      racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      // The first lookup comes after some steps, and later ones follow each step.
      if step >= Int(seed % 8) { for lookup in lookups { lookup("seed \(seed), step \(step)") } }
    }
  }
}
