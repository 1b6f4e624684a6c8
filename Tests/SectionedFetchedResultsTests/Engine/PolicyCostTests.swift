import OrderedRows
import SectionedChanges
import SectionedFetchedResults
import Testing

/// Counts how often names are looked up. Unchecked, because one engine uses it, on one thread.
private final class LookupCount: @unchecked Sendable {
  var lookups = 0
}

private struct CountedName: RowToken {
  let number: Int
  let count: LookupCount

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }

  func hash(into hasher: inout Hasher) {
    count.lookups += 1
    hasher.combine(number)
  }
}

/// Section 1 has a thousand rows and its own limit, which shows all of them. Section 2 has three rows and shows one.
@Suite("What policies cost an event")
struct PolicyCostTests {
  private let count = LookupCount()
  private let names: [CountedName]
  private let engine: ListEngine<CountedName>

  init() {
    let count = count
    let names = (0..<1003).map { CountedName(number: $0, count: count) }
    self.names = names
    var policies = ListPolicies()
    policies.sectionLimit = .first(1)
    policies.ownLimits = [1: .all]
    let groups: [(key: GroupKey, rows: RowList<CountedName>)] = [
      (key: .integer(1), rows: RowList(ContiguousArray(names[..<1000]))),
      (key: .integer(2), rows: RowList(ContiguousArray(names[1000...]))),
    ]
    engine = ListEngine(sections: [GroupKey.integer(1), .integer(2)], groups: groups, policies: policies)
  }

  /// Returns the changes when the row at a place is deleted.
  private func remove(_ name: Int, at place: RowPlace) throws -> SectionedChangeSet<Int, Int> {
    var edit = ListEdit<CountedName>()
    edit.items = [.init(names[name], .init(old: place, new: nil, keys: []))]
    return try engine.apply(edit).changes(
      sectionID: { Int($0) }, oldName: { $0.number }, newName: { $0.number })
  }

  @Test("a section that shows all of its rows is not walked")
  func allRowsAreShown() throws {
    count.lookups = 0
    let changes = try remove(500, at: RowPlace(section: 0, item: 500))
    #expect(changes.description == "items: deleted [0, 500] (500)")
    #expect(count.lookups < 20)
  }

  @Test("a section that does not show all has the next row come in")
  func someRowsAreShown() throws {
    let changes = try remove(1000, at: RowPlace(section: 1, item: 0))
    #expect(changes.description == "items: deleted [1, 0] (1000), inserted [1, 0] (1001)")
  }

  /// Section 1 has two rows, and section 2 has none. If the array of shown sections is made anew, its address changes.
  @Test("the sections are walked for an empty one that is hidden only when one is emptied or filled")
  func emptySectionsAreHidden() throws {
    var policies = ListPolicies()
    policies.showsEmptySections = false
    var lists = PlainLists()
    lists.sections = [.init(id: 1, key: 1), .init(id: 2, key: 2)]
    lists.items = [.init(id: 11, key: 1, value: 0), .init(id: 12, key: 1, value: 1)]
    let engine = EngineDriver(lists, policies: policies).engine
    func address(_ version: ListVersion<Int>) -> UnsafePointer<Int32>? {
      version.shown.withUnsafeBufferPointer { $0.baseAddress }
    }
    var edit = ListEdit<Int>()
    let first = RowPlace(section: 0, item: 0)
    edit.items = [.init(11, .init(old: first, new: nil, keys: []))]
    let one = try engine.apply(edit)
    #expect(address(one.old) == address(one.new))
    #expect(one.new.shown.count == 1)
    #expect(one.new.itemCount(at: 0) == 1)
    edit.items = [.init(12, .init(old: first, new: nil, keys: []))]
    edit.removedGroups = [0]
    let other = try engine.apply(edit)
    #expect(other.new.shown.isEmpty)
    #expect(other.sections.map(\.old) == [0])
  }
}
