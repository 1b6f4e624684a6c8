import SectionedChanges
import SectionedTesting
import Testing

@Suite("Two change sets as one (law 5)")
struct CombinationTests {
  private func combined(_ first: List, _ second: List, _ third: List) throws -> Changes {
    let result = try Changes(from: first, to: second, sectionKeys: { _ in ["a"] }, itemKeys: { _ in ["a"] })
      .combined(with: Changes(from: second, to: third, sectionKeys: { _ in ["b"] }, itemKeys: { _ in ["b"] }))
    try result.check(old: first, new: third)
    return result
  }

  @Test func keysAreUnited() throws {
    let changes = try combined(
      list([1: [11]]), list([1: [11]], revised: [1, 11]), list([1: [11]]))
    #expect(
      changes.description == "sections: updated 0→0 {a, b}; items: updated [0, 0]→[0, 0] {a, b}",
      "what was set and set back is still an update")
    #expect(try changes.minimized(old: list([1: [11]]), new: list([1: [11]])).isEmpty)
  }

  @Test func unknownKeysStayUnknown() throws {
    let first = Changes(items: .init(updated: [ListUpdate(old: place(0, 0), new: place(0, 0), keys: nil)]))
    let second = Changes(items: .init(updated: [ListUpdate(old: place(0, 0), new: place(0, 0), keys: ["a"])]))
    #expect(try first.combined(with: second).items.updated.first?.keys == .some(nil))
  }

  @Test func whatCameAndWentIsNotMentioned() throws {
    #expect(try combined(list([1: []]), list([1: [11], 2: [21]]), list([1: []])).isEmpty)
  }

  @Test func whatWentAndCameAgainIsOneObject() throws {
    let changes = try combined(list([1: [11], 2: [21]]), list([2: [21]]), list([2: [21], 1: [11]]))
    #expect(changes.sections.deleted.isEmpty && changes.sections.inserted.isEmpty)
    #expect(changes.deletedItemIDs.isEmpty && changes.insertedItemIDs.isEmpty)
  }

  @Test func betweenTwoListsOnlyWhatDiffersIsMentioned() throws {
    func least(_ lists: List...) throws -> Changes {
      let (first, second) = (try Changes(from: lists[0], to: lists[1]), try Changes(from: lists[1], to: lists[2]))
      let changes = try first.combined(with: second, from: lists[0], to: lists[2])
      try changes.check(old: lists[0], new: lists[2])
      return changes
    }
    let full = list([1: [11, 12, 13], 2: [21]])
    // A section is deleted with its items and inserted again, items are deleted and inserted again, and an item moves
    // there and back.
    #expect(try least(full, list([2: [21]]), full).isEmpty)
    #expect(try least(full, list([1: [], 2: []]), full).isEmpty)
    #expect(try least(full, list([1: [11, 12], 2: [21, 13]]), full).isEmpty)
    // An item that changed in between is an update, and one that was inserted elsewhere is a move. Other items have no
    // change.
    #expect(
      try least(full, list([2: [21]]), list([1: [11, 12, 13], 2: [21]], revised: [12])).description
        == "items: updated [0, 1]→[0, 1] {?}")
    #expect(
      try least(full, list([2: [21]]), list([1: [13, 11, 12], 2: [21]])).description
        == "items: moved [0, 2]→[0, 0]")
  }

  @Test("the least of two changes is the difference of the first and the last list", arguments: TestSeeds.seeds(40))
  func leastCombination(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<20 {
      let first = generator.list(sections: 5, items: 18)
      let second = generator.edited(first, edits: generator.random.below(9))
      // The deleted elements are inserted again unchanged. Then some elements change again.
      let third = generator.edited(first, edits: generator.random.below(4))
      let combined = try Changes(from: first, to: second)
        .combined(with: Changes(from: second, to: third), from: first, to: third)
      #expect(try combined == Changes(from: first, to: third), "\(first) → \(second) → \(third)")
    }
  }

  @Test func aRenamingIsReportedWithThePlace() throws {
    let (old, new) = (list([1: [11, 12]]), list([9: [11, 19]]))
    let renaming = Changes(
      sections: .init(updated: [.init(old: 0, new: 0, keys: [])], renamed: [.init(old: 1, new: 9)]),
      items: .init(updated: [.init(old: place(0, 1), new: place(0, 1), keys: [])], renamed: [.init(old: 12, new: 19)]))
    #expect(try renaming.apply(to: old, contentOf: new) == new)
    try renaming.check(old: old, new: new)
    try renaming.inverted.check(old: new, new: old)
    #expect(try renaming.minimized(old: old, new: new) == renaming)
    var unreported = renaming
    unreported.items.renamed = []
    #expect(throws: SectionedChangeError.self) { try unreported.check(old: old, new: new) }
    var unplaced = renaming
    unplaced.items.updated = []
    #expect(throws: SectionedChangeError.self) { try unplaced.check(old: old, new: new) }

    // A later change set is combined under the identifiers in the first and the last list.
    let last = list([9: [19], 3: [11]], revised: [19])
    let next = try Changes(from: new, to: last, itemKeys: { _ in ["title"] })
    for both in [try renaming.combined(with: next), try renaming.combined(with: next, from: old, to: last)] {
      try both.check(old: old, new: last)
      #expect(both.items.renamed == [.init(old: 12, new: 19)])
      #expect(both.sections.renamed == [.init(old: 1, new: 9)])
      #expect(both.items.updated.map(\.keys) == [["title"]])
    }
    // An element that the second change set deletes has its identifier in the first list. One that the first inserts
    // has its identifier in the last list.
    let gone = try renaming.combined(with: Changes(from: new, to: list([9: [11]])), from: old, to: list([9: [11]]))
    #expect(gone.deletedItemIDs == [12])
    #expect(gone.items.renamed.isEmpty)
    let came = try Changes(from: list([1: [11]]), to: old).combined(with: renaming, from: list([1: [11]]), to: new)
    #expect(came.insertedItemIDs == [19])
    #expect(came.items.renamed.isEmpty)
    try came.check(old: list([1: [11]]), new: new)
  }

  @Test func anElementThatIsRenamedTwiceHasTheLastName() throws {
    func renaming(_ old: Int, _ new: Int) -> Changes {
      Changes(
        items: .init(
          updated: [.init(old: place(0, 0), new: place(0, 0), keys: [])], renamed: [.init(old: old, new: new)]))
    }
    let twice = try renaming(11, 12).combined(with: renaming(12, 13), from: list([1: [11]]), to: list([1: [13]]))
    #expect(twice.items.renamed == [.init(old: 11, new: 13)])
    let back = try renaming(11, 12).combined(with: renaming(12, 11), from: list([1: [11]]), to: list([1: [11]]))
    #expect(back.items.renamed == [])
  }

  /// Item 13 moves, and its identifier becomes 19. A view that caches items by identifier must configure it again.
  @Test func whatMovedAndGotAnotherIdentifierIsConfiguredAgain() throws {
    let (old, between, new) = (list([1: [11, 12, 13]]), list([1: [13, 11, 12]]), list([1: [19, 11, 12]]))
    let renaming = Changes(
      items: .init(
        updated: [.init(old: place(0, 0), new: place(0, 0), keys: [])], renamed: [.init(old: 13, new: 19)]))
    let both = try Changes(from: old, to: between).combined(with: renaming, from: old, to: new)
    try both.check(old: old, new: new)
    #expect(both.description == "items: moved [0, 2]→[0, 0], renamed 13→19")
    #expect(both.reconfiguredItems(in: new) == [19])
    // An item that only moved is not configured again.
    #expect(try Changes(from: old, to: between).reconfiguredItems(in: between) == [])
  }

  @Test func anEmptyChangeSetAddsNothing() throws {
    let changes = try Changes(from: list([1: [11]]), to: list([1: [12]]))
    #expect(try changes.combined(with: Changes()) == changes)
    #expect(try Changes().combined(with: changes) == changes)
  }
}
