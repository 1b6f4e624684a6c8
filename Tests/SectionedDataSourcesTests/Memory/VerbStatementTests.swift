import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// `1: 10 11 12 | 2: | 3: 30`
@Suite("The verbs of a memory source")
struct VerbStatementTests {
  let list: Shelves
  let watcher: SourceWatcher<Shelves>

  init() {
    list = shelves("1: 10 11 12 | 2: | 3: 30", anomalies: AnomalyHandler { _ in })
    watcher = SourceWatcher(list)
  }

  /// The changes of the verbs as text. The laws are checked, too.
  private func changes(_ verbs: () throws -> Void) rethrows -> [String] {
    let count = watcher.updates.count
    try verbs()
    watcher.checkSource()
    return watcher.updates[count...].map { "\($0.changes)" }
  }

  private func refused(_ kind: DataSourceAnomaly.Kind, _ verb: () throws -> Void) {
    let (text, count) = (list.text, watcher.updates.count)
    let error = #expect(throws: DataSourceAnomaly.self) { try verb() }
    #expect(error?.kind == kind)
    #expect(list.text == text && watcher.updates.count == count)
  }

  @Test("Items are appended to a section")
  func append() throws {
    #expect(try changes { try list.append(Book(id: 13), toSection: 0) } == ["items: inserted [0, 3] (13)"])
    #expect(
      try changes { try list.append(contentsOf: [Book(id: 20), Book(id: 21)], toSection: 1) }
        == ["items: inserted [1, 0] (20), inserted [1, 1] (21)"])
    #expect(list.text == "1: 10 11 12 13 | 2: 20 21 | 3: 30")
    refused(.sectionOutOfBounds) { try list.append(Book(id: 1), toSection: 3) }
  }

  @Test("Removing an unknown item throws; if several are removed, the known ones are")
  func remove() throws {
    var removed: Book?
    #expect(try changes { removed = try list.remove(11) } == ["items: deleted [0, 1] (11)"])
    #expect(removed == Book(id: 11))
    refused(.unknownItem) { try list.remove(99) }
    refused(.itemOutOfBounds) { try list.remove(at: ItemPlace(section: 1, item: 0)) }
    refused(.sectionOutOfBounds) { try list.remove(at: ItemPlace(section: 9, item: 0)) }
    list.remove(contentsOf: [10, 99, 30])
    #expect(list.text == "1: 12 | 2: | 3:")
  }

  @Test("An item that is named twice is removed once, and its neighbour stays")
  func removedTwice() throws {
    list.remove(contentsOf: [10, 10])
    #expect(list.text == "1: 11 12 | 2: | 3: 30")
    list.remove(at: [ItemPlace(section: 0, item: 0), ItemPlace(section: 0, item: 0)])
    #expect(list.text == "1: 12 | 2: | 3: 30")
  }

  @Test("A condition removes all items for which it holds")
  func removeWhere() {
    list.removeItems { $0.id >= 11 }
    #expect(list.text == "1: 10 | 2: | 3:" && watcher.updates.count == 1)
  }

  @Test("An item is inserted at any place up to the end of a section")
  func insert() throws {
    try list.insert(Book(id: 20), at: ItemPlace(section: 1, item: 0))
    try list.insert(Book(id: 13), at: ItemPlace(section: 0, item: 3))
    try list.insert(Book(id: 9), at: ItemPlace(section: 0, item: 0))
    #expect(list.text == "1: 9 10 11 12 13 | 2: 20 | 3: 30")
    refused(.itemOutOfBounds) { try list.insert(Book(id: 1), at: ItemPlace(section: 1, item: 2)) }
    refused(.itemOutOfBounds) { try list.insert(Book(id: 1), at: ItemPlace(section: 1, item: -1)) }
  }

  @Test("Several items are inserted one after the other")
  func insertSeveral() throws {
    let wanted = ["items: inserted [0, 1] (20), inserted [0, 2] (21)"]
    #expect(
      try changes { try list.insert(contentsOf: [Book(id: 20), Book(id: 21)], at: ItemPlace(section: 0, item: 1)) }
        == wanted)
    refused(.itemOutOfBounds) { try list.insert(contentsOf: [Book(id: 1)], at: ItemPlace(section: 2, item: 2)) }
  }

  @Test("Several items are inserted at a place each, or none of them")
  func insertAtPlaces() throws {
    func places(_ items: Int...) -> [ItemPlace] { items.map { ItemPlace(section: 1, item: $0) } }
    refused(.countMismatch) { try list.insert([Book(id: 1)], at: places(0, 1)) }
    refused(.itemOutOfBounds) { try list.insert([1, 2, 3].map { Book(id: $0) }, at: places(0, 1, 3)) }
    refused(.itemOutOfBounds) { try list.insert([1, 2].map { Book(id: $0) }, at: places(0, 0)) }
    try list.insert([1, 2, 4].map { Book(id: $0) }, at: places(2, 0, 1))
    #expect(list.text == "1: 10 11 12 | 2: 2 4 1 | 3: 30" && watcher.updates.count == 1)
  }

  @Test("An item moves within its section and to another one; a move to a place that does not exist throws")
  func move() throws {
    #expect(try changes { try list.move(10, to: ItemPlace(section: 0, item: 2)) } == ["items: moved [0, 0]→[0, 2]"])
    #expect(try changes { try list.move(30, to: ItemPlace(section: 1, item: 0)) } == ["items: moved [2, 0]→[1, 0]"])
    #expect(list.text == "1: 11 12 10 | 2: 30 | 3:")
    refused(.unknownItem) { try list.move(99, to: ItemPlace(section: 0, item: 0)) }
    refused(.itemOutOfBounds) { try list.move(10, to: ItemPlace(section: 0, item: 3)) }
    refused(.itemOutOfBounds) { try list.move(10, to: ItemPlace(section: 1, item: 2)) }
    refused(.sectionOutOfBounds) { try list.move(10, to: ItemPlace(section: 3, item: 0)) }
    refused(.itemOutOfBounds) {
      try list.move(from: ItemPlace(section: 2, item: 0), to: ItemPlace(section: 0, item: 0))
    }
    #expect(try changes { try list.move(10, to: ItemPlace(section: 0, item: 2)) } == [])
  }

  @Test("The only item of a section moves to another while its section is removed")
  func onlyItem() throws {
    let changes = try changes {
      try list.performUpdates {
        try list.move(30, to: ItemPlace(section: 1, item: 0))
        try list.removeSection(at: 2)
      }
    }
    #expect(changes == ["sections: deleted 2 (3); items: moved [2, 0]→[1, 0]"])
  }

  @Test("A replacement with the same identifier is an update, else a removal and an insertion")
  func replace() throws {
    #expect(
      try changes { try list.replace(11, with: Book(id: 11, title: "new")) } == ["items: updated [0, 1]→[0, 1] {?}"])
    #expect(list.item(for: 11) == Book(id: 11, title: "new"))
    #expect(
      try changes { try list.replace(11, with: Book(id: 19)) }
        == ["items: deleted [0, 1] (11), inserted [0, 1] (19)"])
    refused(.unknownItem) { try list.replace(11, with: Book(id: 1)) }
    refused(.unknownItem) { try list.update(Book(id: 11)) }
  }

  @Test("A reloaded item is updated even if its model is equal")
  func reload() throws {
    #expect(try changes { try list.reload(12) } == ["items: updated [0, 2]→[0, 2] {?}"])
    #expect(try changes { try list.reloadSection(at: 1) } == ["sections: updated 1→1 {?}"])
    refused(.unknownItem) { try list.reload(99) }
  }

  @Test("Sections are emptied and removed")
  func sections() throws {
    try list.removeItems(inSection: 0)
    #expect(list.text == "1: | 2: | 3: 30")
    list.removeAllItems()
    #expect(list.text == "1: | 2: | 3:")
    refused(.sectionOutOfBounds) { try list.removeItems(inSection: 3) }
    list.removeSections(at: [2, 0, 7, 2])
    #expect(list.text == "2:" && watcher.updates.count == 3)
    list.removeAll()
    #expect(list.text == "" && list.snapshot.numberOfSections == 0)
    refused(.sectionOutOfBounds) { try list.removeSection(at: 0) }
    refused(.unknownSection) { try list.removeSection(1) }
  }

  @Test("A section moves with its items and its model")
  func moveSection() throws {
    #expect(try changes { try list.moveSection(3, to: 0) } == ["sections: moved 2→0"])
    #expect(list.text == "3: 30 | 1: 10 11 12 | 2:" && list.section(at: 0) == Shelf(id: 3))
    refused(.sectionOutOfBounds) { try list.moveSection(from: 0, to: 3) }
    refused(.unknownSection) { try list.moveSection(9, to: 0) }
  }

  @Test("A section is inserted with its items, and its model is removed with it")
  func insertSection() throws {
    let changes = try changes { try list.insertSection(Shelf(id: 9), items: [Book(id: 90)], at: 1) }
    #expect(changes == ["sections: inserted 1 (9)"] || changes.first?.hasPrefix("sections: inserted 1 (9)") == true)
    #expect(list.text == "1: 10 11 12 | 9: 90 | 2: | 3: 30")
    refused(.sectionOutOfBounds) { try list.insertSection(Shelf(id: 8), at: 5) }
    try list.removeSection(9)
    #expect(list.section(for: 9) == nil && list.item(for: 90) == nil)
  }

  @Test("A section is replaced by one with other items in one update")
  func setSection() throws {
    try list.setSection(Shelf(id: 7, title: "seven"), items: [Book(id: 12), Book(id: 70)], at: 0)
    #expect(list.text == "7: 12 70 | 2: | 3: 30" && watcher.updates.count == 1)
    refused(.sectionOutOfBounds) { try list.setSection(Shelf(id: 1), items: [], at: 3) }
  }

  @Test("Setting items or sections reports the least changes")
  func setItems() throws {
    let set = try changes { try list.setItems([Book(id: 12), Book(id: 10), Book(id: 19)], inSection: 0) }
    #expect(set == ["items: deleted [0, 1] (11), inserted [0, 2] (19), moved [0, 2]→[0, 0]"])
    try list.performUpdates {
      try list.setItems([Book(id: 20), Book(id: 21)], inSection: 1)
      try list.append(contentsOf: [Book(id: 22), Book(id: 23), Book(id: 24)], toSection: 1)
    }
    #expect(list.numberOfItems(inSection: 1) == 5)
    list.set(content("3: 30 | 1: 10"))
    #expect(list.text == "3: 30 | 1: 10")
    refused(.sectionOutOfBounds) { try list.setItems([], inSection: 2) }
  }

  @Test("Several verbs without animation all apply, and are reported")
  func withoutAnimation() throws {
    try list.withoutAnimation {
      try list.append(Book(id: 20), toSection: 1)
      try list.remove(10)
      try list.move(30, to: ItemPlace(section: 0, item: 0))
    }
    #expect(list.text == "1: 30 11 12 | 2: 20 | 3:" && watcher.updates.map(\.origin) == [.withoutAnimation])
    watcher.checkSource()
  }

  @Test("A move that a view has already shown has the user as its origin")
  func userMove() throws {
    try list.performUpdates(origin: .user) { try list.move(10, to: ItemPlace(section: 2, item: 1)) }
    #expect(list.text == "1: 11 12 | 2: | 3: 30 10" && watcher.updates.map(\.origin) == [.user])
  }
}
