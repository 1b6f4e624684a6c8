import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each pair of requests, answers, edits and placeholders of a list that loads")
struct LoadingPairsTests {
  @Test("leaves the phases and rows that the tables say") func pairs() { Subject.tryPairs() }

  /// A list that loads, its rows with placeholders, and the rows of a filter on it.
  private final class Subject: PairSubject {
    typealias Rows = PlaceholderDataSource<LoadingBooks>
    typealias Filter = FilteredDataSource<LoadingBooks>

    enum Operation: String, CaseIterable, Sendable {
      case load, append, retry, cancel, declareLoaded, declareEmpty, loadAndAppend
      case finishMore, finishLast, finishNothing, finishNothingMore, fail
      case insertIntoEmpty, removeFirst, changeFirst, moveFirstToEmpty, removeAllItems, removeAll
      case insertEmptySection, moveEmptySection, changeEmptySection, removeEmptySection
      case settleRows, askForPlaceholder
    }

    static let operations = Operation.allCases

    /// Settings that the closures of the rows read.
    private final class Settings {
      var word = "one"
      var asks = false

      func placeholder(_ context: Placeholder.Context) -> Placeholder? {
        asks ? Placeholder(context.phase, text: "asked") : Placeholder.standard(context)
      }

      func emptyRow(_ shelf: LoadingShelf) -> Placeholder {
        Placeholder(.empty, text: shelf.id + shelf.title + word)
      }
    }

    private let desk = LoadingDesk()
    private let settings = Settings()
    private let rows: Rows
    private let filteredRows: PlaceholderDataSource<Filter>
    private let watch: PairWatch<LoadingBooks>
    private let rowsWatch: PairWatch<Rows>
    private let filteredWatch: PairWatch<PlaceholderDataSource<Filter>>
    private var naive = LoadingNaive()
    /// Whether the naive machine takes part. It treats each edit as a step.
    private var isCompared = true
    private let name: String

    init(_ start: PairStart, _ name: String) {
      self.name = name
      let text = start == .small ? "A: a | B:" : "A: a b c | B: | C: d | D: e f"
      desk.load(text)
      naive.ask("load")
      naive.turn()
      naive.finish(1, page: loadingShelves(text), more: true)
      let settings = settings
      rows = Rows(desk.source, placeholder: { settings.placeholder($0) }, emptySection: { settings.emptyRow($0) })
      filteredRows = PlaceholderDataSource(
        Filter(desk.source, where: { $0.edition % 2 == 1 }), loading: desk.source,
        placeholder: { settings.placeholder($0) })
      watch = PairWatch(desk.source, "\(name), list", section: { $0.title }, item: { $0.text })
      rowsWatch = PairWatch(
        rows, "\(name), rows", section: { $0.section?.title ?? "" }, item: { LoadingPlaceholderTests.text($0) })
      filteredWatch = PairWatch(
        filteredRows, "\(name), filtered rows", section: { $0.section?.title ?? "" },
        item: { LoadingPlaceholderTests.text($0) })
      rowsWatch.ask(inStepsOf: desk.source)
      rowsWatch.ask(inStepsOf: desk.content)
      filteredWatch.ask(inStepsOf: desk.source)
    }

    deinit { desk.close() }

    var steps: Int { rowsWatch.laws.steps }

    func perform(_ operation: Operation) throws {
      let source = desk.source
      switch operation {
      case .load: ask("load") { source.load() }
      case .append: ask("append") { source.append() }
      case .retry: ask("retry") { source.retry() }
      case .declareLoaded: ask("declareLoaded") { source.declareLoaded() }
      case .declareEmpty: ask("declareEmpty") { source.declareEmpty() }
      case .loadAndAppend:
        naive.ask("append")
        ask("load") {
          source.append()
          source.load()
        }
      case .cancel:
        source.cancel()
        naive.cancel(naive.current)
      case .finishMore: finish("B: x y2 | A: a2", more: true)
      case .finishLast: finish("A: a2 z", more: false)
      case .finishNothing: finish("", more: false)
      case .finishNothingMore: finish("B:", more: true)
      case .fail:
        desk.last?.fail(LoadingFailure("lost"))
        naive.fail(desk.loadings.count)
      case .settleRows:
        settings.word += "!"
        settle()
      case .askForPlaceholder:
        settings.asks.toggle()
        settle()
      default:
        try edit(operation)
        naive.edit(isNested: false) { $0 = desk.content.content }
      }
    }

    private func ask(_ request: String, _ body: () -> Void) {
      desk.run(body)
      naive.ask(request)
      naive.turn()
    }

