import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Each pair of edits of a list in memory")
struct MemoryPairsTests {
  @Test("leaves what arrays would be") func pairs() { Subject.tryPairs() }

  private final class Subject: PairSubject {
    enum Operation: Sendable {
      case edit(ShelfEdit)
      case mergeInPlace, mergeReplacingOlder, mergeAdditively
      case withoutAnimation, silently
    }

    static let operations: [Operation] =
      ShelfEdit.allCases.map { Operation.edit($0) }
      + [.mergeInPlace, .mergeReplacingOlder, .mergeAdditively, .withoutAnimation, .silently]

    private let list: Shelves
    private let watch: PairWatch<Shelves>
    private let name: String
    private var naive: [ShelfVerb.Content]

    init(_ start: PairStart, _ name: String) {
      list = NaiveShelf.start(start)
      watch = PairWatch(list, name)
      self.name = name
      naive = list.content
    }

    var steps: Int { watch.laws.steps }

    func perform(_ operation: Operation) throws {
      switch operation {
      case .edit(let edit):
        try edit.perform(on: list)
        edit.perform(on: &naive)
      case .mergeInPlace: merge(.updateInPlace)
      case .mergeReplacingOlder: merge(.replaceOlder)
      case .mergeAdditively: merge(.additive)
      case .withoutAnimation:
        try list.withoutAnimation { try ShelfEdit.moveOnlyToEmpty.perform(on: list) }
        ShelfEdit.moveOnlyToEmpty.perform(on: &naive)
      case .silently:
        try list.silently { try ShelfEdit.changeEmptySection.perform(on: list) }
        ShelfEdit.changeEmptySection.perform(on: &naive)
      }
    }

    /// Merges a page that changes an item, contains it twice, and has a new section.
    private func merge(_ strategy: MergeStrategy) {
      let books = [Book(id: 10, title: "merged"), Book(id: 90, title: "merged")]
      let page = [
        SectionContent(Shelf(id: 2, title: "merged"), items: books),
        SectionContent(Shelf(id: 9), items: [Book(id: 10, title: "twice")]),
      ]
      list.merge(page, by: strategy)
      naive = strategy.merging(page, into: naive, sectionID: \.id, itemID: \.id)
    }

    func together(_ way: PairWay, _ operations: () throws -> Void) throws {
      if way == .oneStep { try list.performTogether(operations) } else { try list.performUpdates(operations) }
    }

    func read() { watch.read() }

    func check(_ moment: String) {
      #expect(list.content == naive, "\(name), \(moment)")
      watch.check(nil, moment)
    }
  }
}
