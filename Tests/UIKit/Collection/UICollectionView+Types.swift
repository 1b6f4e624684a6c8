extension UICollectionView {
  /// Where an item is scrolled to.
  public struct ScrollPosition: OptionSet, Sendable {
    /// One bit for each position.
    public let rawValue: UInt
    /// Makes positions.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the upper edge.
    public static let top = ScrollPosition(rawValue: 1 << 0)
    /// To the middle.
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    /// To the lower edge.
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    /// To the left edge.
    public static let left = ScrollPosition(rawValue: 1 << 3)
    /// To the middle of a line.
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    /// To the right edge.
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  /// Which way a layout scrolls.
  public enum ScrollDirection: Int, Sendable {
    case vertical, horizontal
  }

  /// The kind of headers.
  public nonisolated class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
  /// The kind of footers.
  public nonisolated class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }
  /// What the view calls cells in its messages.
  static let elementKindCell = "UICollectionElementKindCell"
}
