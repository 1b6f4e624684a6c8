import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each pair of edits and switches of one of several lists")
struct SwitchingPairsTests {
  @Test("leaves the list of the source that is selected") func pairs() { Subject.tryPairs() }

  /// A list, the same list sorted and searched, and another list. One of these four is shown.
  private final class Subject: PairSubject {
    typealias Switching = SwitchingDataSource<Shelf, Int, Book, Int>

    enum Operation: Sendable {
      case edit(ShelfEdit), editOther(ShelfEdit)
      case select(Int?), selectNowhere
      case reverseSources, removeSources, removeShownSource, setSources
      case search, endSearch
    }

    static let operations: [Operation] = {
      let edits: [ShelfEdit] = [.changeOnly, .removeOnly, .setAll, .removeAll]
      let all = ShelfEdit.few.map { Operation.edit($0) } + edits.map { Operation.editOther($0) }
      return all + [
        .select(0), .select(1), .select(2), .select(3), .select(nil), .selectNowhere, .reverseSources, .removeSources,
        .removeShownSource, .setSources, .search, .endSearch,
      ]
    }()

    private let list: Shelves
    private let other: Shelves
    private let search: FilteredDataSource<Shelves>
    private let children: [BookChild]
    private let source: Switching
    private let watch: PairWatch<Switching>

    init(_ start: PairStart, _ name: String) throws {
      list = NaiveShelf.start(start)
      // The other list shares some identifiers with the first one.
      other = NaiveShelf.start(.large, from: 3)
      search = FilteredDataSource(list) { $0.title.utf8.count == $1.text.utf8.count }
      let sorted = SortedDataSource(list, by: { $0.title > $1.title }, sectionsBy: { $0.id > $1.id })
      children = [BookChild(list), BookChild(sorted), BookChild(search), BookChild(other)]
      source = try Switching(children, anomalies: silent)
      watch = PairWatch(source, name)
      watch.ask(inStepsOf: list)
      watch.ask(inStepsOf: other)
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .editOther(let edit): try edit.perform(on: other)
      case .select(let index): source.selection = index
      case .selectNowhere: source.selection = 9
      case .reverseSources: try source.setSources(source.sources.reversed())
      case .removeSources: try source.setSources([])
      case .removeShownSource:
        guard let shown = source.selection else { return }
        try source.setSources(source.sources.enumerated().filter { $0.offset != shown }.map(\.element))
      case .setSources: try source.setSources(children, selection: 3)
      case .search: search.text = "x"
      case .endSearch: search.text = ""
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { return try source.performTogether(operations) }
      try list.performTogether {
        try other.performTogether { try source.performTogether(operations) }
      }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      watch.check(nil, moment)
      let shown = source.selection.map { source.sources[$0] }
      let wanted = shown.map { child in
        child.core.snapshot.sections.map { section in
          let items = section.items.map { " \($0.id.id)/\(child.itemFor($0.id)?.title ?? "none")" }
          return "\(section.id.id) \(child.sectionFor(section.id)?.title ?? "none"):" + items.joined()
        }
      }
      // An item that the list contains twice may have another occurrence number than in the selected source.
      let lines = watch.lines.map { $0.replacing(#/#\d+/#, with: "") }
      #expect(lines == (wanted ?? []), "\(watch.name), \(moment)")
    }
  }
}
