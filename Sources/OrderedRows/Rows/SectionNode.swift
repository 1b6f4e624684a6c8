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

/// A run of rows of one section: a leaf of the list.
@usableFromInline
struct RowLeaf<Row: OrderedRow>: Sendable {
  @usableFromInline var rows: ContiguousArray<Row>
  /// The section the leaf belongs to.
  @usableFromInline var section: Int32
  /// The leaf's index among the leaves of its section.
  @usableFromInline var ordinal: Int32

  @inlinable
  init(rows: ContiguousArray<Row>, section: Int32, ordinal: Int32) {
    self.rows = rows
    self.section = section
    self.ordinal = ordinal
  }
}

/// A section: its leaves in order, each with the number of rows before it.
@usableFromInline
struct SectionNode: Sendable {
  @usableFromInline var leaves: ContiguousArray<Int32> = []
  /// Empty while there is one leaf at most, as in most lists of many sections.
  @usableFromInline var starts: ContiguousArray<Int32> = []
  @usableFromInline var count: Int32 = 0

  @inlinable init() {}

  /// The index of the leaf that holds the row at an index of the section, or the last leaf for the end of the section.
  @inlinable
  func ordinal(ofItem item: Int) -> Int {
    max(0, starts.partitionPoint { Int($0) > item } - 1)
  }

  @inlinable
  func start(ofLeaf ordinal: Int) -> Int { starts.isEmpty ? 0 : Int(starts[ordinal]) }

  /// Adds to the number of rows before each leaf behind one.
  @inlinable
  mutating func shiftStarts(behind ordinal: Int, by difference: Int32) {
    var index = ordinal + 1
    while index < starts.count {
      starts[index] &+= difference
      index += 1
    }
  }
}
