/// The two places of an element that may have changed; nil where the element is not in that list.
@usableFromInline
package struct EditedPlace: Sendable {
  @usableFromInline package var old: ItemPlace?
  @usableFromInline package var new: ItemPlace?
  /// Whether the element itself changed. Of no meaning when it is in one list only.
  @usableFromInline package var isRevised: Bool

  @usableFromInline
  package init(old: ItemPlace?, new: ItemPlace?, isRevised: Bool) {
    self.old = old
    self.new = new
    self.isRevised = isRevised
  }
}

/// A contradiction in what was recorded of touched places; the numbers are positions in the array of touches.
@usableFromInline
enum TouchContradiction: Error {
  case sameOldPlace(Int, Int)
  case sameNewPlace(Int, Int)
  case oldPlaceOutOfBounds(Int, count: Int)
  case newPlaceOutOfBounds(Int, count: Int)
  case sectionOutOfBounds(Int)
  case countMismatch(SectionCounts)
}

/// The counts of one section that do not add up. The section is nil where it does not exist.
@usableFromInline
struct SectionCounts: Sendable {
  var oldSection: Int?
  var newSection: Int?
  var before: Int
  var left: Int
  var came: Int
  var after: Int
}
