extension NSTableRowsView {
  /// The animation of rows that come or go.
  public struct AnimationOptions: OptionSet, Sendable {
    /// The effect and the direction.
    public let rawValue: UInt
    /// Makes options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Rows are faded.
    public static let effectFade = AnimationOptions(rawValue: 0x1)
    /// Rows come into a gap.
    public static let effectGap = AnimationOptions(rawValue: 0x2)
    /// Rows slide up.
    public static let slideUp = AnimationOptions(rawValue: 0x10)
    /// Rows slide down.
    public static let slideDown = AnimationOptions(rawValue: 0x20)
    /// Rows slide to the left.
    public static let slideLeft = AnimationOptions(rawValue: 0x30)
    /// Rows slide to the right.
    public static let slideRight = AnimationOptions(rawValue: 0x40)
  }

  /// The target of a drop: a row, or the gap above it.
  public enum DropOperation: UInt, Sendable {
    /// The row.
    case on
    /// The gap above the row.
    case above
  }

  /// The side of a row that a swipe uncovers.
  public enum RowActionEdge: Int, Sendable {
    /// The side on which lines begin.
    case leading
    /// The other side.
    case trailing
  }
}

/// A button beside a row that a swipe uncovers.
@MainActor
public final class NSTableViewRowAction: NSObject {
  /// The look of the button.
  public enum Style: Int, Sendable {
    /// A plain one.
    case regular
    /// A red one.
    case destructive
  }

  /// The look.
  public let style: Style
  /// The text.
  public let title: String
  let handler: (NSTableViewRowAction, Int) -> Void

  /// Makes a button.
  public init(style: Style, title: String, handler: @escaping (NSTableViewRowAction, Int) -> Void) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }
}
