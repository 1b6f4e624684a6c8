import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each operation and each pair of operations on sections and items, in one update")
struct PairsOfOperationsTests {
  enum Operation: String, CaseIterable, CustomTestStringConvertible {
    case insertSection, deleteSection, reloadSection, moveSection, insertItem, deleteItem, reloadItem, moveItem

    var testDescription: String { rawValue }
  }

  /// Each of the 8 operations alone, and the 28 pairs of them.
  static let combinations: [[Operation]] = {
    let all = Operation.allCases
    return all.map { [$0] }
      + all.indices.flatMap { first in all[(first + 1)...].map { [all[first], $0] } }
  }()

  @Test("The changes are the least, legal in a view, and true", arguments: combinations)
  func pairs(operations: [Operation]) throws {
    #expect(Self.combinations.count == 36)
    for order in Set([operations, operations.reversed()]) {
      for seed in 0..<40 as Range<UInt64> {
        var random = SeededRandom(seed: seed)
        // 1: 10 11 12 | 2: 20 21 22 | 3: | 4: 40
        let list = Shelves([1: [10, 11, 12], 2: [20, 21, 22], 3: [], 4: [40]])
        var naive = list.content
        let laws = SourceLaws(list, "\(order) \(seed)")
        try list.performUpdates {
          for operation in order { try perform(operation, on: list, &naive, &random) }
        }
        #expect(list.content == naive)
        #expect(laws.violations.isEmpty)
        #expect(
          laws.steps == 1 || list.content == Shelves([1: [10, 11, 12], 2: [20, 21, 22], 3: [], 4: [40]]).content)
      }
    }
  }

  private func perform(
    _ operation: Operation, on list: Shelves, _ naive: inout [SectionContent<Shelf, Book>], _ random: inout SeededRandom
  ) throws {
    let (section, other) = (random.below(naive.count), random.below(naive.count))
    let full = naive.indices.filter { !naive[$0].items.isEmpty }
    let from = random.one(of: full)
    let item = random.below(naive[from].items.count)
    let (new, title) = (900 + random.below(50), "\(random.below(1000))")
    switch operation {
    case .insertSection:
      let content = SectionContent(Shelf(id: new), items: random.oneIn(2) ? [] : [Book(id: new)])
      naive.insert(content, at: section)
      try list.insertSection(content.section, items: content.items, at: section)
    case .deleteSection:
      naive.remove(at: section)
      try list.removeSection(at: section)
    case .reloadSection:
      naive[section].section.title = title
      try list.updateSection(naive[section].section)
    case .moveSection:
      naive.insert(naive.remove(at: section), at: other)
      try list.moveSection(from: section, to: other)
    case .insertItem:
      let place = random.below(naive[section].items.count + 1)
      naive[section].items.insert(Book(id: new + 100), at: place)
      try list.insert(Book(id: new + 100), at: ItemPlace(section: section, item: place))
    case .deleteItem:
      naive[from].items.remove(at: item)
      try list.remove(at: ItemPlace(section: from, item: item))
    case .reloadItem:
      naive[from].items[item].title = title
      try list.update(naive[from].items[item])
    case .moveItem:
      let book = naive[from].items.remove(at: item)
      let place = random.below(naive[other].items.count + 1)
      naive[other].items.insert(book, at: place)
      try list.move(from: ItemPlace(section: from, item: item), to: ItemPlace(section: other, item: place))
    }
  }
}
