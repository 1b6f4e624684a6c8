import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Sources are reordered by the name of their attribute")
struct SourceReorderingTests {
  private typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>
  private typealias List = FetchedList<NSManagedObject>

  private func names(_ items: [NSManagedObject]) -> [String] { items.map(ZoneLibrary.name) }

  @Test("a fetched source: the move is a step of the user, and only other rows are reported after it")
  func fetchedSource() throws {
    let library = try ZoneLibrary()
    try library.run {
      let countries = ["A", "B"].enumerated().map { library.country($1, $0) }
      for (index, name) in ["a", "b", "c"].enumerated() { library.zone(name, index * 10, in: countries[0]) }
      try library.context.save()
      let source = Source(library.controller())
      try source.performFetch()
      var origins: [UpdateOrigin] = []
      var changes: [Source.Update.ChangeSet] = []
      let token = source.observe { update in
        origins.append(update.origin)
        changes.append(update.changes)
      }
      let reordering = ListReordering(of: source, position: "position", section: "country")
      try reordering.move(from: ItemPlace(section: 0, item: 2), to: ItemPlace(section: 0, item: 0))
      try library.context.save()
      #expect(names(source.allItems) == ["c", "a", "b"])
      #expect(origins.first == .user)
      #expect(changes.first?.items.moved.count == 1)
      // The second step updates the moved row, because its position changed.
      #expect(changes.dropFirst().allSatisfy { $0.items.moved.isEmpty && $0.items.updated.count <= 1 })
      try reordering.move(from: ItemPlace(section: 0, item: 1), to: ItemPlace(section: 1, item: 0))
      #expect(names(source.items(inSection: 0)) == ["c", "b"] && names(source.items(inSection: 1)) == ["a"])
      token.cancel()
    }
  }

  @Test("lists with predicates, limits and offsets: hidden rows keep their places", arguments: TestSeeds.seeds(24))
  func windows(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try ZoneLibrary()
    var order = ZoneLibrary.Order()
    order.isAscending = random.oneIn(2)
    try library.run {
      var done: Set<String> = []
      for number in 0..<(4 + random.below(8)) {
        let name = "z\(number)"
        if random.oneIn(3) { done.insert(name) }
        let position = random.oneIn(6) ? nil : random.below(12)
        library.zone(name, position, in: nil, ["isDone": done.contains(name)])
      }
      try library.context.save()
      let filters = random.oneIn(2)
      let list = List(
        library.zones(order, where: filters ? NSPredicate(format: "isDone == NO") : nil), in: library.context)
      try list.performFetch()
      let (limit, offset) = (random.oneIn(2) ? 0 : 2 + random.below(5), random.oneIn(2) ? 0 : random.below(4))
      try list.setWindow(limit: limit > 0 ? .first(limit) : .all, offset: offset)
      let reordering = ListReordering(of: list, position: "position")
      var all = try library.stored(library.zones(order))
      func window() -> [String] {
        let rest = all.filter { !(filters && done.contains($0)) }.dropFirst(offset)
        return Array(limit > 0 ? rest.prefix(limit) : rest)
      }
      for step in 0..<60 {
        let story: Comment = "drag \(step) of seed \(seed)"
        var shown = window()
        #expect(names(list.allItems) == shown, story)
        guard shown.count > 1 else { return }
        let (from, to) = (random.below(shown.count), random.below(shown.count))
        let name = shown.remove(at: from)
        try reordering.move(from: [0, from], to: [0, to])
        if from != to {
          all.removeAll { $0 == name }
          let place =
            try to > 0
            ? #require(all.firstIndex(of: shown[to - 1])) + 1 : #require(all.firstIndex(of: shown[0]))
          all.insert(name, at: place)
        }
        if random.oneIn(4) {
          try library.context.save()
          #expect(try library.stored(library.zones(order)) == all, story)
        }
      }
    }
  }

  @Test("a condition on a relationship says which rows are ordered together; another one is named by the program")
  func scope() throws {
    let library = try ZoneLibrary()
    try library.run {
      let countries = ["A", "B"].enumerated().map { library.country($1, $0) }
      for (number, country) in countries.enumerated() {
        for index in 0..<4 { library.zone("\(number)\(index)", index, in: country, ["group": "g\(number)"]) }
      }
      try library.context.save()
      func drag(_ predicate: NSPredicate, _ scope: NSPredicate?) throws -> Set<String> {
        let list = List(library.zones(where: predicate), in: library.context)
        try list.performFetch()
        try ListReordering(of: list, position: "position", among: scope).move(from: [0, 3], to: [0, 1])
        #expect(names(list.allItems) == ["00", "03", "01", "02"])
        let changed = Set(library.context.updatedObjects.map(ZoneLibrary.name))
        library.context.rollback()
        return changed
      }
      let byCountry = NSPredicate(format: "country == %@", countries[0])
      #expect(try drag(byCountry, nil) == ["00", "03"])
      let byGroup = NSPredicate(format: "group == 'g0'")
      #expect(try drag(byGroup, byGroup) == ["00", "03"])
      // Without a filter by group, the zones of the other group are hidden rows of the same list.
      #expect(try drag(byGroup, nil).isSuperset(of: ["00", "03"]))
    }
  }

  @Test("groups of a list: a row gets the value of its new group, also of an empty one", arguments: TestSeeds.seeds(8))
  func groups(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try ZoneLibrary()
    try library.run {
      for number in 0..<8 {
        let group = random.oneIn(5) ? nil : "g\(random.below(2))"
        library.zone("z\(number)", random.below(6), in: nil, ["group": group])
      }
      try library.context.save()
      let list = List(library.zones(), in: library.context)
      try list.performFetch()
      let source = try list.grouped(
        by: .attribute("group", as: String.self), order: .ascending, nilGroup: .last, given: ["g0", "g1", "g2", nil])
      let reordering = ListReordering(of: source, position: "position", section: "group")
      func shown() -> [[String]] { (0..<source.numberOfSections).map { names(source.items(inSection: $0)) } }
      var model = shown()
      #expect(model.count == 4)
      for step in 0..<80 {
        let section = random.below(4)
        guard !model[section].isEmpty else { continue }
        let (from, other) = (random.below(model[section].count), random.below(4))
        let name = model[section].remove(at: from)
        let to = random.below(model[other].count + 1)
        model[other].insert(name, at: to)
        try reordering.move(from: [section, from], to: [other, to])
        #expect(shown() == model, "drag \(step) of seed \(seed)")
        if random.oneIn(4) { try library.context.save() }
      }
    }
  }

  @Test("groups that are a function of the attribute cannot be set")
  func functionGroups() throws {
    let library = try ZoneLibrary()
    try library.run {
      for number in 0..<4 { library.zone("z\(number)", number, in: nil, ["rank": number * 7]) }
      try library.context.save()
      let list = List(library.zones(), in: library.context)
      try list.performFetch()
      let source = try list.grouped(by: .attribute("rank", as: Int.self) { $0 / 10 }, order: .ascending)
      let reordering = ListReordering(of: source, position: "position", section: "rank")
      #expect(throws: ListReorderingError.self) { try reordering.move(from: [0, 0], to: [1, 0]) }
      #expect(!library.context.hasChanges)
      try reordering.move(from: [0, 0], to: [0, 1])
      #expect(names(source.items(inSection: 0)) == ["z1", "z0"])
    }
  }
}
