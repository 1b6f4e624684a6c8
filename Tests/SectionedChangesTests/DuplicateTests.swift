import SectionedChanges
import Testing

@Suite("Duplicate identifiers are reported with their names (law 7)")
struct DuplicateTests {
  private func failure(_ body: () throws -> Void) -> SectionedChangeError? {
    do {
      try body()
      return nil
    } catch {
      return error as? SectionedChangeError
    }
  }

  @Test func inEitherListOnEitherLevel() {
    let fine = list([1: [11], 2: [21]])
    let sections = list([1: [11], 1: [12]])
    let items = list([1: [11, 12, 11], 2: [21, 12]])
    #expect(failure { _ = try Changes(from: sections, to: fine) }?.reason == .duplicateSections)
    #expect(failure { _ = try Changes(from: fine, to: sections) }?.reason == .duplicateSections)
    #expect(failure { _ = try Changes(from: items, to: fine) }?.reason == .duplicateItems)
    let error = failure { _ = try Changes(from: fine, to: items) }
    #expect(error?.reason == .duplicateItems)
    #expect(
      error?.description
        == "The new list has more than one item with the identifier 11, 12. Identifiers must be unique.")
    #expect(failure { try Changes().check(old: items, new: items) }?.reason == .duplicateItems)
    #expect(failure { _ = try Changes().minimized(old: sections, new: sections) }?.reason == .duplicateSections)
  }
}
