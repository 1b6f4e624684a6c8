/// The rows of a list that a window shows, counted over all sections.
///
/// A window that reaches the end of its list follows the end: it shows new rows there. Its start does not change,
/// unless the window would show fewer rows than were requested.
struct WindowRows: Hashable, Sendable {
  /// The rows that are shown.
  private(set) var rows: Range<Int>
  /// The number of rows that were requested. The window shows at least as many, if the list has them.
  private(set) var least: Int
  /// Whether the window reaches the end of the list, and follows it.
  private(set) var followsEnd: Bool
  /// The number of rows of a new window.
  private let count: Int

  /// The largest number of further rows of a request. No list has so many rows, and sums with it do not overflow.
  static let most = Int.max / 4

  /// Makes a window of the last rows.
  init(last count: Int, of total: Int) {
    self.count = max(1, count)
    (least, followsEnd) = (self.count, true)
    rows = max(0, total - self.count)..<total
  }

  /// Follows a step of the list.
  ///
  /// - Parameters:
  ///   - first: the new index of the first shown row that stayed; nil if none did.
  ///   - last: the new index of the last shown row that stayed; nil if none did.
  ///   - total: the new number of rows.
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

  /// Shows more rows before the first one. If the window follows the end, rows that the list does not have yet are
  /// shown when they are inserted.
  mutating func showEarlier(_ more: Int) {
    guard more > 0 else { return }
    let more = min(more, Self.most)
    let wanted = max(least, rows.count + more)
    rows = max(0, rows.lowerBound - more)..<rows.upperBound
    least = followsEnd ? wanted : rows.count
  }

  /// Shows more rows after the last one.
  mutating func showLater(_ more: Int, of total: Int) {
    guard more > 0, !followsEnd else { return }
    show(rows.lowerBound..<min(total, rows.upperBound + min(more, Self.most)), of: total)
  }

  /// Shows a row and the rows around it. The rows shown before stay if there is no gap in between.
  mutating func jump(to row: Int, before: Int, after: Int, of total: Int) {
    let count = before + after + 1
    var (start, end) = (max(0, row - before), min(total, row + after + 1))
    // Near an end of the list, more rows on the other side are shown.
    (start, end) = (max(0, min(start, end - count)), min(total, max(end, start + count)))
    let isJoined = start <= rows.upperBound && rows.lowerBound <= end
    show(isJoined ? min(rows.lowerBound, start)..<max(rows.upperBound, end) : start..<end, of: total)
  }

  /// Shows the last rows, unless the window follows the end.
  mutating func showLast(of total: Int) { if !followsEnd { self = Self(last: count, of: total) } }

  private mutating func show(_ next: Range<Int>, of total: Int) {
    if next == rows { return }
    (rows, least, followsEnd) = (next, next.count, next.upperBound == total)
  }
}
