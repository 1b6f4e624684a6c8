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
