/// The limit of a page, which has every row in every frame.
enum PageLimit {
  /// The largest number of sections and items together.
  static let rows = 5_000

  /// - Parameter hint: how to show less.
  /// - Throws: an error when a list has too many rows.
  static func check(sections: Int, items: Int, hint: String = "") throws {
    guard sections + items > rows else { return }
    throw ToolError.data(
      "The list has \(ListTotals.count(sections, "section")) and \(ListTotals.count(items, "item")); a page shows "
        + "\(rows) rows at most.\(hint)")
  }

  /// For a list of a store.
  static let hint = " --limit N shows fewer items, --sections-where and --empty hidden fewer sections."
}
