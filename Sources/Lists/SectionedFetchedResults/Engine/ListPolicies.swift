import SectionedChanges

/// The policies that decide which sections and items of the two fetched lists are shown.
package struct ListPolicies: Sendable, Equatable {
  package var showsEmptySections = true
  /// Whether unmatched items are shown in a section of their own, after all other sections.
  package var showsUnmatchedItems = false
  /// The maximum number of shown items, counted in display order; 0 for no limit.
  package var limit = 0
  /// The number of items in display order that are skipped.
  package var offset = 0
  /// The limit of each section, applied before `offset` and `limit`.
  package var sectionLimit = ItemLimit.all
  /// Limits of single sections that override `sectionLimit`, by slot.
  package var ownLimits: [Int32: ItemLimit] = [:]

  /// Whether sections without an entry in `ownFolds` are folded.
  package var foldsSections = false
  /// Whether single sections are folded, by slot.
  package var ownFolds: [Int32: Bool] = [:]

  package init() {}

  /// Whether a limit or an offset counts items across sections.
  var hasWindow: Bool { limit > 0 || offset > 0 }
  /// Whether the policies may hide items of a shown section.
  var hasLimits: Bool {
    hasWindow || sectionLimit != .all || !ownLimits.isEmpty || foldsSections || !ownFolds.isEmpty
  }

  /// Whether a section is folded, whatever its limit is.
  package func isFolded(_ slot: Int32) -> Bool { ownFolds.isEmpty ? foldsSections : ownFolds[slot] ?? foldsSections }

  /// The limit of a section apart from folding, applied before `offset` and `limit`.
  func ownLimit(of slot: Int32) -> ItemLimit {
    ownLimits.isEmpty ? sectionLimit : ownLimits[slot] ?? sectionLimit
  }

  /// The limit of a section, 0 items if it is folded, applied before `offset` and `limit`.
  func limit(of slot: Int32) -> ItemLimit { isFolded(slot) ? .none : ownLimit(of: slot) }
}
