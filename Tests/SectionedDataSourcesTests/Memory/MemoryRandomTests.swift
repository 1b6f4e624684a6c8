import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("A memory source is what arrays would be, whatever verbs come")
struct MemoryRandomTests {
  struct Refused: Error {}

  @Test("random verbs, alone and in batches", arguments: RandomRuns.seeds(6))
  func verbs(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let quiet = AnomalyHandler { _ in }
    let source = Shelves(anomalies: quiet)
    var naive = NaiveShelves()
    let watcher = SourceWatcher(source)
    watcher.isExhaustive = seed % 4 == 0
    for _ in 0..<400 {
      if random.oneIn(3) {
        // The verbs before and after a batch in the same step remain when the batch fails.
        try source.performTogether {
          if random.oneIn(3) { try Self.verb(source, &naive, &random) }
          try Self.batch(source, &naive, &random, depth: 0)
          if random.oneIn(3) { try Self.verb(source, &naive, &random) }
        }
      } else {
        try Self.verb(source, &naive, &random)
      }
      naive.settle()
      #expect(source.snapshot.sections.map(\.id) == naive.sections.map(\.key))
      #expect(source.snapshot.sections.map { $0.items.map(\.id) } == naive.sections.map { $0.rows.map(\.key) })
      #expect(source.allItems == naive.sections.flatMap { $0.rows.map(\.book) })
      #expect(source.allSections == naive.sections.map(\.shelf))
      watcher.checkSource()
    }
    #expect(watcher.updates.count > 100)
  }

  /// The observer sometimes changes the list, as its next step.
  @Test("verbs in callbacks", arguments: RandomRuns.seeds(4))
  func callbacks(seed: UInt64) throws {
    var random = SeededRandom(seed: seed + 1000)
    let source = Shelves(content("1: 1 2 3 | 2: 4 5"), anomalies: AnomalyHandler { _ in })
    var naive = NaiveShelves()
    naive.set(source.content)
    naive.settle()
    let watcher = SourceWatcher(source)
    watcher.isExhaustive = false
    var depth = 0
    watcher.during = { _ in
      guard depth < 3, random.oneIn(2) else { return }
      depth += 1
      // Verbs change the newest list, even if the observer is notified of an older step.
      do { try Self.verb(source, &naive, &random) } catch { Issue.record(error) }
      naive.settle()
      depth -= 1
    }
    for _ in 0..<200 {
      try source.performUpdates {
        try Self.verb(source, &naive, &random)
        // Settled before the observers are notified, because they change the arrays, too.
        naive.settle()
      }
      #expect(source.snapshot.sections.map { $0.items.map(\.id) } == naive.sections.map { $0.rows.map(\.key) })
      watcher.checkSource()
    }
  }

  /// Performs a batch that sometimes fails. Batches nested in it may fail, too.
  private static func batch(
    _ source: Shelves, _ naive: inout NaiveShelves, _ random: inout SeededRandom, depth: Int
  ) throws {
    let before = naive
    let fails = random.oneIn(4)
    do {
      try source.performUpdates {
        for _ in 0..<random.below(8) {
          if depth < 3, random.oneIn(4) {
            try batch(source, &naive, &random, depth: depth + 1)
          } else {
            try verb(source, &naive, &random)
          }
        }
        if fails { throw Refused() }
      }
    } catch is Refused { naive = before }
  }

  /// Performs one verb on the source and on the arrays.
  private static func verb(_ source: Shelves, _ naive: inout NaiveShelves, _ random: inout SeededRandom) throws {
    func book() -> Book { Book(id: random.below(60), title: "\(random.below(3))") }
    func shelf() -> Shelf { Shelf(id: random.below(9), title: "\(random.below(2))") }
    func books() -> [Book] { (0..<random.below(5)).map { _ in book() } }
    let sections = naive.sections.indices
    guard let section = sections.randomElement(using: &random) else {
      let (shelf, books) = (shelf(), books())
      source.appendSection(shelf, items: books)
      return naive.putSection(shelf, books, at: 0)
    }
    let count = naive.sections[section].rows.count
    switch random.below(20) {
    case 0, 1:
      let (index, books) = (random.below(count + 1), books())
      try source.insert(contentsOf: books, at: ItemPlace(section: section, item: index))
      naive.put(books, section: section, at: index)
    case 2, 3, 4, 5:
      guard count > 0 else { return }
      let row = random.below(count)
      let target = random.below(sections.count)
      let key = naive.sections[section].rows[row].key
      let moved = naive.sections[section].rows.remove(at: row)
      let index = random.below(naive.sections[target].rows.count + 1)
      naive.sections[target].rows.insert(moved, at: index)
      try source.move(key, to: ItemPlace(section: target, item: index))
    case 6, 7, 8:
      guard count > 0 else { return }
      let row = random.below(count)
      try source.remove(at: ItemPlace(section: section, item: row))
      naive.sections[section].rows.remove(at: row)
    case 9, 10:
      guard count > 0 else { return }
      let row = random.below(count)
      let key = naive.sections[section].rows[row].key
      let new = random.oneIn(2) ? Book(id: key.id, title: "\(random.below(3))") : book()
      try source.replace(key, with: new)
      if new.id == key.id {
        naive.sections[section].rows[row].book = new
      } else {
        naive.sections[section].rows.remove(at: row)
        naive.put([new], section: section, at: row)
      }
    case 11:
      let (index, shelf, books) = (random.below(sections.count + 1), shelf(), books())
      try source.insertSection(shelf, items: books, at: index)
      naive.putSection(shelf, books, at: index)
    case 12:
      try source.removeSection(at: section)
      naive.sections.remove(at: section)
    case 13, 14:
      let target = random.below(sections.count)
      try source.moveSection(from: section, to: target)
      naive.sections.insert(naive.sections.remove(at: section), at: target)
    case 15:
      let books = random.oneIn(2) ? books() : naive.sections[section].rows.map(\.book).shuffled(using: &random)
      try source.setItems(books, inSection: section)
      naive.sections[section].rows = []
      naive.put(books, section: section, at: 0)
    case 16:
      var content = naive.sections.map { SectionContent($0.shelf, items: $0.rows.map(\.book)) }
      content.shuffle(using: &random)
      if random.oneIn(2) { content.append(SectionContent(shelf(), items: books())) }
      if random.oneIn(2) { content[0].items.shuffle(using: &random) }
      source.set(content)
      naive.set(content)
    case 17:
      let old = naive.sections[section].key
      let new = random.oneIn(2) ? Shelf(id: old.id, title: "\(random.below(3))") : shelf()
      try source.replaceSection(at: section, with: new)
      if new.id == old.id {
        naive.sections[section].shelf = new
      } else {
        naive.sections[section].key = naive.sectionKey(new.id)
        naive.sections[section].shelf = new
      }
    case 18:
      source.removeItems { $0.id % 7 == 0 }
      for index in sections { naive.sections[index].rows.removeAll { $0.book.id % 7 == 0 } }
    default:
      let places = (0..<random.below(4)).map { _ in
        ItemPlace(section: random.below(sections.count + 1), item: random.below(8))
      }
      let keys = Set(
        places.compactMap { place in
          naive.sections.indices.contains(place.section)
            && naive.sections[place.section].rows.indices.contains(place.item)
            ? naive.sections[place.section].rows[place.item].key : nil
        })
      source.remove(at: places)
      for index in sections { naive.sections[index].rows.removeAll { keys.contains($0.key) } }
    }
  }
}
