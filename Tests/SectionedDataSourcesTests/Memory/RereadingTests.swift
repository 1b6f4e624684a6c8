import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Arguments of verbs may read or change the list: a condition, a lazy sequence, the handler of anomalies.
///
/// The list is `1: 10 11 12 | 2: 20 | 3: 30`.
@Suite("Verbs that are given what reads or changes the list")
struct RereadingTests {
  let list: Shelves
  let watcher: SourceWatcher<Shelves>

  init() {
    list = shelves("1: 10 11 12 | 2: 20 | 3: 30", anomalies: AnomalyHandler { _ in })
    watcher = SourceWatcher(list)
  }

  private var changes: [String] { watcher.updates.map { "\($0.changes)" } }

  /// A sequence that passes the items of a section through a closure, and looks up each of them when it is reached.
  private func reading(_ section: Int, _ change: @escaping (Book) -> Book? = { $0 }) -> AnySequence<Book> {
    let count = list.numberOfItems(inSection: section)
    return AnySequence((0..<count).lazy.compactMap { [list] in list.item($0, inSection: section).flatMap(change) })
  }

  @Test("a condition takes a section out that was not reached yet: one step, and the section's items are passed over")
  func conditionThatTakesASection() throws {
    var asked: [Int] = []
    try list.removeItems { book in
      asked.append(book.id)
      if book.id == 10 { try list.removeSection(3) }
      return book.id.isMultiple(of: 10)
    }
    #expect(asked == [10, 11, 12, 20, 30] && list.text == "1: 11 12 | 2:")
    #expect(
      changes == ["sections: deleted 2 (3); items: deleted [0, 0] (10), deleted [1, 0] (20); taken: [2, 0] (30)"])
    watcher.checkSource()
  }

  /// The condition is true of its second item, 11. In the new list, another item has the slot of 11.
  @Test("a condition replaces the whole list: what is taken out is found by its name")
  func conditionThatReplacesTheList() {
    var asked: [Int] = []
    list.removeItems { book in
      asked.append(book.id)
      if book.id == 10 { list.set(content("2: 20 10 21 12")) }
      return asked.count == 2 || book.id == 12
    }
    #expect(asked == [10, 11, 12, 20, 30] && list.text == "2: 20 10 21")
    #expect(watcher.updates.count == 1)
    watcher.checkSource()
  }

  @Test("a condition throws: what it has changed stays, and nothing else is taken out")
  func conditionThatThrows() {
    #expect(throws: BatchStatementTests.Refused.self) {
      try list.removeItems { book in
        guard book.id == 20 else { return true }
        list.appendSection(Shelf(id: 4))
        throw BatchStatementTests.Refused()
      }
    }
    #expect(list.text == "1: 10 11 12 | 2: 20 | 3: 30 | 4:" && watcher.updates.count == 1)
    watcher.checkSource()
  }

  @Test("items of the section that is set are read before they are taken out")
  func setToWhatIsThere() throws {
    try list.setItems(reading(0) { $0.id == 11 ? nil : $0 }, inSection: 0)
    #expect(changes == ["items: deleted [0, 1] (11)"])
    try list.setSection(Shelf(id: 1, title: "new"), items: reading(0), at: 0)
    #expect(list.text == "1: 10 12 | 2: 20 | 3: 30" && list.section(at: 0)?.title == "new")
    watcher.checkSource()
  }

  @Test("items are put in where the sequence reads them")
  func insertedBeforeThemselves() throws {
    try list.insert(contentsOf: reading(0) { Book(id: $0.id + 100) }, at: ItemPlace(section: 0, item: 0))
    #expect(list.text == "1: 110 111 112 10 11 12 | 2: 20 | 3: 30")
    watcher.checkSource()
  }

  @Test("items are taken out that the sequence finds by their places")
  func removedByPlaces() {
    list.remove(contentsOf: (0..<3).lazy.compactMap { [list] in list.item($0, inSection: 0)?.id })
    #expect(list.text == "1: | 2: 20 | 3: 30")
    watcher.checkSource()
  }

  @Test("a sequence takes the sections out: the verb finds that there are none")
  func sequenceThatEmptiesTheList() {
    let books = AnySequence { [list] () -> IndexingIterator<[Book]> in
      list.removeAll()
      return [Book(id: 90)].makeIterator()
    }
    let verbs: [() throws -> Void] = [
      { try list.append(contentsOf: books, toSection: 0) },
      { try list.insert(contentsOf: books, at: ItemPlace(section: 0, item: 0)) },
      { try list.setItems(books, inSection: 0) },
      { try list.setSection(Shelf(id: 9), items: books, at: 0) },
      { try list.merge(books, intoSection: 0, by: .updateInPlace) },
    ]
    for verb in verbs {
      list.set(content("1: 10 11"))
      let error = #expect(throws: DataSourceAnomaly.self) { try verb() }
      #expect(error?.kind == .sectionOutOfBounds && list.text == "")
    }
    list.set(content("1: 10 11"))
    let ids = AnySequence { [list] () -> IndexingIterator<[Int]> in
      list.set(content("2: 20 10"))
      return [10].makeIterator()
    }
    list.remove(contentsOf: ids)
    #expect(list.text == "2: 20")
    let indices = AnySequence { [list] () -> IndexingIterator<[Int]> in
      list.removeAll()
      return [0].makeIterator()
    }
    list.removeSections(at: indices)
    #expect(list.text == "")
    watcher.checkSource()
  }

  /// A closure that a handler calls. Unchecked, because it is called on the thread on which the list is used.
  private final class Reaction: @unchecked Sendable {
    var change: () -> Void = {}
  }

  /// Two copies of 10 are inserted, and get their numbers in display order. The handler then removes the first of them.
  @Test("a handler changes the list that reports to it: that is the next step")
  func handlerThatChangesTheList() throws {
    let reaction = Reaction()
    let handler = AnomalyHandler { if $0.kind == .duplicateItem { reaction.change() } }
    let list = shelves("1: 10 11 | 2: 20", anomalies: handler)
    let watcher = SourceWatcher(list)
    reaction.change = { [unowned list] in
      _ = try? list.silently { try list.remove(at: ItemPlace(section: 0, item: 1)) }
    }
    try list.performUpdates {
      try list.append(Book(id: 10), toSection: 1)
      try list.insert(Book(id: 10), at: ItemPlace(section: 0, item: 1))
    }
    #expect(
      watcher.updates.map { "\($0.changes)" } == [
        "items: inserted [0, 1] (10#1), inserted [1, 1] (10#2)", "items: deleted [0, 1] (10#1)",
      ])
    #expect(watcher.updates.map(\.origin) == [.program, .silent])
    #expect(list.text == "1: 10 11 | 2: 20 10#2")
    watcher.checkSource()
  }
}
