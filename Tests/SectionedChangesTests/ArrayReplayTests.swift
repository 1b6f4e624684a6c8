import SectionedChanges
import SectionedTesting
import Testing

// guide
struct Shelf: Equatable {
  var name: String
  var books: [String]
}

/// Replays changes on an array; what came or changed is taken from the new list.
func replay<S, I>(_ changes: SectionedChangeSet<S, I>, on shelves: inout [Shelf], contentOf new: [Shelf]) {
  let (sections, items) = (changes.sections, changes.items)
  for place in (items.deleted.map(\.place) + items.moved.map(\.from)).sorted(by: >) {
    shelves[place.section].books.remove(at: place.item)
  }
  let moved = Dictionary(uniqueKeysWithValues: sections.moved.map { ($0.to, shelves[$0.from]) })
  for index in (sections.deleted.map(\.place) + sections.moved.map(\.from)).sorted(by: >) {
    shelves.remove(at: index)
  }
  for index in (sections.inserted.map(\.place) + moved.keys).sorted() {
    shelves.insert(moved[index] ?? Shelf(name: new[index].name, books: []), at: index)
  }
  for place in (items.inserted.map(\.place) + changes.itemsBrought.map(\.place) + items.moved.map(\.to)).sorted() {
    shelves[place.section].books.insert(new[place.section].books[place.item], at: place.item)
  }
  for place in items.updated.map(\.new) {
    shelves[place.section].books[place.item] = new[place.section].books[place.item]
  }
  for index in sections.updated.map(\.new) + sections.moved.map(\.to) { shelves[index].name = new[index].name }
}
// end

@Suite("A change set is replayed on arrays of one's own")
struct ArrayReplayTests {
  /// Returns arrays of texts, one for each element with its revision.
  private func shelves(_ list: List) -> [Shelf] {
    list.sections.map { section in Shelf(name: "\(section.element)", books: section.items.map { "\($0)" }) }
  }

  @Test("the program of the article leads to the new list, whatever changes", arguments: TestSeeds.seeds(80))
  func random(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<20 {
      let old = generator.list(sections: 5, items: 18)
      let new = generator.edited(old, edits: generator.random.below(9))
      let changes = try Changes(from: old, to: new)
      var array = shelves(old)
      replay(changes, on: &array, contentOf: shelves(new))
      #expect(array == shelves(new), "seed \(seed): \(old) → \(new)")
      replay(changes.inverted, on: &array, contentOf: shelves(old))
      #expect(array == shelves(old), "seed \(seed): \(new) → \(old)")
    }
  }

  @Test("an optional identifier is printed by what it wraps, and a source's revisions from 0 on")
  func printed() {
    let snapshot = SectionedSnapshot<Int?, Int>(sections: [
      .init(1950, revision: 7 << 32, items: [ListElement(1, revision: (7 << 32) + 2)]), .init(nil, items: []),
    ])
    #expect("\(snapshot)" == "[1950: [1·2], nil: []]")
  }
}
