import OrderedRows

/// The changes of an event to a results list in the kinds that a delegate is notified of, with the fewest moves.
///
/// Rows that were not touched keep their order; the fewest moves among the touched ones are reported. A touched object
/// can stay only between the same untouched rows, in the same gap of its section. Of the objects in a gap, those stay
/// that form the heaviest increasing subsequence: the most unchanged ones, then the most.
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

  /// By old index, descending.
  let deletedSections: [ResultsChanges.Section]
  /// By new index, ascending.
  let insertedSections: [ResultsChanges.Section]
  /// By old place, descending.
  private(set) var deleted: [Item] = []
  /// By new place, ascending.
  private(set) var inserted: [Item] = []
  /// By new place, ascending. The object may have changed otherwise, too.
  private(set) var moved: [Move] = []
  /// Objects that changed and stayed. By old place, ascending.
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

  /// - Parameter rows: by old place, those without one at the end.
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

  /// For each place the number of rows of its section before it that are not among the places.
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

  /// - Parameter gap: indices of rows in one gap, by new place.
  private mutating func addStaying(_ gap: [Int], of rows: ElementChanges<TouchedRow, RowPlace>) {
    // An object alone in its gap stays.
    if gap.count < 2 { return gap.forEach { addStaying(rows[$0]) } }
    // The rows are sorted by old place, so that the order of the indices is the order of the old places.
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
