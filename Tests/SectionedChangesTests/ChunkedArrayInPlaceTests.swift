import SectionedTesting
import Testing

@testable import SectionedChanges

@Suite("Chunked array, edited in place")
struct ChunkedArrayInPlaceTests {
  /// Earlier versions stay unchanged after edits. Some versions are kept whole, some in part.
  @Test("single edits agree with an array, and change no other version", arguments: TestSeeds.seeds(30))
  func agreesWithAnArray(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var array = Array(0..<random.below(400))
    var chunked = random.oneIn(3) ? ChunkedArray(making: array.count) { $0 } : ChunkedArray(array)
    var kept: [(list: ChunkedArray<Int>, array: [Int])] = []
    var chunks: [(iterator: ChunkedArray<Int>.Iterator, array: [Int])] = []
    for round in 1...600 {
      switch random.below(array.count > 300 ? 4 : 3) {
      case 0:
        let index = random.below(array.count + 1)
        array.insert(-round, at: index)
        chunked.insert(-round, at: index)
      case 1 where !array.isEmpty:
        let index = random.below(array.count)
        let before = array[index]
        array[index] -= 1_000 * round
        let found = chunked.change(at: index) { element -> Int in
          defer { element -= 1_000 * round }
          return element
        }
        #expect(found == before)
      case 2... where !array.isEmpty:
        let index = random.below(array.count)
        #expect(chunked.remove(at: index) == array.remove(at: index))
      default: break
      }
      #expect(Array(chunked) == array, "after edit \(round)")
      #expect(chunked.indices.map { chunked[$0] } == array)
      if random.oneIn(20) { kept.append((chunked, array)) }
      if random.oneIn(20), !kept.isEmpty { kept.remove(at: random.below(kept.count)) }
      if random.oneIn(20) { chunks.append((chunked.makeIterator(), array)) }
    }
    for (list, array) in kept { #expect(Array(list) == array) }
    for (iterator, array) in chunks {
      var (iterator, found) = (iterator, [Int]())
      while let next = iterator.next() { found.append(next) }
      #expect(found == array)
    }
  }

  /// A list without other versions keeps its nodes. A shared list copies the nodes on the path to the edit, once.
  @Test func anUnsharedListIsEditedInPlace() throws {
    func nodes(_ list: ChunkedArray<Int>) throws -> Set<ObjectIdentifier> {
      var result: Set<ObjectIdentifier> = []
      func visit(_ node: ChunkedArrayNode<Int>) {
        result.insert(ObjectIdentifier(node))
        for child in node.children { visit(child.node) }
      }
      visit(try #require(list.root))
      return result
    }
    var list = ChunkedArray(0..<10_000)
    let before = try nodes(list)
    list.change(at: 5_000) { $0 = -1 }
    list.insert(-2, at: 7_000)
    #expect(list.remove(at: 3_000) == 3_000)
    #expect(try nodes(list) == before)

    let kept = list
    list.change(at: 5_000) { $0 = -3 }
    let shared = try nodes(list).intersection(before)
    let way = before.count - shared.count
    #expect(way > 1 && way < 5 && kept[4_999] == -1 && list[5_000] == -3)
    let own = try nodes(list)
    list.change(at: 5_001) { $0 = -4 }
    #expect(try nodes(list) == own)
  }

  /// A change of one item that is undone results in the old list.
  @Test("a change of one item is made in place, and taken back", arguments: TestSeeds.seeds(40))
  func oneItem(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<40 {
      let old = generator.list(sections: 5, items: 18)
      let new = generator.edited(old, edits: 1)
      let changes = try Changes(from: old, to: new)
      var list = List(sections: old.sections.map { List.Section($0.element, items: ChunkedArray($0.items)) })
      var item: ListElement<Int>?
      if let deleted = changes.items.deleted.first { item = old[deleted.place] }
      let isOne = changes.replayOne(on: &list) { place, before in
        item = before
        return new[place]
      }
      #expect(isOne == (changes.one != nil))
      #expect(list == (isOne ? new : old))
      if isOne { #expect(changes.takenBack(from: list, item) == old) }
    }
  }

  /// If a change names a place that the list `[7: [1, 2], 8: []]` does not have, the list is unchanged, and the method
  /// returns false.
  @Test func oneItemThatDoesNotFit() {
    let old = List(sections: [
      .init(7, items: [ListElement(1), ListElement(2)]), .init(8, items: [ListElement<Int>]()),
    ])
    typealias Place = ItemPlace
    var wrong: [Changes] = []
    for place in [
      Place(section: 0, item: 2), Place(section: 1, item: 0), Place(section: 2, item: 0), Place(section: 0, item: -1),
    ] {
      wrong.append(Changes(items: .init(deleted: [PlacedID(place, 1)])))
      wrong.append(Changes(items: .init(updated: [ListUpdate(old: place, new: place, keys: nil)])))
      wrong.append(Changes(items: .init(moved: [ListMove(from: place, to: Place(section: 0, item: 0), keys: nil)])))
    }
    for place in [
      Place(section: 0, item: 3), Place(section: 1, item: 1), Place(section: 2, item: 0), Place(section: -1, item: 0),
    ] {
      wrong.append(Changes(items: .init(inserted: [PlacedID(place, 3)])))
      wrong.append(Changes(items: .init(moved: [ListMove(from: Place(section: 0, item: 1), to: place, keys: nil)])))
    }
    wrong.append(
      Changes(
        items: .init(moved: [ListMove(from: Place(section: 0, item: 0), to: Place(section: 0, item: 2), keys: nil)])))
    for changes in wrong {
      var list = old
      #expect(!changes.replayOne(on: &list) { _, before in before ?? ListElement(3) }, "\(changes)")
      #expect(list == old, "\(changes)")
    }
  }
}
