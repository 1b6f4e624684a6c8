import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// `1: 10 11 | 2: 20 | 3:`
@Suite("What an update of a memory source says")
struct ChangeStatementTests {
  let list = shelves("1: 10 11 | 2: 20 | 3:")

  private func update(_ verbs: () throws -> Void) throws -> Shelves.Update {
    let watcher = SourceWatcher(list)
    try list.performUpdates(verbs)
    watcher.checkSource()
    #expect(watcher.updates.count == 1)
    return try #require(watcher.updates.first)
  }

  @Test("A batch is one update, after the list has changed, and a changed model is in it")
  func once() throws {
    let update = try update {
      try list.update(Book(id: 10, title: "new"))
      try list.append(Book(id: 21), toSection: 1)
    }
    #expect("\(update.changes)" == "items: inserted [1, 1] (21), updated [0, 0]→[0, 0] {?}")
    #expect(list.item(for: 10)?.title == "new")
  }

  @Test("Items of an inserted or removed section are not reported separately")
  func broughtAndTaken() throws {
    let update = try update {
      try list.removeSection(1)
      try list.insertSection(Shelf(id: 9), items: [Book(id: 90), Book(id: 91)], at: 1)
    }
    #expect(update.changes.items.isEmpty && update.changes.sections.count == 2)
    #expect(
      update.changes.deletedItemIDs.map(\.id) == [10, 11] && update.changes.insertedItemIDs.map(\.id) == [90, 91])
  }

  @Test("An item moves if it leaves a deleted section or enters an inserted one")
  func crossing() throws {
    let update = try update {
      try list.insertSection(Shelf(id: 9), at: 0)
      try list.move(10, to: ItemPlace(section: 0, item: 0))
      try list.move(20, to: ItemPlace(section: 3, item: 0))
      try list.removeSection(2)
    }
    #expect(
      "\(update.changes)"
        == "sections: deleted 1 (2), inserted 0 (9); items: moved [0, 0]→[0, 0], moved [1, 0]→[2, 0]")
  }

  @Test("Several insertions at one index have places of the new list")
  func severalAtOneIndex() throws {
    let update = try update {
      for id in 1...3 { try list.insert(Book(id: id), at: ItemPlace(section: 1, item: 0)) }
    }
    #expect(
      "\(update.changes)" == "items: inserted [1, 0] (3), inserted [1, 1] (2), inserted [1, 2] (1)")
  }

  @Test("Updates with equal contents are equal, and one without changes is empty")
  func equality() throws {
    let first = try update { try list.append(Book(id: 30), toSection: 2) }
    let other = shelves("1: 10 11 | 2: 20 | 3:")
    let watcher = SourceWatcher(other)
    try other.append(Book(id: 30), toSection: 2)
    #expect(first.changes == watcher.updates.first?.changes && !first.isEmpty)
  }

  @Test("An update can be applied to any copy of the old list, any number of times")
  func applied() throws {
    let before = list.snapshot
    let update = try update { try list.append(contentsOf: [2, 4, 6].map { Book(id: $0) }, toSection: 2) }
    for _ in 0..<2 { #expect(try update.changes.apply(to: before, contentOf: update.new) == list.snapshot) }
    #expect(update.old == before && update.changes.items.inserted.count == 3)
  }

  @Test("Removals have old places, insertions new ones, moves both")
  func spaces() throws {
    let update = try update { try list.setItems([12, 11, 13].map { Book(id: $0) }, inSection: 0) }
    #expect("\(update.changes)" == "items: deleted [0, 0] (10), inserted [0, 0] (12), inserted [0, 2] (13)")
  }

  @Test("An update says whether the user or the program began it, and in which source")
  func origin() throws {
    var seen: [(UpdateOrigin, Bool)] = []
    let token = list.observe { [list] in seen.append(($0.origin, $0.source == list.identity)) }
    try list.performUpdates(origin: .user) { try list.remove(10) }
    try list.remove(11)
    #expect(seen.map(\.0) == [.user, .program] && seen.allSatisfy(\.1))
    withExtendedLifetime(token) {}
  }
}
