/// The rows of a list in sections, with fast lookup of places. Each section is a B+ tree of two levels that counts
/// rows. Each row has a reference to its leaf, and each leaf to its section.
///
/// Leaves are arrays of at most 512 rows, so iteration is as fast as over an array. A page table maps a row's number to
/// its leaf. So the place of a row is found even if its sort values have changed. An empty section needs one node, and
/// costs nothing when other sections change. Copies share storage, and the first change of a copy copies the
/// directories and the changed leaves.
///
/// The costs for n rows, s sections and l leaves in the affected section (l ≈ rows of the section / 384):
///
/// | operation | cost |
/// |---|---|
/// | build | O(n) |
/// | row at a place | O(log l) |
/// | place of a row | O(leaf), to search at most 512 rows; O(s) once after sections were inserted, removed or moved |
/// | insert, remove | O(leaf + l): a move within the leaf, and an addition for each later leaf of the section |
/// | replace | O(leaf) |
/// | insert, remove, move a section | O(s), to move integers |
/// | memory | 20–25 bytes for a row of 16 bytes, including 4 for the page table and the leaves' spare capacity |
///
/// The type is public although no product contains it. The compiler specializes `@inlinable` code in another module
/// only if it is public, not if it has package access. Unspecialized code is several times slower.
public struct OrderedRows<Row: OrderedRow>: Sendable {
  @usableFromInline static var maximumLeaf: Int { 512 }
  /// The number of rows in a leaf of a new list, small enough that the first insertions do not split it.
  @usableFromInline static var builtLeaf: Int { 384 }
  /// The spare capacity of a leaf in a new list. After that many insertions, its rows are copied to storage of twice
  /// the size. A list that was just fetched has few changes in each section.
  @usableFromInline static var builtRoom: Int { 4 }
  /// The number of rows below which a leaf is merged with a neighbour if both together fill at most half a leaf.
  @usableFromInline static var minimumLeaf: Int { 64 }

  @usableFromInline var leaves: ContiguousArray<RowLeaf<Row>> = []
  @usableFromInline var freeLeaves: ContiguousArray<Int32> = []
  @usableFromInline var leafOfRow = PageTable()
  /// The sections by section ID.
  @usableFromInline var nodes: ContiguousArray<SectionNode> = []
  @usableFromInline var freeSections: ContiguousArray<Int32> = []
  /// The section IDs in the order of the list.
  @usableFromInline var order: ContiguousArray<Int32> = []
  /// The index of each section, by section ID. It is valid only for the first `numbered` sections of the list. Other
  /// entries contain a value of at least `numbered`, which marks them as invalid.
  @usableFromInline var positions: ContiguousArray<Int32> = []
  @usableFromInline var numbered = 0

  /// The number of rows in all sections.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { rowCount }

  @usableFromInline var rowCount = 0

  /// Creates a list without sections.
  @inlinable
  public init() {}

  /// The number of sections, including empty ones.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var sectionCount: Int { order.count }
}
