import SectionedChanges
import SectionedTesting
import Testing

@Suite("Hard cases, by name")
struct HardCaseTests {
  /// A known impossible case: no single batch of a view can express this change.
  @Test func sectionsSwapWhileTheirItemsAreReplaced() throws {
    let old = list([1: [1111], 2: [2222]])
    let new = list([2: [0], 1: []])
    let changes = try ChangeLaws.verify(from: old, to: new)
    #expect(
      changes.description
        == "sections: moved 1→0; items: deleted [0, 0] (1111), deleted [1, 0] (2222), inserted [0, 0] (0)")
    let plan = try UpdatePlan(changes, new: new.outline)
    #expect(
      plan.description == """
        items: deleted [0, 0] (1111), deleted [1, 0] (2222) → [1: 0, 2: 0]
        sections: moved 1→0 → [2: 0, 1: 0]
        items: inserted [0, 0] (0) → [2: 1, 1: 0]
        refresh sections [0], items []
        """)
    #expect(
      "\(changes.classicCallbacks(.legalInOneBatch).sections)" == "[delete 1, insert 0]")
    #expect("\(changes.classicCallbacks(.faithful).sections)" == "[move 1→0]")
  }

  /// Two sections swap places, and each gives an item to the other.
  @Test func sectionsMoveWhileItemsCrossBetweenThem() throws {
    let old = list([1: [11, 12], 2: [21, 22]])
    let new = list([2: [21, 12], 1: [22, 11]])
    let changes = try ChangeLaws.verify(from: old, to: new)
    #expect(
      changes.description == "sections: moved 1→0; items: moved [0, 1]→[0, 1], moved [1, 1]→[1, 0]")
    let plan = try UpdatePlan(changes, new: new.outline)
    #expect(
      plan.description == """
        sections: moved 1→0 → [2: 2, 1: 2]
        items: moved [0, 1]→[1, 0], moved [1, 1]→[0, 1] → [2: 2, 1: 2]
        refresh sections [0], items [[0, 1], [1, 0]]
        """)
    #expect("\(changes.classicCallbacks(.legalInOneBatch).items)" == "[delete [0, 1], insert [1, 0]]")
  }

  /// A fetched results controller reports a move and an update at the same place. One move is enough.
  @Test func twoItemsSwap() throws {
    let old = list([1: [11, 12]])
    let plain = try ChangeLaws.verify(from: old, to: list([1: [12, 11]]))
    #expect(plain.description == "items: moved [0, 1]→[0, 0]")
    let first = try ChangeLaws.verify(from: old, to: list([1: [12, 11]], revised: [11]))
    #expect(first.description == "items: moved [0, 0]→[0, 1] {?}")
    let both = try ChangeLaws.verify(from: old, to: list([1: [12, 11]], revised: [11, 12]))
    #expect(both.description == "items: moved [0, 1]→[0, 0] {?}, updated [0, 0]→[0, 1] {?}")
  }

  /// Both ends of the move are in sections that do not stay.
  @Test func lastItemOfADeletedSectionMovesToAnInsertedOne() throws {
    let old = list([1: [11], 2: [21]])
    let new = list([3: [11], 2: [21]])
    let changes = try ChangeLaws.verify(from: old, to: new)
    #expect(
      changes.description == "sections: deleted 0 (1), inserted 0 (3); items: moved [0, 0]→[0, 0]")
    let plan = try UpdatePlan(changes, new: new.outline)
    #expect(
      plan.description == """
        sections: inserted 1 (3) → [1: 1, 3: 0, 2: 1]
        items: moved [0, 0]→[1, 0] → [1: 0, 3: 1, 2: 1]
        sections: deleted 0 (1) → [3: 1, 2: 1]
        refresh sections [], items [[0, 0]]
        """)
    let legal = changes.classicCallbacks(.legalInOneBatch)
    #expect("\(legal.sections)" == "[delete 0, insert 0]")
    #expect(legal.items.isEmpty)
    #expect("\(changes.classicCallbacks(.faithful).items)" == "[move [0, 0]→[0, 0]]")
  }

  /// Only one of four sections stays. Every item moves to another section.
  @Test func allSectionsReversedWithEveryItemMoved() throws {
    let old = list([1: [11], 2: [21], 3: [31], 4: [41]])
    let new = list([4: [11], 3: [41], 2: [31], 1: [21]])
    let changes = try ChangeLaws.verify(from: old, to: new)
    #expect(changes.sections.moved.map(\.from) == [1, 2, 3])
    #expect(changes.items.moved.map(\.to) == [place(0, 0), place(3, 0), place(2, 0), place(1, 0)])
    let plan = try UpdatePlan(changes, new: new.outline)
    #expect(plan.stages.count == 2)
    #expect(plan.stages.map { $0.after.outline.map(\.id) } == [[4, 3, 2, 1], [4, 3, 2, 1]])
  }

  @Test func aShiftIsNotAMove() throws {
    let old = list([1: [11, 12], 2: [21]])
    let new = list([3: [], 1: [10, 11, 12], 2: [21]])
    let changes = try ChangeLaws.verify(from: old, to: new)
    #expect(changes.description == "sections: inserted 0 (3); items: inserted [1, 0] (10)")
  }

  @Test func aSectionBringsItsItemsAndTakesThem() throws {
    let changes = try ChangeLaws.verify(from: list([1: [11, 12]]), to: list([2: [21, 12]]))
    #expect(
      changes.description
        == "sections: deleted 0 (1), inserted 0 (2); items: moved [0, 1]→[0, 1]; taken: [0, 0] (11); "
        + "brought: [0, 0] (21)")
    #expect(changes.deletedItemIDs == [11])
    #expect(changes.insertedItemIDs == [21])
  }

  @Test func nothingChanged() throws {
    let same = list([1: [11], 2: []])
    let changes = try ChangeLaws.verify(from: same, to: same)
    #expect(changes.isEmpty)
    #expect(changes.description == "no changes")
    let plan = try UpdatePlan(changes, new: same.outline)
    #expect(plan.stages.isEmpty && plan.refresh == nil)
  }
}

