import OrderedRows
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// If the inner controller is Apple's, a section's key changes one event before its items are grouped by the new key.
@Suite("Two sections swap their keys before their items are placed anew")
struct SwappedKeyTests {
  /// - Parameter order: the order in which the edit names the two sections.
  @Test("each keeps its items in both events", arguments: [[0, 1], [1, 0]])
  func eachKeepsItsItems(order: [Int]) throws {
    var lists = PlainLists()
    lists.sections = [.init(id: 1, key: 1), .init(id: 2, key: 2)]
    lists.items = [.init(id: 11, key: 1, value: 0), .init(id: 12, key: 2, value: 0)]
    let engine = EngineDriver(lists).engine
    let slots = Array(engine.order)
    let touches = [
      ListEdit<Int>.SectionTouch(slot: slots[0], index: 0, key: .integer(2), isRevised: true, keys: ["identifier"]),
      ListEdit<Int>.SectionTouch(slot: slots[1], index: 1, key: .integer(1), isRevised: true, keys: ["identifier"]),
    ]
    var swap = ListEdit<Int>()
    swap.touchedSections = order.map { touches[$0] }
    let updates = [0, 1].map { ListUpdate(old: $0, new: $0, keys: ["identifier"]) }
    #expect(try changes(engine.apply(swap)) == SectionedChangeSet(sections: ListChanges(updated: updates)))
    #expect(shown(engine) == [[11], [12]])
    #expect(engine.aliasedRows == [11, 12])

    let (first, second) = (RowPlace(section: 0, item: 0), RowPlace(section: 1, item: 0))
    var placing = ListEdit<Int>()
    placing.items = [
      .init(11, .init(old: first, new: second, keys: [])), .init(12, .init(old: second, new: first, keys: [])),
    ]
    placing.forgetsOldKeys = true
    #expect(try changes(engine.apply(placing)).isEmpty)
    #expect(shown(engine) == [[11], [12]])
    #expect(engine.aliasedRows.isEmpty)
  }

  private func changes(_ transition: ListTransition<Int>) throws -> SectionedChangeSet<Int, Int> {
    try transition.changes(sectionID: { Int($0) }, oldName: { $0 }, newName: { $0 })
  }

  private func shown(_ engine: ListEngine<Int>) -> [[Int]] {
    engine.version.shown.map { Array(engine.version.tokens(of: $0)) }
  }
}
