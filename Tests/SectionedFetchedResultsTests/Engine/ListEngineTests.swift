import OrderedRows
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("The shown list follows its two inputs")
struct ListEngineTests {
  /// Plays sixty events on small lists for each seed. There are few keys, so that sections share keys and items lack a
  /// section.
  @Test(arguments: TestSeeds.seeds(60))
  func everyStepIsTheLeastChangeBetweenTwoFreshLists(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var driver = EngineDriver(policies: Self.policies(&random))
    for _ in 0..<60 {
      var next = driver.lists
      next.change(&random, keys: 5)
      try driver.advance(to: next)
      if random.oneIn(6) { try driver.show(Self.policies(&random)) }
    }
  }

  /// Unmatched items of several groups are shown in an order of their own. That order may already have later changes
  /// than the event that is reported.
  @Test(arguments: TestSeeds.seeds(60))
  func everyStepIsTheLeastChangeWhileUnmatchedItemsHaveAnOrder(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var driver = EngineDriver(policies: Self.policies(&random))
    for _ in 0..<60 {
      var next = driver.lists
      next.change(&random, keys: 5)
      next.rank(&random)
      try driver.advance(to: next)
      if random.oneIn(6) { try driver.show(Self.policies(&random)) }
    }
  }

  /// Plays a hundred events of one item each, with all sections shown. Earlier versions must not change.
  @Test(arguments: TestSeeds.seeds(20))
  func everyStepOfOneItemIsTheLeastChange(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var lists = PlainLists()
    for _ in 0..<12 { lists.change(&random, keys: 5) }
    var driver = EngineDriver(lists)
    var versions: [(version: ListVersion<Int>, shown: PlainLists.Snapshot)] = []
    for _ in 0..<100 {
      var next = driver.lists
      next.changeItem(&random, keys: 5)
      try driver.advance(to: next)
      if random.oneIn(4) { versions.append((driver.engine.version, next.shown(ListPolicies()))) }
    }
    for (version, shown) in versions {
      #expect(version.shown.map { Array(version.tokens(of: $0)) } == shown.sections.map { $0.items.map(\.id) })
    }
  }

  @Test(arguments: TestSeeds.seeds(20))
  func rowsAreFoundWhereTheyStand(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var lists = PlainLists()
    for _ in 0..<20 { lists.change(&random, keys: 5) }
    let engine = EngineDriver(lists).engine
    let sought = Set(lists.places.keys.filter { _ in random.oneIn(2) })
    #expect(engine.places(of: sought.union([-1])) == lists.places.filter { sought.contains($0.key) })
    for (token, place) in lists.places { #expect(engine.place(of: token) == place) }
  }

  static func policies(_ random: inout SeededRandom) -> ListPolicies {
    var policies = ListPolicies()
    policies.showsEmptySections = !random.oneIn(3)
    policies.showsUnmatchedItems = random.oneIn(2)
    if random.oneIn(3) { policies.sectionLimit = .first(random.below(4)) }
    if random.oneIn(3) { policies.limit = 1 + random.below(8) }
    if random.oneIn(4) { policies.offset = random.below(5) }
    return policies
  }

  /// The edit removes an item from a place where another item stands.
  @Test func refusesAPlaceThatIsNotTrue() {
    var lists = PlainLists()
    lists.sections = [.init(id: 1, key: 1)]
    lists.items = [.init(id: 2, key: 1, value: 0), .init(id: 3, key: 1, value: 1)]
    let engine = EngineDriver(lists).engine
    var edit = ListEdit<Int>()
    edit.items = [.init(2, .init(old: RowPlace(section: 0, item: 1), new: nil, keys: []))]
    #expect(throws: ListMismatch.itemPlace) { try engine.apply(edit) }
  }

  /// The edit removes a group that still has a row.
  @Test func refusesToLoseItemsWithTheirGroup() {
    var lists = PlainLists()
    lists.sections = [.init(id: 1, key: 1)]
    lists.items = [.init(id: 2, key: 1, value: 0)]
    let engine = EngineDriver(lists).engine
    var edit = ListEdit<Int>()
    edit.removedGroups = [0]
    #expect(throws: ListMismatch.groupNotEmpty) { try engine.apply(edit) }
  }
}
