import SectionedChanges
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

  @Test func anEmptyChangeSetAddsNothing() throws {
    let changes = try Changes(from: list([1: [11]]), to: list([1: [12]]))
    #expect(try changes.combined(with: Changes()) == changes)
    #expect(try Changes().combined(with: changes) == changes)
  }
}
