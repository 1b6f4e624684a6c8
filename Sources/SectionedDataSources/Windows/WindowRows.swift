/// The rows of a list that a window shows, counted over all sections.
///
/// A window at the end of its list follows that: new rows at the end are in it. The other end stays where it is, unless
/// the window would show fewer rows than it was asked for.
struct WindowRows: Hashable, Sendable {
  /// The rows that are shown.
  private(set) var rows: Range<Int>
  /// The number of rows that are shown if the list has them.
  private(set) var least: Int
  /// Whether the window reaches to the end of the list, and follows it.
  private(set) var followsEnd: Bool
  /// The number of rows of a window that begins anew.
  private let count: Int

  /// Shows the last rows.
  init(last count: Int, of total: Int) {
    self.count = max(1, count)
    (least, followsEnd) = (self.count, true)
    rows = max(0, total - self.count)..<total
  }

  /// Follows a step of the list.
  ///
  /// - Parameters:
  ///   - first: the place now of the first shown row that stayed; nil where none did.
  ///   - last: the place now of the last one.
  ///   - total: the number of rows now.
  mutating func follow(first: Int?, last: Int?, total: Int) {
    guard let first, let last else {
      self = Self(last: count, of: total)
      return
    }
    let end = followsEnd ? total : last + 1
    let start = min(first, max(0, end - least))
    rows = start..<max(end, min(total, start + least))
    followsEnd = rows.upperBound == total
  }

  /// Shows more rows before the first one. Those that the list does not have yet are shown when they come.
  mutating func showEarlier(_ more: Int) {
    guard more > 0 else { return }
    let wanted = max(least, rows.count + more)
    rows = max(0, rows.lowerBound - more)..<rows.upperBound
    least = followsEnd ? wanted : rows.count
  }

  /// Shows more rows after the last one.
  mutating func showLater(_ more: Int, of total: Int) {
    guard more > 0, !followsEnd else { return }
    show(rows.lowerBound..<min(total, rows.upperBound + more), of: total)
  }

  /// Shows a row and the rows around it, and those that are shown, if there is no gap between them.
  mutating func jump(to row: Int, before: Int, after: Int, of total: Int) {
    let count = before + after + 1
    var (start, end) = (max(0, row - before), min(total, row + after + 1))
    // Near an end of the list, there are more rows on the other side.
    (start, end) = (max(0, min(start, end - count)), min(total, max(end, start + count)))
    let isJoined = start <= rows.upperBound && rows.lowerBound <= end
    show(isJoined ? min(rows.lowerBound, start)..<max(rows.upperBound, end) : start..<end, of: total)
  }

  /// Shows the last rows, unless the window is there.
  mutating func showLast(of total: Int) { if !followsEnd { self = Self(last: count, of: total) } }

  private mutating func show(_ next: Range<Int>, of total: Int) {
    if next == rows { return }
    (rows, least, followsEnd) = (next, next.count, next.upperBound == total)
  }
}
