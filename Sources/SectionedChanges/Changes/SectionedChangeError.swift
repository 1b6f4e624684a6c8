/// An error in a list, in a change set or in what was recorded with a builder. The description names the elements and
/// places.
public struct SectionedChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public enum Reason: Hashable, Sendable {
    /// A section identifier occurs twice in a list.
    case duplicateSections
    /// An item identifier occurs twice in a list, in one section or in two.
    case duplicateItems
    /// A place is not in the list that it is meant to be in.
    case placeOutOfBounds
    /// A place is named by two changes of which only one can be true.
    case placeNamedTwice
    /// The places of one kind of change do not ascend.
    case placesOutOfOrder
    /// A count before, less what left, plus what came, is not the count after.
    case countMismatch
    /// The element at a named place is another than the change set names, or has another revision.
    case wrongElement
    /// An element is recorded as both deleted and inserted.
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