@Suite("What stays put (law 3)")
struct StableElementsTests {
  /// With the two updated items, more items would stay. The one unchanged item has priority.
  @Test func unchangedItemsOutweighUpdatedOnes() throws {
    let changes = try ChangeLaws.verify(
      from: list([1: [11, 12, 13]]), to: list([1: [12, 13, 11]], revised: [12, 13]))
    #expect(changes.description == "items: moved [0, 1]→[0, 0] {?}, moved [0, 2]→[0, 1] {?}")
  }

  /// Each of two items could stay. The one with the smaller old index does.
  @Test func ofEqualListsTheSmallestOldIndicesStay() throws {
    let changes = try ChangeLaws.verify(from: list([1: [11, 12, 13, 14]]), to: list([1: [12, 11, 14, 13]]))
    #expect(changes.items.moved.map(\.from) == [place(0, 1), place(0, 3)])
  }

  /// The builder receives items 2 and 3, which did not change. Item 1, which it does not receive, has to move.
  @Test func unchangedItemsThatWereTouchedDisplaceAnUntouchedOne() throws {
    let old = list([1: [1, 2, 3]])
    let new = list([1: [2, 3, 1]])
    var builder = ChangeSetBuilder<Int, Int>()
    builder.touchItem(2, old: place(0, 1), new: place(0, 0))
    builder.touchItem(3, old: place(0, 2), new: place(0, 1))
    let changes = try builder.changeSet(old: old.counts, new: new.counts)
    #expect(changes.items.moved == [ListMove(from: place(0, 0), to: place(0, 2), keys: [])])
    #expect(try changes == Changes(from: old, to: new))
  }

  /// The same lists with changed items. Then the changed items move.
  @Test func updatedItemsDisplaceNothing() throws {
    var builder = ChangeSetBuilder<Int, Int>()
    builder.touchItem(2, old: place(0, 1), new: place(0, 0), isRevised: true, keys: ["rank"])
    builder.touchItem(3, old: place(0, 2), new: place(0, 1), isRevised: true, keys: ["rank"])
    let counts = ListCounts(sections: 1) { _ in 3 }
    let changes = try builder.changeSet(old: counts, new: counts)
    #expect(changes.description == "items: moved [0, 1]→[0, 0] {rank}, moved [0, 2]→[0, 1] {rank}")
  }
}
