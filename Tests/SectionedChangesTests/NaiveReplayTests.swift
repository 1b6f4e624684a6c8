import SectionedChanges
import SectionedTesting
import Testing

@Suite("The naive replay takes nothing for granted that no change names")
struct NaiveReplayTests {
  /// Section 1 stays, 2 is deleted with item 20, and 3 is inserted with item 11, which was in 1, and the new item 30.
  private let old = list([1: [10, 11], 2: [20]])
  private let new = list([1: [10], 3: [11, 30]])

  private func leadsToNew(_ changes: Changes) -> Bool {
    NaiveReplay.apply(changes, to: old, contentOf: new) == new
  }

  @Test("all changes lead to the new list, and back")
  func all() throws {
    let changes = try Changes(from: old, to: new)
    #expect(leadsToNew(changes))
    #expect(NaiveReplay.apply(changes.inverted, to: new, contentOf: old) == old)
  }

  @Test("where changes are left out, they lead elsewhere")
  func partial() throws {
    let changes = try Changes(from: old, to: new)
    var partial = changes
    partial.sections.inserted = []
    #expect(!leadsToNew(partial), "a section comes unnamed")
    partial = changes
    partial.sections.deleted = []
    #expect(!leadsToNew(partial), "a section goes unnamed")
    partial = changes
    partial.itemsBrought = []
    #expect(!leadsToNew(partial), "an item comes with its section unnamed")
    partial = changes
    partial.items.moved = []
    #expect(!leadsToNew(partial), "an item moves unnamed")
  }
}
