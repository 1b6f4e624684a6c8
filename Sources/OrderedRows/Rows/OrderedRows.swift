/// The rows of a list of sections with their places: a counted chunk list, which is a B+ tree of two levels for each
/// section, with pointers from each row back to its leaf and from there to its section.
///
/// Rows lie in leaves of at most 512, at array speed; a leaf grows from 8. A page table maps a row's number to its
/// leaf, so the place of a row is found whatever happened to the values that it was sorted by. An empty section costs a
/// node and nothing per change. A copy is a value of its own that shares what neither changes; the first change after
/// it copies the directories.
///
/// For n rows, s sections and l leaves in the section concerned (l ≈ rows of the section / 384):
///
/// | operation | cost |
/// |---|---|
/// | build | O(n) |
/// | row at a place | O(log l) |
/// | place of a row | O(leaf), a scan of at most 512 rows; once after sections came, went or moved O(s) |
/// | insert, remove | O(leaf + l): one move within the leaf, one addition for each leaf behind it |
/// | replace | O(leaf) |
/// | insert, remove, move a section | O(s), moving integers |
/// | memory | 16 bytes a row of 16 bytes, 4 for the page table, and what the leaves leave open: 20–25 in all |
///
/// Public, although no product contains it: in another module the compiler specialises `@inlinable` code only when it
/// is public, not when it has package access. Unspecialised code runs several times slower.
public struct OrderedRows<Row: OrderedRow>: Sendable {
  @usableFromInline static var maximumLeaf: Int { 512 }
  /// The number of rows in a newly built leaf, low enough that the first insertion does not split it.
  @usableFromInline static var builtLeaf: Int { 384 }
  /// The spare capacity of a newly built leaf: the number of insertions before its rows are copied to storage of twice
  /// the size. A list that has just been fetched sees few changes in each of its sections.
  @usableFromInline static var builtRoom: Int { 4 }
  /// The number of rows below which a leaf joins a neighbour when both fit in half a leaf.
  @usableFromInline static var minimumLeaf: Int { 64 }

  @usableFromInline var leaves: ContiguousArray<RowLeaf<Row>> = []
  @usableFromInline var freeLeaves: ContiguousArray<Int32> = []
  @usableFromInline var leafOfRow = PageTable()
  /// By section ID.
  @usableFromInline var nodes: ContiguousArray<SectionNode> = []
  @usableFromInline var freeSections: ContiguousArray<Int32> = []
  /// Section IDs in the order of the list.
  @usableFromInline var order: ContiguousArray<Int32> = []
  /// By section ID: the section's index. True for the first `numbered` sections of the list; the rest hold what is
  /// at least `numbered`, by which they are recognised.
  @usableFromInline var positions: ContiguousArray<Int32> = []
  @usableFromInline var numbered = 0

  /// The number of rows in all sections.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var count: Int { rowCount }

  @usableFromInline var rowCount = 0

  /// Makes a list without sections.
  @inlinable
  public init() {}

  /// The number of sections, empty ones included.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var sectionCount: Int { order.count }
}
