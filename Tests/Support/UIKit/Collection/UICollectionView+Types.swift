extension UICollectionView {
  /// The part of the view to which an item is scrolled.
  public struct ScrollPosition: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = ScrollPosition(rawValue: 1 << 0)
    /// The vertical center.
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    /// The left edge.
    public static let left = ScrollPosition(rawValue: 1 << 3)
    /// The horizontal center.
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    /// The right edge.
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  /// The direction in which a layout scrolls.
  public enum ScrollDirection: Int, Sendable {
    case vertical, horizontal
  }

  /// The element kind of headers.
  public nonisolated class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
  /// The element kind of footers.
  public nonisolated class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }
  /// The element kind of cells in UIKit's messages.
  static let elementKindCell = "UICollectionElementKindCell"
}
