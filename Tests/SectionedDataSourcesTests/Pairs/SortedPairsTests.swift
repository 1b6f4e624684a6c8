import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits and orders of a sorted list")
struct SortedPairsTests {
  @Test("leaves the base sorted, with equal elements in its order") func pairs() { Subject.tryPairs() }

  private final class Subject: PairSubject {
    enum Operation: Sendable {
      case edit(ShelfEdit)
      case byTitle, byTitleBackwards, byNumber, inOrder
      case sectionsByTitle, sectionsByTitleBackwards, sectionsInOrder
    }

    static let operations: [Operation] =
      ShelfEdit.allCases.map { Operation.edit($0) }
      + [
        .byTitle, .byTitleBackwards, .byNumber, .inOrder, .sectionsByTitle, .sectionsByTitleBackwards,
        .sectionsInOrder,
      ]

    private let list: Shelves
    private let source: SortedDataSource<Shelves>
    private let watch: PairWatch<SortedDataSource<Shelves>>
    private var itemOrder: (Book, Book) -> Bool
    private var sectionOrder: ((Shelf, Shelf) -> Bool)?

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      itemOrder = { $0.title > $1.title }
      source = SortedDataSource(list, by: itemOrder)
      watch = PairWatch(source, name)
      watch.ask(inStepsOf: list)
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .byTitle: order { $0.title < $1.title }
      case .byTitleBackwards: order { $0.title > $1.title }
      case .byNumber: order { $0.id > $1.id }
      case .inOrder:
        itemOrder = { _, _ in false }
        source.setOrder(nil)
      case .sectionsByTitle: orderSections { $0.title < $1.title }
      case .sectionsByTitleBackwards: orderSections { $0.title > $1.title }
      case .sectionsInOrder: orderSections(nil)
      }
    }

    private func order(_ precedes: @escaping (Book, Book) -> Bool) {
      itemOrder = precedes
      source.setOrder(precedes)
    }

    private func orderSections(_ precedes: ((Shelf, Shelf) -> Bool)?) {
      sectionOrder = precedes
      source.setSectionOrder(precedes)
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { try source.performTogether(operations) } else { try list.performTogether(operations) }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      var wanted = NaiveShelf.all(of: list)
      for index in wanted.indices { wanted[index].books = stable(wanted[index].books) { itemOrder($0.book, $1.book) } }
      if let sectionOrder { wanted = stable(wanted) { sectionOrder($0.shelf, $1.shelf) } }
      watch.check(wanted.map(\.line), moment)
    }

    private func stable<Element>(_ all: [Element], _ precedes: (Element, Element) -> Bool) -> [Element] {
      all.enumerated().sorted {
        precedes($0.element, $1.element)
          || (!precedes($1.element, $0.element) && $0.offset < $1.offset)
      }.map(\.element)
    }
  }
}
