/// One section or item of a list as the change core sees it: an identifier with a revision.
///
/// The identifier says *which* object it is, the revision says whether it changed: two elements are equal when both
/// agree. Revisions are only ever compared for equality.
@frozen
public struct ListElement<ID: Hashable & Sendable>: Hashable, Sendable {
  public var id: ID
  public var revision: Int

  @inlinable
  public init(_ id: ID, revision: Int = 0) {
    self.id = id
    self.revision = revision
  }
}

extension ListElement: CustomStringConvertible {
  /// The identifier, followed by `·` and the revision unless that is zero.
  public var description: String { revision == 0 ? "\(id)" : "\(id)·\(revision)" }
}