    private func finish(_ page: String, more: Bool) {
      desk.last?.finish(LoadedPage(loadingShelves(page), hasMore: more))
      naive.finish(desk.loadings.count, page: loadingShelves(page), more: more)
    }

    private func settle() {
      rows.settle()
      filteredRows.settle()
    }

    private func edit(_ operation: Operation) throws {
      let (list, content) = (desk.content, desk.content.content)
      let empty = content.firstIndex { $0.items.isEmpty }
      let full = content.firstIndex { !$0.items.isEmpty }
      switch operation {
      case .insertIntoEmpty:
        if let empty { try list.insert(LoadingBook("n"), at: ItemPlace(section: empty, item: 0)) }
      case .removeFirst: if let full { try list.remove(at: ItemPlace(section: full, item: 0)) }
      case .changeFirst:
        guard let full else { return }
        var book = content[full].items[0]
        book.edition += 1
        try list.update(book)
      case .moveFirstToEmpty:
        guard let full, let empty else { return }
        try list.move(from: ItemPlace(section: full, item: 0), to: ItemPlace(section: empty, item: 0))
      case .removeAllItems: list.removeAllItems()
      case .removeAll: list.removeAll()
      case .insertEmptySection: try list.insertSection(LoadingShelf(id: "S\(content.count)"), at: 0)
      case .moveEmptySection:
        if let empty { try list.moveSection(from: empty, to: empty == 0 ? content.count - 1 : 0) }
      case .changeEmptySection:
        if let empty {
          let section = content[empty].section
          try list.replaceSection(at: empty, with: LoadingShelf(id: section.id, title: section.title + "!"))
        }
      case .removeEmptySection: if let empty { try list.removeSection(at: empty) }
      default: break
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      isCompared = false
      if way == .oneStep { return try rows.performTogether(operations) }
      try desk.content.performTogether { try desk.source.performTogether(operations) }
    }

    func read() {
      watch.read()
      rowsWatch.read()
      filteredWatch.read()
    }

    func check(_ moment: String) {
      let source = desk.source
      watch.check(nil, moment)
      rowsWatch.check(nil, moment)
      filteredWatch.check(nil, moment)
      #expect(source.snapshot == desk.content.snapshot, "\(name), \(moment)")
      #expect(source.phase == source.machine.phase, "\(name), \(moment)")
      if isCompared {
        #expect(source.phase == naive.phase && source.hasMore == naive.hasMore, "\(name), \(moment)")
        #expect(desk.content.content == naive.books, "\(name), \(moment)")
      }
      let all = desk.content.content
      let wanted = wantedRows(all, hasEmptyRows: true)
      #expect(LoadingPlaceholderTests.text(rows) == wanted, "\(name), \(moment)")
      var odd: [LoadingBookContent] = []
      for part in all {
        let items = part.items.filter { $0.edition % 2 == 1 }
        if !items.isEmpty { odd.append(LoadingBookContent(part.section, items: items)) }
      }
      let wantedOdd = wantedRows(odd, hasEmptyRows: false)
      #expect(LoadingPlaceholderTests.text(filteredRows) == wantedOdd, "\(name), \(moment)")
    }

    /// Returns the expected rows of a content as text, in the list's phase.
    private func wantedRows(_ content: [LoadingBookContent], hasEmptyRows: Bool) -> String {
      let source = desk.source
      let context = Placeholder.Context(
        phase: source.phase, isEmpty: content.allSatisfy { $0.items.isEmpty }, hasMore: source.hasMore,
        error: source.error)
      if let placeholder = settings.placeholder(context) {
        return "-: " + LoadingPlaceholderTests.text(LoadingRow<LoadingBook>.placeholder(placeholder))
      }
      var parts: [String] = []
      for part in content {
        var items = part.items.map(\.text)
        if items.isEmpty, hasEmptyRows {
          let row = LoadingRow<LoadingBook>.placeholder(settings.emptyRow(part.section))
          items = [LoadingPlaceholderTests.text(row)]
        }
        parts.append("\(part.section.id):" + items.map { " " + $0 }.joined())
      }
      let failure = source.appendError.map { Placeholder.message($0) }
      if AppendRow.isShown(phase: source.phase, hasMore: source.hasMore, didAppendFail: failure != nil) {
        let row = AppendRow(showsActivity: source.phase == .appending, failure: failure)
        parts.append("+: " + LoadingPlaceholderTests.text(LoadingRow<LoadingBook>.append(row)))
      }
      return parts.joined(separator: " | ")
    }
  }
}
