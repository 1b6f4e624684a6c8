/// A contradiction between recorded elements. The numbers are indices in the array of touched elements.
@usableFromInline
enum TouchContradiction: Error {
  case sameOldPlace(Int, Int)
  case sameNewPlace(Int, Int)
  case oldPlaceOutOfBounds(Int, count: Int)
  case newPlaceOutOfBounds(Int, count: Int)
  case sectionOutOfBounds(Int)
  case countMismatch(SectionCounts)
}

/// The counts of a section that do not match. A section index is nil if the section does not exist in that list.
@usableFromInline
struct SectionCounts: Sendable {
  var oldSection: Int?
  var newSection: Int?
  var before: Int
  var left: Int
  var came: Int
  var after: Int
}
