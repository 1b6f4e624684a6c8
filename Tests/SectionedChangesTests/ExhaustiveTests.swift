import SectionedTesting
import Testing

@Suite("Laws on all small lists")
struct ExhaustiveTests {
  /// Two parts, for two cores.
  @Test("every pair of lists with at most 3 sections and 3 items keeps every law", arguments: [0, 1])
  func threeSectionsAndThreeItems(part: Int) throws {
    let count = try ExhaustivePairs(maxSections: 3, maxItems: 3).verify(part: part, of: 2)
    #expect(count == (part == 0 ? 134_439 : 134_438))
  }
}
