import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of changes of lists of one item")
struct SingleItemPairsTests {
  @Test("leaves those that are not hidden, with their last values") func pairs() { Subject.tryPairs() }

  /// A composed source of two such lists. The second list is hidden at first.
  private final class Subject: PairSubject {
    typealias Single = SingleItemDataSource<String>
    typealias Both = ComposedDataSource<Void, Int, String, Int>

    enum Operation: String, CaseIterable, Sendable {
      case hide, show, toggleTwice, change, changeWhileHidden, set, setSame
      case needUpdate, needUpdateAndHide, runTurn
      case showSecond, hideSecond, changeSecond, swap, removeFirst
    }

    static let operations = Operation.allCases

    private let turns = LoadingTurns()
    private let first: Single
    private let second: Single
    private let both: Both
    private let watch: PairWatch<Both>
    private let name: String
    private var number = 0

    init(_ start: PairStart, _ name: String) throws {
      first = Single("a", id: 1, scheduler: turns.scheduler, isolation: nil)
      second = Single("b", id: 2, isHidden: start == .small, scheduler: turns.scheduler, isolation: nil)
      both = try Both([ChildSource(first), ChildSource(second)], anomalies: silent)
      self.name = name
      watch = PairWatch(both, name, section: { _ in "" }, item: { $0 })
      watch.ask(inStepsOf: first)
      watch.ask(inStepsOf: second)
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      number += 1
      switch operation {
      case .hide: first.isHidden = true
      case .show: first.isHidden = false
      case .toggleTwice:
        first.performTogether {
          first.isHidden.toggle()
          first.isHidden.toggle()
        }
      case .change: first.value += "!"
      case .changeWhileHidden:
        first.performTogether {
          first.isHidden = true
          first.value += "?"
          first.isHidden = false
        }
      case .set: first.value = "new \(number)"
      case .setSame:
        let same = first.value
        first.value = same
      case .needUpdate: first.setNeedsUpdate()
      case .needUpdateAndHide:
        first.setNeedsUpdate()
        first.isHidden = true
      case .runTurn: turns.run()
      case .showSecond: second.isHidden = false
      case .hideSecond: second.isHidden = true
      case .changeSecond: second.value += "!"
      case .swap: if both.children.count > 1 { try both.move(from: 0, to: 1) }
      case .removeFirst: if both.children.count > 1 { try both.remove(first) }
      }
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { return try both.performTogether(operations) }
      try first.performTogether {
        try second.performTogether { try both.performTogether(operations) }
      }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      watch.check(nil, moment)
      let order = [first, second].filter { both.index(ofChild: $0) != nil }
        .sorted { both.index(ofChild: $0) ?? 0 < both.index(ofChild: $1) ?? 0 }
      #expect(both.numberOfSections == order.count, "\(name), \(moment)")
      #expect(both.allItems == order.filter { !$0.isHidden }.map(\.value), "\(name), \(moment)")
    }
  }
}
