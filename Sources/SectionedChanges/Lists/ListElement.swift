/// A section or item of a list as the change core sees it: an identifier with a revision.
///
/// The identifier names the object, the revision changes when the object does: two elements are equal when both agree.
/// Revisions are only ever compared for equality.
@frozen
public struct ListElement<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Names the object.
  public var id: ID
  /// Differs from that of another version when the object changed between the two.
  public var revision: Int

  /// Makes an element from an identifier and a revision.
  @inlinable
  public init(_ id: ID, revision: Int = 0) {
    self.id = id
    self.revision = revision
  }
}

extension ListElement: CustomStringConvertible {
  /// The identifier, followed by `·` and the revision unless that is zero. The revisions of a source begin at a
  /// multiple of 2³², and are printed as if they began at 0.
  public var description: String {
    let number = Int32(truncatingIfNeeded: revision)
    return number == 0 ? "\(named: id)" : "\(named: id)·\(number)"
  }
}
