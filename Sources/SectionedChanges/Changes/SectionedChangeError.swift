/// Why a list, a change set or what was recorded with a builder cannot be right. The description names the elements and
/// places.
public struct SectionedChangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// One section identifier stands twice in a list.
    case duplicateSections
    /// One item identifier stands twice in a list, in one section or in two.
    case duplicateItems
    /// A place is not in the list that it is meant to be in.
    case placeOutOfBounds
    /// One place is named by two changes of which only one can be true.
    case placeNamedTwice
    /// The places of one kind of change do not ascend.
    case placesOutOfOrder
    /// A count before, less what left, plus what came, is not the count after.
    case countMismatch
    /// The element at a named place is another than the change set names, or has another revision.
    case wrongElement
    /// An element is recorded as deleted or inserted and is in both lists.
    case notLeast
  }

  /// What is wrong.
  public let reason: Reason
  /// A sentence that names the elements and places.
  public let description: String

  @usableFromInline
  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
