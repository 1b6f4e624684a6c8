import SectionedChanges
import SectionedTesting
import TestTraits
import Testing

@Suite("Update plan")
struct PlanTests {
  @Test("every stage is a true change set between its models, and both views accept it", arguments: TestSeeds.seeds(60))
  func stagesOnRandomLists(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<10 {
      let old = generator.list(sections: 6, items: 20)
      let new = generator.edited(old, edits: generator.random.below(14))
      let changes = try Changes(from: old, to: new)
      let plan = try UpdatePlan(changes, new: new.outline)
      var before = old
      for stage in plan.stages {
        #expect(!stage.changes.isEmpty, "empty stages are left out")
        #expect(stage.changes.sections.updated.isEmpty && stage.changes.items.updated.isEmpty)
        let after = model(stage.after, new: new)
        try requireSameStructure(stage.changes, from: before, to: after)
        // The remaining changes lead to the new list, and delete no item.
        try requireSameStructure(stage.after.remaining, from: after, to: new)
        #expect(stage.after.remaining.deletedItemIDs.isEmpty)
        #expect(after.outline == stage.after.outline)
        before = after
      }
      for kind in ViewKind.allCases {
        var view = ViewOracle(kind, showing: old)
        try view.perform(plan, from: old, to: new)
      }
    }
  }

  /// The list that a data source reads from a stage's model.
  private func model(_ stage: StageModel<Int, Int>, new: List) -> List {
    List(
      sections: (0..<stage.numberOfSections).map { index in
        let count = stage.numberOfItems(inSection: index)
        let items = (0..<count).map { ListElement(new[stage.newPlace(of: place(index, $0))].id) }
        return List.Section(stage.section(at: index).id, items: items)
      })
  }

  /// Checks a change set without revisions.
  private func requireSameStructure(_ changes: Changes, from old: List, to new: List) throws {
    func plain(_ list: List) -> List {
      List(sections: list.sections.map { List.Section($0.id, items: $0.items.map { ListElement($0.id) }) })
    }
    try changes.check(old: plain(old), new: plain(new))
  }

  @Test func oneStageWheneverItIsSafe() throws {
    func stages(_ old: List, _ new: List) throws -> Int {
      try UpdatePlan(Changes(from: old, to: new), new: new.outline).stages.count
    }
    // Sections are deleted and inserted, and items are deleted, inserted and moved between the remaining sections.
    #expect(try stages(list([1: [11, 12], 2: [21], 3: [31]]), list([4: [41], 1: [12, 21], 2: [22, 11]])) == 1)
    // A section moves, and items only change in place.
    #expect(try stages(list([1: [11], 2: [21]]), list([2: [21], 1: [11]], revised: [11, 21])) == 1)
    // A section moves. Another is inserted with its items, and one is deleted with its items.
    #expect(try stages(list([1: [11], 2: [21], 3: [31]]), list([2: [21], 1: [11], 4: [41]])) == 1)
    // A section moves, and an item is inserted into another.
    #expect(try stages(list([1: [11], 2: [21], 3: []]), list([2: [21], 1: [11], 3: [31]])) == 2)
    // An item moves into an inserted section.
    #expect(try stages(list([1: [11]]), list([1: [], 2: [11]])) == 2)
    // An item moves out of a deleted section.
    #expect(try stages(list([1: [11], 2: []]), list([2: [11]])) == 2)
    // The plan needs all four stages.
    #expect(
      try stages(list([1: [11, 12], 2: [21], 3: []]), list([3: [], 4: [41], 2: [21, 11]])) == 4)
  }

  @Test func aDeletedSectionStaysUntilItsItemsHaveLeft() throws {
    let old = list([1: [11], 2: [21, 22, 23], 3: []])
    let new = list([1: [22, 11], 3: [31]])
    let plan = try UpdatePlan(Changes(from: old, to: new), new: new.outline)
    #expect(
      plan.description == """
        items: deleted [1, 0] (21), deleted [1, 2] (23) → [1: 1, 2: 1, 3: 0]
        items: inserted [2, 0] (31), moved [1, 0]→[0, 0] → [1: 2, 2: 0, 3: 1]
        sections: deleted 1 (2) → [1: 2, 3: 1]
        refresh sections [], items [[0, 0]]
        """)
    #expect(plan.stages[0].after.newSection(of: 1) == nil)
    #expect(plan.stages[0].after.newPlace(of: place(1, 0)) == place(0, 0))
  }

  @Test func whatChangedIsRefreshedAtItsNewPlace() throws {
    let old = list([1: [11, 12], 2: [21]])
    let new = list([3: [], 2: [21], 1: [12]], revised: [1, 21, 12])
    let plan = try UpdatePlan(Changes(from: old, to: new), new: new.outline)
    #expect(plan.refresh?.sections == [2])
    #expect(plan.refresh?.items == [place(1, 0), place(2, 0)])
  }

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses) func readingOutsideAStageTraps() async {
      let stopped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let new = SectionedSnapshot<Int, Int>(sections: [.init(1, items: [])])
        let plan = try UpdatePlan(SectionedChangeSet(from: SectionedSnapshot<Int, Int>(), to: new), new: new.outline)
        _ = plan.stages[0].after.section(at: 1)
      }
      let message = stopped.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
      #expect(message?.contains("Section 1 is outside this stage's 1 sections. Ask numberOfSections first.") == true)
    }
  #endif
}

@Suite("Place map")
struct PlaceMapTests {
  @Test("knows where everything went and came from", arguments: TestSeeds.seeds(40, from: 700))
  func agreesWithIdentifiers(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    let old = generator.list(sections: 6, items: 25)
    let new = generator.edited(old, edits: 15)
    let map = PlaceMap(try Changes(from: old, to: new))
    func places(_ list: List) -> [Int: ItemPlace] {
      var result: [Int: ItemPlace] = [:]
      for section in 0..<list.numberOfSections {
        for (item, id) in list.itemIDs(inSection: section).enumerated() { result[id] = place(section, item) }
      }
      return result
    }
    let oldPlaces = places(old)
    let newPlaces = places(new)
    for (id, place) in oldPlaces { #expect(map.newPlace(ofOld: place) == newPlaces[id]) }
    for (id, place) in newPlaces { #expect(map.oldPlace(ofNew: place) == oldPlaces[id]) }
    for (index, id) in old.sectionIDs.enumerated() {
      #expect(map.newSection(ofOld: index) == new.sectionIDs.firstIndex(of: id))
    }
    for (index, id) in new.sectionIDs.enumerated() {
      #expect(map.oldSection(ofNew: index) == old.sectionIDs.firstIndex(of: id))
    }
  }
}
