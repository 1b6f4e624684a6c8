/// Identifies a section while the list contains it, even if the section moves. A later section may get the ID of a
/// removed one.
public struct SectionID: Hashable, Sendable {
  @usableFromInline let raw: Int32

  @usableFromInline
  init(_ index: Int) {
    raw = Int32(index)
  }

  /// A small number for indexing arrays with data of the sections. It is less than the greatest number of sections that
  /// existed at one time.
  @inlinable public var index: Int { Int(raw) }
}

/// A leaf of the list: consecutive rows of one section.
@usableFromInline
struct RowLeaf<Row: OrderedRow>: Sendable {
  @usableFromInline var rows: ContiguousArray<Row>
  /// The section that contains the leaf.
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

/// A section: its leaves in order, and the number of rows before each leaf.
@usableFromInline
struct SectionNode: Sendable {
  @usableFromInline var leaves: ContiguousArray<Int32> = []
  /// The number of rows before each leaf. Empty for a section of at most one leaf, the usual case in lists with many
  /// sections.
  @usableFromInline var starts: ContiguousArray<Int32> = []
  @usableFromInline var count: Int32 = 0

  @inlinable init() {}

  /// The index of the leaf that contains the row at an index of the section; the last leaf for the end of the section.
  @inlinable
  func ordinal(ofItem item: Int) -> Int {
    max(0, starts.partitionPoint { Int($0) > item } - 1)
  }

  @inlinable
  func start(ofLeaf ordinal: Int) -> Int { starts.isEmpty ? 0 : Int(starts[ordinal]) }

  /// Adds a difference to the row numbers before each leaf after the given one.
  @inlinable
  mutating func shiftStarts(behind ordinal: Int, by difference: Int32) {
    var index = ordinal + 1
    while index < starts.count {
      starts[index] &+= difference
      index += 1
    }
  }
}
