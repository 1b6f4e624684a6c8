/// A section or item of a list: an identifier and a revision.
///
/// The identifier names the object, and the revision changes when the object changes. Elements are equal if both are
/// equal. Revisions are compared only for equality.
@frozen
public struct ListElement<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier of the object.
  public var id: ID
  /// The revision of the object. It differs between two versions if the object changed.
  public var revision: Int

  /// Creates an element from an identifier and a revision.
  @inlinable
  public init(_ id: ID, revision: Int = 0) {
    self.id = id
    self.revision = revision
  }
}

extension ListElement: CustomStringConvertible {
  /// The identifier as text, followed by `·` and the revision unless that is zero. A source's revisions begin at a
  /// multiple of 2³², and are printed as if they began at 0.
  public var description: String {
    let number = Int32(truncatingIfNeeded: revision)
    return number == 0 ? "\(named: id)" : "\(named: id)·\(number)"
  }
}
