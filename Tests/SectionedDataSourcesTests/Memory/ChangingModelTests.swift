import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// The program's closures that identify and compare models may change the list that calls them, during any verb.
///
/// The fixture is `1: 10 11 12 | 2: 20 | 3:`. In the same step, 13 has been removed, so that it may be inserted again.
@Suite("Closures that change the list while it identifies and compares models", .serialized)
struct ChangingModelTests {
  enum Closure: String, CaseIterable { case itemID, sectionID, sameItems, sameSections }

  struct Verb: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let perform: @Sendable (Fixture) throws -> Void

    init(_ name: String, _ perform: @escaping @Sendable (Fixture) throws -> Void) {
      (testDescription, self.perform) = (name, perform)
    }
  }

  final class Fixture {
    private(set) var list = Shelves()
    let watcher: SourceWatcher<Shelves>
    /// Called before a closure returns.
    var during: (Closure) -> Void = { _ in }

    init() {
      final class Owner { weak var fixture: Fixture? }
      let owner = Owner()
      list = Shelves(
        content("1: 10 11 12 | 2: 20 | 3:"),
        sectionID: {
          owner.fixture?.during(.sectionID)
          return $0.id
        },
        itemID: {
          owner.fixture?.during(.itemID)
          return $0.id
        },
        areSameSections: {
          owner.fixture?.during(.sameSections)
          return $0 == $1
        },
        areSameItems: {
          owner.fixture?.during(.sameItems)
          return $0 == $1
        }, anomalies: AnomalyHandler { _ in })
      watcher = SourceWatcher(list)
      watcher.isExhaustive = false
      owner.fixture = self
    }
  }

  static let book = Book(id: 11, title: "new")
  static let end = ItemPlace(section: 0, item: 3)

  static let verbs: [Verb] = [
    Verb("append") { try $0.list.append(book, toSection: 0) },
    Verb("append several") {
      try $0.list.append(contentsOf: [Book(id: 13), Book(id: 14), Book(id: 13)], toSection: 2)
    },
    Verb("insert") { try $0.list.insert(Book(id: 13), at: end) },
    Verb("insert several") { try $0.list.insert(contentsOf: [Book(id: 13), Book(id: 30)], at: end) },
    Verb("insert at places") {
      try $0.list.insert([Book(id: 13), Book(id: 31)], at: [ItemPlace(section: 0, item: 4), end])
    },
    Verb("replace") { try $0.list.replace(11, with: book) },
    Verb("replace by another") { try $0.list.replace(12, with: Book(id: 13)) },
    Verb("update") { try $0.list.update(book) },
    Verb("set items") { try $0.list.setItems([Book(id: 13), book, Book(id: 10)], inSection: 0) },
    Verb("set section") { try $0.list.setSection(Shelf(id: 2, title: "b"), items: [book, Book(id: 13)], at: 1) },
    Verb("set another section") { try $0.list.setSection(Shelf(id: 4), items: [book, Book(id: 13)], at: 2) },
    Verb("set") { $0.list.set(content("2: 20 13 | 1: 12 11 11 | 2: 10")) },
    Verb("append section") { $0.list.appendSection(Shelf(id: 2), items: [book, Book(id: 13)]) },
    Verb("insert section") { try $0.list.insertSection(Shelf(id: 5), items: [Book(id: 13)], at: 3) },
    Verb("replace section") { try $0.list.replaceSection(at: 2, with: Shelf(id: 3, title: "c")) },
    Verb("replace section by another") { try $0.list.replaceSection(at: 0, with: Shelf(id: 6)) },
    Verb("update section") { try $0.list.updateSection(Shelf(id: 1, title: "a")) },
    Verb("merge additively") { try $0.list.merge([book, Book(id: 13)], intoSection: 2, by: .additive) },
    Verb("merge in place") { try $0.list.merge([book, Book(id: 13), book], intoSection: 2, by: .updateInPlace) },
    Verb("merge in place of older") { try $0.list.merge([book, Book(id: 13)], intoSection: 2, by: .replaceOlder) },
    Verb("merge sections additively") { $0.list.merge(content("1: 11 | 7: 13"), by: .additive) },
    Verb("merge sections in place") { $0.list.merge(content("1: 20 13 | 7: 11 | 3:"), by: .updateInPlace) },
    Verb("merge sections in place of older") { $0.list.merge(content("1: 20 13 | 7: 11"), by: .replaceOlder) },
    Verb("copies that change their order") {
      try $0.list.insert(Book(id: 13), at: ItemPlace(section: 0, item: 0))
      try $0.list.insert(Book(id: 13, title: "copy"), at: ItemPlace(section: 0, item: 0))
      $0.list.appendSection(Shelf(id: 9))
      try $0.list.insertSection(Shelf(id: 9, title: "copy"), at: 0)
    },
  ]

  static let changes: [Verb] = [
    Verb("remove all") { $0.list.removeAll() },
    Verb("remove all items") { $0.list.removeAllItems() },
    Verb("set another list") { $0.list.set(content("3: 13 12 | 8: 80")) },
    Verb("set the same list") { $0.list.set($0.list.content) },
    Verb("remove the first section") { if $0.list.numberOfSections > 0 { try $0.list.removeSection(at: 0) } },
    Verb("move the last section to the front") {
      let count = $0.list.numberOfSections
      if count > 1 { try $0.list.moveSection(from: count - 1, to: 0) }
    },
    Verb("insert a section at the front") { try $0.list.insertSection(Shelf(id: 90), items: [Book(id: 13)], at: 0) },
    Verb("insert what is to be inserted") { $0.list.appendSection(Shelf(id: 7), items: [Book(id: 13), Book(id: 11)]) },
    Verb("remove what is to be updated") { $0.list.removeItems { [11, 13].contains($0.id) } },
    Verb("a batch that is taken back") { fixture in
      try? fixture.list.performUpdates {
        fixture.list.removeAll()
        fixture.list.appendSection(Shelf(id: 1), items: [Book(id: 13)])
        throw MemoryRandomTests.Refused()
      }
    },
  ]

  /// The number of the closure's call that changes the list.
  static let calls = [1, 2, 3]

  private func perform(_ verb: Verb, _ change: Verb, by closure: Closure, at call: Int, inBatch: Bool) throws -> Bool {
    let fixture = Fixture()
    let list = fixture.list
    try list.append(Book(id: 13), toSection: 0)
    // `areSame…` is called for an element that is removed and inserted again in one step.
    var asked = 0
    var isChanging = false
    var didChange = false
    fixture.during = { asking in
      guard asking == closure, !isChanging else { return }
      asked += 1
      guard asked == call else { return }
      (isChanging, didChange) = (true, true)
      do { try change.perform(fixture) } catch { Issue.record("\(error)") }
      isChanging = false
    }
    func steps() throws {
      try list.remove(13)
      try verb.perform(fixture)
    }
    do {
      if inBatch { try list.performUpdates { try steps() } } else { try list.performTogether { try steps() } }
    } catch is DataSourceAnomaly {
      // The closure removed the place.
    }
    fixture.during = { _ in }
    fixture.watcher.checkSource()
    // Later reads must find each element in every way, and later verbs must work on all of them.
    let content = list.content
    #expect(content.flatMap { $0.items.map(\.id) } == list.snapshot.sections.flatMap { $0.items.map { $0.id.id } })
    #expect(content.map(\.section.id) == list.snapshot.sections.map { $0.id.id })
    list.set(content)
    list.removeItems { $0.id % 2 == 0 }
    list.appendSection(Shelf(id: 50), items: [Book(id: 11), Book(id: 13)])
    fixture.watcher.checkSource()
    list.removeAll()
    fixture.watcher.checkSource()
    return didChange
  }

  @Test(
    "each closure and each change, at each of the first calls, alone and in a batch, under the drawn verbs",
    arguments: TestSeeds.share(of: verbs))
  func everyCombination(verb: Verb) throws {
    var changed = 0
    for change in Self.changes {
      for closure in Closure.allCases {
        for call in Self.calls {
          for inBatch in [false, true] {
            changed += try perform(verb, change, by: closure, at: call, inBatch: inBatch) ? 1 : 0
          }
        }
      }
    }
    #expect(changed >= 2 * Self.changes.count, "the verb asks a closure")
  }

  @Test("a model that is compared counts as changed or not as without a change of the list")
  func comparisons() throws {
    let fixture = Fixture()
    try fixture.list.update(Book(id: 11))
    #expect(fixture.watcher.updates.isEmpty)
    fixture.during = { if $0 == .sameItems { fixture.list.appendSection(Shelf(id: 100)) } }
    try fixture.list.update(Book(id: 11))
    fixture.during = { _ in }
    #expect(fixture.watcher.updates.map { "\($0.changes)" } == ["sections: inserted 3 (100)"])
    fixture.during = { if $0 == .itemID { fixture.list.removeAll() } }
    let error = #expect(throws: DataSourceAnomaly.self) { try fixture.list.update(Book(id: 11, title: "x")) }
    fixture.during = { _ in }
    #expect(error?.kind == .unknownItem && fixture.list.numberOfSections == 0)
    fixture.watcher.checkSource()
  }

  /// Random verbs, during which each of the closures performs random verbs, nested two deep.
  @Test("random verbs whose closures perform random verbs", arguments: RandomRuns.seeds(6))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fixture = Fixture()
    var depth = 0
    var changes = 0
    fixture.during = { _ in
      guard depth > 0, depth < 3, random.oneIn(6) else { return }
      depth += 1
      changes += 1
      let verb = random.one(of: Self.verbs + Self.changes)
      try? verb.perform(fixture)
      depth -= 1
    }
    for _ in 0..<150 {
      depth = 1
      let verb = random.one(of: Self.verbs + Self.verbs + Self.changes)
      if random.oneIn(2) {
        try? verb.perform(fixture)
      } else {
        let more = random.one(of: Self.verbs)
        try? fixture.list.performUpdates {
          try? verb.perform(fixture)
          try more.perform(fixture)
        }
      }
      depth = 0
      fixture.watcher.checkSource()
      if fixture.list.numberOfItems > 60 || fixture.list.numberOfSections > 20 {
        fixture.list.set(content("1: 10 11 12 | 2: 20 | 3:"))
      }
    }
    #expect(changes > 20)
  }
}
