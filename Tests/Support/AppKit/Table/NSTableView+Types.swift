extension NSTableRowsView {
  /// The animation of inserted and removed rows.
  public struct AnimationOptions: OptionSet, Sendable {
    /// The bits of the effect and the direction.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Rows fade.
    public static let effectFade = AnimationOptions(rawValue: 0x1)
    /// A gap opens for rows.
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

  /// The look of a table.
  public enum Style: Int, Sendable {
    /// The look that fits the place in the window.
    case automatic
    /// Rows as wide as the table.
    case fullWidth
    /// Rows with a margin.
    case inset
    /// A sidebar.
    case sourceList
    /// Rows as wide as the table, without other insets.
    case plain
  }

  /// The target of a drop: a row, or the gap above it.
  public enum DropOperation: UInt, Sendable {
    /// The row.
    case on
    /// The gap above the row.
    case above
  }

  /// The edge of a row at which a swipe shows actions.
  public enum RowActionEdge: Int, Sendable {
    /// The edge at which lines of text begin.
    case leading
    /// The opposite edge.
    case trailing
  }
}

/// A swipe action of a row.
@MainActor
public final class NSTableViewRowAction: NSObject {
  /// The style of a swipe action.
  public enum Style: Int, Sendable {
    /// A regular action.
    case regular
    /// An action that deletes data, shown in red.
    case destructive
  }

  /// The style of the action.
  public let style: Style
  /// The title for the user.
  public let title: String
  let handler: (NSTableViewRowAction, Int) -> Void

  /// Makes an action.
  public init(style: Style, title: String, handler: @escaping (NSTableViewRowAction, Int) -> Void) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }
}
