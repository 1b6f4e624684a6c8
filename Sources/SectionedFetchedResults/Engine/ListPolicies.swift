/// The policies that decide what is shown of the two fetched lists.
package struct ListPolicies: Sendable, Equatable {
  package var showsEmptySections = true
  /// Whether items without a section in the list are shown in a last section of their own.
  package var showsUnmatchedItems = false
  /// How many items are shown, counted in display order; 0 is no limit.
  package var limit = 0
  /// How many items in display order are left out before the first shown one.
  package var offset = 0
  /// How many items of each section are shown, before `offset` and `limit` count them; 0 is no limit.
  package var sectionLimit = 0
  /// Limits of single sections that override `sectionLimit`, by slot.
  package var ownLimits: [Int32: Int] = [:]

  package init() {}

  /// Whether the shown items are counted across sections.
  var hasWindow: Bool { limit > 0 || offset > 0 }
  /// Whether some items of a shown section may not be shown.
  var hasLimits: Bool { hasWindow || sectionLimit > 0 || !ownLimits.isEmpty }

  /// How many items of a section may be shown before the window counts them.
  func limit(of slot: Int32) -> Int {
    let limit = ownLimits.isEmpty ? sectionLimit : ownLimits[slot] ?? sectionLimit
    return limit > 0 ? limit : .max
  }
}
