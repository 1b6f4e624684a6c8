/// What a view is in a list.
public enum ViewRole: Hashable, Sendable {
  /// The view of an item.
  case cell
  /// The view before the items of a section.
  case header
  /// The view behind the items of a section.
  case footer
  /// A view of a kind of the layout's own.
  case supplementary(String)
}
