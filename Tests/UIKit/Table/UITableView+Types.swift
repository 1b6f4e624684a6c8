extension UITableView {
  /// How a table looks.
  public enum Style: Int, Sendable {
    case plain, grouped, insetGrouped
  }

  /// Where a row is scrolled to.
  public enum ScrollPosition: Int, Sendable {
    case none, top, middle, bottom
  }

  /// How rows come and go.
  public enum RowAnimation: Int, Sendable {
    case fade = 0, right, left, top, bottom, none, middle
    case automatic = 100
  }

  /// The height that a view finds for itself; in the double 44 for rows and 28 for headers and footers.
  public nonisolated class var automaticDimension: CGFloat { -1 }

  /// The title of the search field in a table's index.
  public nonisolated class var indexSearch: String { "{search}" }
}
