extension UITableView {
  /// The style of a table.
  public enum Style: Int, Sendable {
    case plain, grouped, insetGrouped
  }

  /// The part of the table to which a row is scrolled.
  public enum ScrollPosition: Int, Sendable {
    case none, top, middle, bottom
  }

  /// The animation of inserted, deleted and reloaded rows.
  public enum RowAnimation: Int, Sendable {
    case fade = 0, right, left, top, bottom, none, middle
    case automatic = 100
  }

  /// The value for an automatic height. In the double it is 44 for rows and 28 for headers and footers.
  public nonisolated class var automaticDimension: CGFloat { -1 }

  /// The index title of the search field.
  public nonisolated class var indexSearch: String { "{search}" }
}
