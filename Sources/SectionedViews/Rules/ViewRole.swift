/// The role of a view in a list.
public enum ViewRole: Hashable, Sendable {
  /// The view of an item.
  case cell
  /// The view before the items of a section.
  case header
  /// The view behind the items of a section.
  case footer
  /// A view of one of the layout's own kinds.
  case supplementary(String)
}
