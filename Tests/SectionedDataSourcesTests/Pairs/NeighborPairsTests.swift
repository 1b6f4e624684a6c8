import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits of a list whose rows depend on their neighbors")
struct NeighborPairsTests {
  @Test("leaves each row the look of its neighbors, and names the rows that have another one") func pairs() {
    Subject.tryPairs()
  }

  private final class Subject: PairSubject {
    enum Operation: Sendable {
      case edit(ShelfEdit)
      case capitals, noCapitals, again, ask
    }

    static let operations: [Operation] =
      ShelfEdit.allCases.map { Operation.edit($0) } + [.capitals, .noCapitals, .again, .ask]

    private let list: Shelves
    private let source: NeighborDataSource<Shelves, String>
    private let watch: PairWatch<NeighborDataSource<Shelves, String>>
    private let style = Style()
    private var last: [ListedID<Int>: (revision: Int, look: String)] = [:]

    /// A setting on which the looks depend, in addition to the neighbors.
    private final class Style {
      var isCapital = false

      func look(_ previous: Book?, _ book: Book, _ next: Book?) -> String {
        let text = [previous?.title, book.title, next?.title].map { $0 ?? "-" }.joined(separator: " ")
        return isCapital ? text.uppercased() : text
      }
    }

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      let crosses = start == .small
      source = NeighborDataSource(list, crossesSections: crosses) { [style] in style.look($0, $1, $2) }
      watch = PairWatch(source, name)
      watch.ask(inStepsOf: list)
      askAll()
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .capitals: restyle(true)
      case .noCapitals: restyle(false)
      case .again: source.computeAgain()
      case .ask: askAll()
      }
    }

    private func restyle(_ isCapital: Bool) {
      style.isCapital = isCapital
      source.computeAgain()
    }

    private func askAll() {
      for section in source.snapshot.sections { for item in section.items { _ = source.look(of: item.id) } }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { try source.performTogether(operations) } else { try list.performTogether(operations) }
    }

    func read() {
      watch.read()
      askAll()
    }

    func check(_ moment: String) {
      let shelves = NaiveShelf.all(of: list)
      watch.check(shelves.map(\.line), moment)
      let parts = source.crossesSections ? [shelves.flatMap(\.books)] : shelves.map(\.books)
      var (now, revisions) = ([ListedID<Int>: (revision: Int, look: String)](), [ListedID<Int>: Int]())
      for section in source.snapshot.sections { for item in section.items { revisions[item.id] = item.revision } }
      for part in parts {
        for (index, row) in part.enumerated() {
          let look = style.look(
            index > 0 ? part[index - 1].book : nil, row.book, index + 1 < part.count ? part[index + 1].book : nil)
          #expect(source.look(of: row.id) == look, "\(watch.name): \(moment), \(row.id)")
          let revision = revisions[row.id] ?? 0
          if let old = last[row.id], old.revision == revision {
            #expect(old.look == look, "\(watch.name): \(moment), \(row.id) is unchanged, and was \(old.look)")
          }
          now[row.id] = (revision, look)
        }
      }
      last = now
    }
  }
}
