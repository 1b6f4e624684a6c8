import OrderedRows

/// The changes of a results list in an event, as the kinds of changes that a delegate receives, with the fewest
/// moves.
///
/// Rows that were not touched keep their order, so only touched rows are reported as moved, and as few as possible. A
/// touched object can only stay if it remains between the same untouched rows, that is, in the same gap of its
/// section. Of the objects in a gap, the heaviest increasing subsequence stays: the most unchanged objects, then the
/// most objects.
struct DelegateChanges {
  private typealias Row = ElementChanges<TouchedRow, RowPlace>.Element

  struct Item {
    let key: RowKey
    let place: RowPlace
  }

  struct Move {
    let key: RowKey
    let old: RowPlace
    let new: RowPlace
  }

  /// The deleted sections, by descending old index.
  let deletedSections: [ResultsChanges.Section]
  /// The inserted sections, by ascending new index.
  let insertedSections: [ResultsChanges.Section]
  /// The deleted objects, by descending old place.
  private(set) var deleted: [Item] = []
  /// The inserted objects, by ascending new place.
  private(set) var inserted: [Item] = []
  /// The moved objects, by ascending new place. They may have changed in other ways too.
  private(set) var moved: [Move] = []
  /// The objects that changed and stayed, by ascending old place.
  private(set) var updated: [Move] = []

  /// - Complexity: O(k log k) for k rows.
  init(_ changes: ResultsChanges) {
    (deletedSections, insertedSections) = (changes.deletedSections, changes.insertedSections)
    add(changes.rows)
    if deleted.count > 1 { deleted.sort { $0.place > $1.place } }
    if inserted.count > 1 { inserted.sort { $0.place < $1.place } }
    if moved.count > 1 { moved.sort { $0.new < $1.new } }
    if updated.count > 1 { updated.sort { $0.old < $1.old } }
  }

  /// - Parameter rows: the rows by old place; those without an old place are last.
  private mutating func add(_ rows: ElementChanges<TouchedRow, RowPlace>) {
    let oldGaps = Self.gaps(rows.elements.lazy.map(\.old))
    let coming = rows.indices.filter { rows.elements[$0].new != nil }
      .sorted { rows.elements[$0].new.isBefore(rows.elements[$1].new) }
    let newGaps = Self.gaps(coming.lazy.map { rows.elements[$0].new })
    var gap: [Int] = []
    var last: (section: Int?, gap: Int?) = (nil, nil)
    for (index, newGap) in zip(coming, newGaps) {
      let row = rows[index]
      guard row.name.staysInSection, oldGaps[index] == newGap else {
        addComing(row)
        continue
      }
      if last != (row.new?.section, newGap) {
        addStaying(gap, of: rows)
        gap = []
        last = (row.new?.section, newGap)
      }
      gap.append(index)
    }
    addStaying(gap, of: rows)
    for row in rows where row.new == nil {
      if let old = row.old { deleted.append(.init(key: row.name.key, place: old)) }
    }
  }

  /// For each place, the number of rows before it in its section that are not in `places`. Nil for a nil place.
  private static func gaps(_ places: some Collection<RowPlace?>) -> [Int?] {
    var section = -1
    var before = 0
    return places.map { place in
      guard let place else { return nil }
      if place.section != section { (section, before) = (place.section, 0) }
      defer { before += 1 }
      return place.item - before
    }
  }

  private mutating func addComing(_ row: Row) {
    guard let new = row.new else { return }
    if let old = row.old {
      moved.append(.init(key: row.name.key, old: old, new: new))
    } else {
      inserted.append(.init(key: row.name.key, place: new))
    }
  }

  /// - Parameter gap: the indices of the rows in one gap, by new place.
  private mutating func addStaying(_ gap: [Int], of rows: ElementChanges<TouchedRow, RowPlace>) {
    // A single object in its gap stays.
    if gap.count < 2 { return gap.forEach { addStaying(rows[$0]) } }
    // The rows are sorted by old place, so their indices have the order of their old places.
    let ranks = Dictionary(zip(gap.sorted(), 0...)) { first, _ in first }
    let stays = heaviestIncreasingSubsequence(
      of: gap.compactMap { ranks[$0] }, weights: gap.map { SubsequenceWeight(rows.elements[$0].isRevised ? 0 : 1, 1) }
    )
    for (index, stays) in zip(gap, stays) {
      if stays { addStaying(rows[index]) } else { addComing(rows[index]) }
    }
  }

  private mutating func addStaying(_ row: Row) {
    guard row.isRevised, let old = row.old, let new = row.new else { return }
    updated.append(.init(key: row.name.key, old: old, new: new))
  }
}
