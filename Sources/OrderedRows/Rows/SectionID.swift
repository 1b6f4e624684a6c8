/// Identifies a section of one list while the section is in it, wherever it moves. The ID of a removed section is given
/// to a later one.
public struct SectionID: Hashable, Sendable {
  @usableFromInline let raw: Int32

  @usableFromInline
  init(_ index: Int) {
    raw = Int32(index)
  }

  /// A small number, for indexing arrays with data of the sections: below the greatest number of sections at one time.
  @inlinable public var index: Int { Int(raw) }
}
