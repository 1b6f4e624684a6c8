import SectionedChanges

/// The policies that decide what is shown of the two fetched lists.
package struct ListPolicies: Sendable, Equatable {
  package var showsEmptySections = true
  /// Whether items without a section in the list are shown in a last section of their own.
  package var showsUnmatchedItems = false
  /// How many items are shown, counted in display order; 0 is no limit.
  package var limit = 0
  /// How many items in display order are left out before the first shown one.
  package var offset = 0
  /// The limit of each section, before `offset` and `limit` count the items.
  package var sectionLimit = ItemLimit.all
  /// Limits of single sections that override `sectionLimit`, by slot.
  package var ownLimits: [Int32: ItemLimit] = [:]

  /// Whether sections are folded that have no state of their own.
  package var foldsSections = false
  /// Whether single sections are folded, by slot.
  package var ownFolds: [Int32: Bool] = [:]

  package init() {}

  /// Whether the shown items are counted across sections.
  var hasWindow: Bool { limit > 0 || offset > 0 }
  /// Whether some items of a shown section may not be shown.
  var hasLimits: Bool {
    hasWindow || sectionLimit != .all || !ownLimits.isEmpty || foldsSections || !ownFolds.isEmpty
  }

  /// Whether a section is folded, whatever its limit is.
  package func isFolded(_ slot: Int32) -> Bool { ownFolds.isEmpty ? foldsSections : ownFolds[slot] ?? foldsSections }

  /// The limit of a section that is not folded, before the window counts its items.
  func ownLimit(of slot: Int32) -> ItemLimit {
    ownLimits.isEmpty ? sectionLimit : ownLimits[slot] ?? sectionLimit
  }

  /// The limit of a section, before the window counts its items.
  func limit(of slot: Int32) -> ItemLimit { isFolded(slot) ? .none : ownLimit(of: slot) }
}
