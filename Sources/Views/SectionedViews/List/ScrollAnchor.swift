import SectionedChanges

/// A visible item and its position, from which a scroll position is restored.
public struct ScrollAnchor: Hashable, Sendable {
  /// The item's place in the list that the view shows.
  public var place: ItemPlace
  /// The distance of the item's beginning from the beginning of the visible area, in points or lines; negative if the
  /// item is cut off.
  public var distance: Double

  /// Makes an anchor.
  public init(place: ItemPlace, distance: Double) {
    self.place = place
    self.distance = distance
  }
}

/// The cases in which visible rows keep their positions while rows above them are inserted or deleted.
public enum ScrollAnchoring: Hashable, Sendable {
  /// Never. Rows that are inserted above push the visible ones down.
  case never
  /// Always, except at the beginning of the list, where new rows should be visible.
  case whenScrolled
  /// Always.
  case always
}
