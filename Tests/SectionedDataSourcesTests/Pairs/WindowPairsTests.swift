import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits and requests of a window")
struct WindowPairsTests {
  @Test("leaves it a part of the base without gaps, and as long as was asked for") func pairs() {
    Subject.tryPairs()
  }

  private final class Subject: PairSubject {
    enum Operation: Sendable {
      case edit(ShelfEdit)
      case earlier, later, last, jumpToFirst, jumpToLast
    }

    static let operations: [Operation] =
      ShelfEdit.allCases.map { Operation.edit($0) } + [.earlier, .later, .last, .jumpToFirst, .jumpToLast]

    private let list: Shelves
    private let source: WindowDataSource<Shelves>
    private let watch: PairWatch<WindowDataSource<Shelves>>

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      source = WindowDataSource(list, last: 2)
      watch = PairWatch(source, name)
      watch.ask(inStepsOf: list)
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit): try edit.perform(on: list)
      case .earlier: source.showEarlier(2)
      case .later: source.showLater(1)
      case .last: source.showLast()
      case .jumpToFirst: jump { $0.first }
      case .jumpToLast: jump { $0.last }
      }
    }

    private func jump(_ choose: ([ListedID<Int>]) -> ListedID<Int>?) {
      if let id = choose(NaiveShelf.all(of: list).flatMap { $0.books.map(\.id) }) {
        source.jump(to: id, before: 0, after: 1)
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { try source.performTogether(operations) } else { try list.performTogether(operations) }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      watch.check(nil, moment)
      let shelves = NaiveShelf.all(of: list)
      let all = shelves.flatMap { $0.books.map(\.id) }
      let shown = source.snapshot.sections.flatMap { $0.items.map(\.id) }
      let start = source.numberOfEarlierItems
      #expect(Array(all.dropFirst(start).prefix(shown.count)) == shown, "\(watch.name): \(moment)")
      #expect(start + shown.count + source.numberOfLaterItems == all.count, "\(watch.name): \(moment)")
      #expect(shown.count >= min(1, all.count), "\(watch.name): \(moment)")
      let sections = shelves.filter { shelf in shelf.books.contains { shown.contains($0.id) } }.map(\.id)
      #expect(source.snapshot.sectionIDs == sections, "\(watch.name): \(moment)")
    }
  }
}
