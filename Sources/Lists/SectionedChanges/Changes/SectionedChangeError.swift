/// An error in a list, in a change set, or in the changes recorded by a builder. The description names the elements and
/// places.
public struct SectionedChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Reason: Hashable, Sendable {
    /// A list contains a section identifier twice.
    case duplicateSections
    /// A list contains an item identifier twice, in one section or in two.
    case duplicateItems
    /// A place is not in its list.
    case placeOutOfBounds
    /// Two changes that exclude each other name the same place.
    case placeNamedTwice
    /// The places of one kind of change are not sorted.
    case placesOutOfOrder
    /// The count after the changes does not equal the count before, minus removed and plus inserted elements.
    case countMismatch
    /// The element at a place differs from the one that the change set names, or has another revision.
    case wrongElement
    /// An element is recorded as both deleted and inserted, so the change set is not minimal.
    case notLeast
  }

  /// The kind of the error.
  public let reason: Reason
  /// A sentence that names the elements and places.
  public let description: String

  @usableFromInline
  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
