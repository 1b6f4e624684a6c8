import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each pair of edits and settings of filters")
struct FilteredPairsTests {
  @Test("leaves a search, a filter, and a search that is answered later as a look at the whole base says")
  func pairs() { Subject.tryPairs() }

  /// Filters of one list: a search, a filter made with a condition, and a search that is answered later.
  private final class Subject: PairSubject {
    typealias Filter = FilteredDataSource<Shelves>

    enum Operation: Sendable {
      case edit(ShelfEdit)
      case searchOdd, searchEven, searchScope, endSearch
      case toggleEmpty, toggleEmptyAtRest
      case setCondition, endCondition
      case setSectionCondition, endSectionCondition
      case refilter, refilterFirst
    }

    static let operations: [Operation] =
      ShelfEdit.few.map { Operation.edit($0) }
      + [
        .searchOdd, .searchEven, .searchScope, .endSearch, .toggleEmpty, .toggleEmptyAtRest, .setCondition,
        .endCondition, .setSectionCondition, .endSectionCondition, .refilter, .refilterFirst,
      ]

    /// Settings that the closures read.
    private final class Settings {
      /// The identifiers that no condition accepts.
      var hidden: Set<Int> = []

      func matches(_ book: Book, _ query: SearchQuery) -> Bool {
        if hidden.contains(book.id) { return false }
        if let tag = query.scope(as: Int.self) { return book.tags.contains("\(tag)") }
        return book.title.utf8.count % 2 == query.text.utf8.count % 2
      }

      func isAccepted(_ book: Book) -> Bool { !hidden.contains(book.id) && book.id % 4 != 1 }

      static func filter(_ shelf: Shelf, _ query: SearchQuery) -> SectionFilter {
        let all = SectionFilter.allCases
        return all[(shelf.id + shelf.title.utf8.count + query.text.utf8.count) % all.count]
      }
    }

    /// The questions that have not been answered yet.
    private final class Questions {
      var open: [() -> Void] = []

      func answer() { while !open.isEmpty { open.removeFirst()() } }
    }

    private let list: Shelves
    private let settings = Settings()
    private let questions = Questions()
    private let filters: [Filter]
    private let watches: [PairWatch<Filter>]
    private var hasCondition = [false, true, false]
    private var hasSectionCondition = false

    init(_ start: PairStart, _ name: String) {
      let (list, settings, questions) = (NaiveShelf.start(start), settings, questions)
      self.list = list
      let search = Filter(list) { settings.matches($0, $1) }
      let filter = Filter(list, where: { settings.isAccepted($0) })
      let later = Filter(
        list,
        asking: { question in
          let matches = question.candidates.filter { id in
            list.item(for: id).map { settings.matches($0, question.query) } ?? false
          }
          questions.open.append { question.answer(Set(matches)) }
        })
      filters = [search, filter, later]
      watches = zip(filters, ["search", "filter", "later search"]).map { PairWatch($0, "\(name), \($1)") }
      for watch in watches { watch.ask(inStepsOf: list) }
    }

    var steps: Int { watches.map(\.laws.steps).max() ?? 0 }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .searchOdd: for filter in filters { filter.text = "x" }
      case .searchEven: for filter in filters { filter.text = "xx" }
      case .searchScope: for filter in filters { filter.search("", scope: 2) }
      case .endSearch: for filter in filters { filter.query = SearchQuery() }
      case .toggleEmpty: for filter in filters { filter.keepsEmptySections.toggle() }
      case .toggleEmptyAtRest: for filter in filters { filter.keepsEmptySectionsAtRest.toggle() }
      case .setCondition:
        hasCondition = [true, true, true]
        for filter in filters { filter.setCondition { [settings] in settings.isAccepted($0) } }
      case .endCondition:
        hasCondition = [false, false, false]
        for filter in filters { filter.setCondition(nil) }
      case .setSectionCondition:
        hasSectionCondition = true
        for filter in filters { filter.setSectionCondition { Settings.filter($0, $1) } }
      case .endSectionCondition:
        hasSectionCondition = false
        for filter in filters { filter.setSectionCondition(nil) }
      case .refilter:
        settings.hidden = settings.hidden.isEmpty ? [10, 30, 41] : []
        for filter in filters { filter.refilter() }
      case .refilterFirst:
        guard let id = list.allItems.first?.id else { return }
        settings.hidden.formSymmetricDifference([id])
        for filter in filters { filter.refilter(list.snapshot.sections.flatMap(\.items).map(\.id)) }
        for filter in filters { filter.refilter([id]) }
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStepBeneath { return try list.performTogether(operations) }
      try filters[0].performTogether {
        try filters[1].performTogether { try filters[2].performTogether(operations) }
      }
    }

    func read() { for watch in watches { watch.read() } }

    func check(_ moment: String) {
      questions.answer()
      #expect(!filters[2].isAwaitingAnswer)
      for (index, watch) in watches.enumerated() { watch.check(wanted(index), moment) }
    }

    private func wanted(_ index: Int) -> [String] {
      let filter = filters[index]
      return NaiveShelf.all(of: list).compactMap { shelf in
        let way = hasSectionCondition ? Settings.filter(shelf.shelf, filter.query) : .filtered
        var shown = shelf
        if way != .whole {
          shown.books = shelf.books.filter { _, book in
            (!hasCondition[index] || settings.isAccepted(book))
              && (index == 1 || !filter.isSearching || settings.matches(book, filter.query))
          }
        }
        if way == .hidden || (way == .filtered && shown.books.isEmpty && !filter.keepsEmptyNow) { return nil }
        return shown.line
      }
    }
  }
}
