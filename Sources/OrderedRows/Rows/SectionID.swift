/// Names a section of one list as long as it stands there, wherever it moves. The name of a removed section is given
/// to a later one.
public struct SectionID: Hashable, Sendable {
  @usableFromInline let raw: Int32

  @usableFromInline
  init(_ index: Int) {
    raw = Int32(index)
  }

  /// A small number, for arrays of what belongs to the sections: below the greatest number of sections at one time.
  @inlinable public var index: Int { Int(raw) }
}
