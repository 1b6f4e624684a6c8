#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// The animations of a table's updates. Moves have UIKit's own animation, and so do reloads of moved rows.
  public struct TableAnimations: Hashable, Sendable {
    /// The animation of inserted rows.
    public var insertedRows: UITableView.RowAnimation
    /// The animation of deleted rows.
    public var deletedRows: UITableView.RowAnimation
    /// The animation of rows whose cell is replaced by a cell of another rule.
    public var reloadedRows: UITableView.RowAnimation
    /// The animation of inserted sections.
    public var insertedSections: UITableView.RowAnimation
    /// The animation of deleted sections.
    public var deletedSections: UITableView.RowAnimation
    /// The animation of sections whose header or footer is replaced by a view of another rule.
    public var reloadedSections: UITableView.RowAnimation

    /// Makes a value that uses one animation, except for reloaded sections, which are not animated.
    public init(_ animation: UITableView.RowAnimation = .automatic) {
      insertedRows = animation
      deletedRows = animation
      reloadedRows = animation
      insertedSections = animation
      deletedSections = animation
      reloadedSections = .none
    }
  }
#endif
