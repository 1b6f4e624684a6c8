import SectionedChanges
import Testing

@Suite("A limit of items has one value for each meaning")
struct ItemLimitTests {
  @Test("zero and less show none", arguments: [0, -1, .min])
  func none(count: Int) {
    let limit = ItemLimit.first(count)
    #expect(limit == .none && limit.hashValue == ItemLimit.none.hashValue)
    #expect(limit.count == 0 && limit.description == "none")
  }

  @Test func theGreatestCountShowsAll() {
    #expect(ItemLimit.first(.max) == .all)
    #expect(ItemLimit.all.count == nil && ItemLimit.all.description == "all")
  }

  @Test func othersAreCounts() {
    #expect(ItemLimit.first(3).count == 3 && ItemLimit.first(3).description == "first(3)")
    #expect(Set([ItemLimit.all, .none, .first(1), .first(2), .first(1)]).count == 4)
  }

  /// In this form, as in a fetch request, zero means no limit.
  @Test("the form as an integer has all limits but none", arguments: [0, 1, 7])
  func integers(integer: Int) {
    let limit = ItemLimit(integer: integer)
    #expect(limit == (integer == 0 ? .all : .first(integer)))
    #expect(limit.integer == integer)
    #expect(ItemLimit(integer: -1) == .all && ItemLimit.none.integer == -1)
  }
}
