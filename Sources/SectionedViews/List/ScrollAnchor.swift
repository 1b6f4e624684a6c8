import SectionedChanges

/// An item on the screen, and where: what a scroll position is kept by.
public struct ScrollAnchor: Hashable, Sendable {
  /// The item's place in the list that the view shows.
  public var place: ItemPlace
  /// How far the item's beginning is behind the beginning of what is visible, in points or lines; negative where it is
  /// cut off.
  public var distance: Double

  /// Makes an anchor.
  public init(place: ItemPlace, distance: Double) {
    self.place = place
    self.distance = distance
  }
}

/// When a view keeps what it shows in its place while rows come and go above it.
public enum ScrollAnchoring: Hashable, Sendable {
  /// Never: what comes above pushes the rest down.
  case never
  /// Unless the view stands at its beginning, where what is new should be seen.
  case whenScrolled
  /// Always.
  case always
}
