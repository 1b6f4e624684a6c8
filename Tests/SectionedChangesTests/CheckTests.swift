import SectionedChanges
import SectionedTesting
import Testing

@Suite("The self-check names the first wrong change")
struct CheckTests {
  private let old = list([1: [11, 12], 2: [21], 3: []])
  private let new = list([2: [21, 12], 4: [41], 3: []], revised: [21])

  private func failure(_ change: (inout Changes) -> Void) throws -> SectionedChangeError? {
    var changes = try Changes(from: old, to: new)
    change(&changes)
    do {
      try changes.check(old: old, new: new)
      return nil
    } catch {
      return error as? SectionedChangeError
    }
  }

  @Test func aRightChangeSetPasses() throws {
    #expect(try failure { _ in } == nil)
  }

  @Test func wrongOnesAreNamed() throws {
    let cases: [(SectionedChangeError.Reason, String, (inout Changes) -> Void)] = [
      (
        .countMismatch, "3 sections, 1 deleted and 0 inserted",
        {
          $0.sections.inserted = []; $0.itemsBrought = []
        }
      ),
      (.wrongElement, "said to be 9; the list has 1 there", { $0.sections.deleted[0].id = 9 }),
      (.placeOutOfBounds, "deleted old 8; the old list has 3 sections", { $0.sections.deleted[0].place = 8 }),
      (.placeNamedTwice, "both deleted and updated", { $0.sections.updated = [.init(old: 0, new: 0, keys: nil)] }),
      (.countMismatch, "Deleted section 0 (1) had 2 items; 1 of them", { $0.itemsTaken = [] }),
      (.wrongElement, "said to be 42; the list has 41 there", { $0.itemsBrought[0].id = 42 }),
      (.wrongElement, "no update or move says so", { $0.items.updated = [] }),
      (
        .wrongElement, "joins two elements: old 12 and new 21",
        {
          $0.items.updated = []
          $0.items.moved[0].to = place(0, 0)
        }
      ),
      (.placeOutOfBounds, "new section 0 has 2 items", { $0.items.moved[0].to = place(0, 5) }),
      (.wrongElement, "put it at 2", { $0.sections.updated = [.init(old: 2, new: 0, keys: nil)] }),
      (
        .placesOutOfOrder, "must ascend",
        { $0.items.moved.insert(.init(from: place(1, 0), to: place(0, 0), keys: nil), at: 0) }
      ),
      (.wrongElement, "is in a deleted section", { $0.items.deleted = [.init(place(0, 0), 11)] }),
      (.wrongElement, "is in one that is not deleted", { $0.itemsTaken.append(.init(place(1, 0), 21)) }),
    ]
    for (reason, text, change) in cases {
      let error = try failure(change)
      #expect(error?.reason == reason, "\(text): \(error?.description ?? "no error")")
      #expect(error?.description.contains(text) == true, "\(error?.description ?? "no error")")
    }
  }

  /// Lists of the same identifiers at the same places are not other lists: a change set looks revisions up.
  @Test("a change set of other lists is refused", arguments: TestSeeds.seeds(20, from: 300))
  func refusesChangesOfOtherLists(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<30 {
      let old = generator.list(sections: 4, items: 10)
      let new = generator.edited(old, edits: 4)
      let other = generator.edited(new, edits: 1)
      let changes = try Changes(from: old, to: new)
      guard other.sections.map({ $0.items.map(\.id) }) != new.sections.map({ $0.items.map(\.id) }) else { continue }
      #expect(throws: SectionedChangeError.self) { try changes.check(old: old, new: other) }
    }
  }
}
