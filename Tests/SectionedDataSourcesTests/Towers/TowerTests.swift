import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Sources built on each other agree with sources made anew")
struct TowerTests {
  @Test("random towers, five high, under random verbs and settings", arguments: RandomRuns.seeds(8))
  func towers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let quiet = AnomalyHandler { _ in }
    let lists = [
      Shelves(content("1: 1 2 3 | 2: 4 5 | 3:"), anomalies: quiet),
      Shelves(content("4: 11 12 | 2: 13"), anomalies: quiet),
    ]
    let tower = try Tower(on: lists[0], lists[1], depth: 5, random: SeededRandom(seed: seed &* 77))
    var depth = 0
    var later = SeededRandom(seed: seed &* 99)
    // The observer sometimes changes a list.
    let token = lists[0].observe { _ in
      guard depth < 2, later.oneIn(6) else { return }
      depth += 1
      Self.edit(lists, &later)
      depth -= 1
    }
    for step in 0..<120 {
      let edits = 1 + (random.oneIn(4) ? random.below(6) : 0)
      lists[0].performTogether {
        lists[1].performTogether { for _ in 0..<edits { Self.edit(lists, &random) } }
      }
      if random.oneIn(5) { tower.storeys[random.below(tower.storeys.count)].change(&random) }
      for (number, storey) in tower.storeys.enumerated() {
        storey.check()
        let (shown, made) = storey.texts()
        #expect(shown == made, "storey \(number), \(storey.name), at step \(step) of seed \(seed)")
        guard shown == made else { return }
      }
    }
    withExtendedLifetime(token) {}
    #expect(tower.storeys.allSatisfy { $0.updates() > 10 })
  }

  /// During edits, closures insert a list beneath the tower, remove it, move children, and make the pager show a list
  /// that is being edited. When the edits have ended, all storeys must be correct.
  @Test("closures that change what is beneath them, with lists that are being edited", arguments: RandomRuns.seeds(10))
  func structure(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let quiet = AnomalyHandler { _ in }
    let lists = ["1: 1 2 3 | 2: 4 5 | 3:", "4: 11 12 | 2: 13"].map { Shelves(content($0), anomalies: quiet) }
    let spare = ["5: 21 22", "6: 23 | 1: 24", "7: 25 2"].map { Shelves(content($0), anomalies: quiet) }
    let meddler = Meddler()
    let tower = try Tower(
      on: lists[0], lists[1], pages: [spare[0], spare[1]], depth: 4, random: SeededRandom(seed: seed &* 77),
      meddler: meddler)
    var budget = 0
    var meddled = 0
    var later = SeededRandom(seed: seed &* 99)
    meddler.act = {
      guard budget > 0, later.oneIn(4) else { return }
      budget -= 1
      meddled += 1
      let ground = tower.ground
      do {
        switch later.below(6) {
        case 0, 1: try ground.insert(ChildSource(spare[2]), at: later.below(ground.children.count + 1))
        case 2: try ground.remove(spare[2])
        case 3: try ground.move(from: later.below(ground.children.count), to: later.below(ground.children.count))
        default: try tower.pager.select(later.below(3) == 2 ? nil : later.below(2))
        }
      } catch is DataSourceAnomaly {
        // The source is already a child, or is not one.
      } catch { Issue.record(error) }
    }
    for step in 0..<100 {
      budget = 1 + random.below(3)
      // Some of the spare lists are edited at the same time, at the beginning and at the end.
      let held = spare.filter { _ in random.oneIn(2) }
      func hold(_ rest: ArraySlice<Shelves>) {
        guard let list = rest.first else {
          for _ in 0...random.below(3) { Self.edit(lists, &random) }
          if random.oneIn(3) { tower.storeys[random.below(tower.storeys.count)].change(&random) }
          return
        }
        let isTogether = random.oneIn(2)
        func body() {
          Self.edit([list, list], &random)
          hold(rest.dropFirst())
          Self.edit([list, list], &random)
        }
        if isTogether { list.performTogether(body) } else { list.performUpdates(body) }
      }
      hold(held[...])
      budget = 0
      for list in spare where random.oneIn(3) { Self.edit([list, list], &random) }
      for (number, storey) in tower.storeys.enumerated() {
        storey.check()
        let (shown, made) = storey.texts()
        #expect(shown == made, "storey \(number), \(storey.name), at step \(step) of seed \(seed)")
        guard shown == made else { return }
      }
    }
    meddler.act = {}
    #expect(meddled > 20 && tower.storeys.allSatisfy { $0.updates() > 10 })
  }

  /// Performs one verb on one of the lists.
  private static func edit(_ lists: [Shelves], _ random: inout SeededRandom) {
    let list = lists[random.below(2)]
    let section = random.below(max(1, list.numberOfSections))
    let count = list.numberOfItems(inSection: section)
    func place(_ more: Int) -> ItemPlace { ItemPlace(section: section, item: random.below(max(1, count + more))) }
    do {
      switch random.below(14) {
      case 0, 1, 2: try list.insert(Book(id: random.below(60), title: "\(random.below(9))"), at: place(1))
      case 3, 4: try list.remove(at: place(0))
      case 5, 6, 7:
        guard let id = list.itemID(at: place(0)) else { return }
        try list.replace(id, with: Book(id: id.id, title: "\(random.below(9))"))
      case 8:
        try list.move(from: place(0), to: ItemPlace(section: random.below(max(1, list.numberOfSections)), item: 0))
      case 9: try list.moveSection(from: section, to: random.below(max(1, list.numberOfSections)))
      case 10: list.appendSection(Shelf(id: random.below(8)), items: [Book(id: random.below(60))])
      case 11: if list.numberOfSections > 2 { try list.removeSection(at: section) }
      case 12: try list.setItems(list.items(inSection: section).shuffled(using: &random), inSection: section)
      default:
        guard let item = list.item(at: place(0)) else { return }
        // Moves an item from one list to the other, as one step of the sources on both.
        try lists[0].performTogether {
          try lists[1].performTogether {
            let other = lists[0] === list ? lists[1] : lists[0]
            try list.remove(item.id)
            if other.numberOfSections > 0 { try other.append(item, toSection: 0) }
          }
        }
      }
    } catch is DataSourceAnomaly {
      // The list was too short for the verb.
    } catch { Issue.record(error) }
  }
}
