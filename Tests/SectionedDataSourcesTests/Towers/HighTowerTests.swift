import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// The cost of a step through a high tower of sources. Each storey must only pay for itself, and must not query all
/// storeys beneath it.
@Suite("What a high tower of sources costs", .serialized)
struct HighTowerTests {
  /// A count of the calls that hash or compare identifiers. Only one test at a time uses it.
  private enum Count {
    nonisolated(unsafe) static var questions = 0
  }

  private struct ID: Hashable, Sendable {
    let number: Int

    func hash(into hasher: inout Hasher) {
      Count.questions += 1
      hasher.combine(number)
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
      Count.questions += 1
      return lhs.number == rhs.number
    }
  }

  private struct Model: Identifiable, Equatable, Sendable {
    var number: Int
    var id: ID { ID(number: number) }
    var text = ""
  }

  private typealias List = MemoryDataSource<Model, ID, Model, ID>

  private func list() -> List {
    List(
      [SectionContent(Model(number: 1), items: (10..<15).map { Model(number: $0) }), SectionContent(Model(number: 2))],
      sectionID: \.id, itemID: \.id)
  }

  private static func passes(_ item: Any) -> Bool { (item as? Model)?.number != 12 }

  /// - Parameters:
  ///   - list: the list beneath the tower.
  ///   - height: the number of storeys.
  ///   - kind: the kind of source of each storey.
  private func tower(on list: List, height: Int, _ kind: Kind) throws -> AnyDataSource {
    var top = list.erased()
    for _ in 0..<height {
      switch kind {
      case .filter: top = FilteredDataSource(top, keepsEmptySections: true, where: Self.passes).erased()
      case .search: top = FilteredDataSource(top) { item, _ in Self.passes(item) }.erased()
      case .sort: top = SortedDataSource(top).erased()
      case .erase: top = top.erased()
      }
    }
    return top
  }

  enum Kind: CaseIterable { case filter, search, sort, erase }

  /// Returns the counts for making a tower, for editing the list beneath it, and for reading the tower.
  private func questions(height: Int, _ kind: Kind) throws -> (making: Int, editing: Int, reading: Int) {
    let list = list()
    Count.questions = 0
    let top = try tower(on: list, height: height, kind)
    let making = Count.questions
    var updates = 0
    let token = top.observe { _ in updates += 1 }
    try list.append(Model(number: 20), toSection: 1)
    try list.update(Model(number: 11, text: "new"))
    try list.move(ID(number: 10), to: ItemPlace(section: 1, item: 0))
    try list.remove(ID(number: 14))
    try list.moveSection(from: 0, to: 1)
    let editing = Count.questions - making
    #expect(updates == 5)
    token.cancel()
    let shown = top.allItems.compactMap { ($0 as? Model)?.number }
    #expect(shown == (kind == .filter ? [10, 20, 11, 13] : [10, 20, 11, 12, 13]))
    #expect(top.allSections.compactMap { ($0 as? Model)?.number } == [2, 1])
    for section in 0..<top.numberOfSections {
      for item in 0..<top.numberOfItems(inSection: section) {
        let place = ItemPlace(section: section, item: item)
        let id = try #require(top.itemID(at: place))
        #expect(top.place(of: id) == place && top.item(for: id) != nil)
      }
    }
    #expect((top.item(at: ItemPlace(section: 1, item: 0)) as? Model)?.text == "new")
    return (making, editing, Count.questions - making - editing)
  }

  @Test(
    "to make it, and a step of it, costs as much as it is high; to read it, no more than a low one",
    arguments: Kind.allCases)
  func costs(kind: Kind) throws {
    let low = try questions(height: 50, kind)
    let high = try questions(height: 200, kind)
    #expect(high.making <= 5 * low.making + 100)
    #expect(high.editing <= 5 * low.editing + 100)
    #expect(high.reading <= 2 * low.reading + 100)
  }

  @Test("a thousand erased filters follow each step")
  func aThousand() throws {
    let low = try questions(height: 250, .filter)
    let high = try questions(height: 1000, .filter)
    #expect(high.making <= 5 * low.making && high.editing <= 5 * low.editing)
  }

  @Test("identifiers of any kind stay what they are when a source of any kind is erased again")
  func identifiers() throws {
    let list = list()
    let once = list.erased()
    let filtered = FilteredDataSource(once, where: { _ in true }).erased()
    #expect(once.erased() === once)
    #expect(filtered.itemID(at: ItemPlace(section: 0, item: 0)) == once.itemID(at: ItemPlace(section: 0, item: 0)))
    #expect(filtered.erased(kind: "Mail").itemID(at: ItemPlace(section: 0, item: 0))?.id.kind == "Mail")
    // An item that the filter excludes is not found, although the base has it.
    let hidden = FilteredDataSource(once, where: Self.passes).erased()
    let twelve = try #require(once.itemID(at: ItemPlace(section: 0, item: 2)))
    #expect(once.item(for: twelve) != nil && hidden.item(for: twelve) == nil && hidden.place(of: twelve) == nil)
  }
}
