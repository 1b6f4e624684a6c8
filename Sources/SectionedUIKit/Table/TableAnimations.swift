#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// How a table shows what comes and goes. What moves or is reloaded within a move has UIKit's own animation.
  public struct TableAnimations: Hashable, Sendable {
    /// Of rows that come.
    public var insertedRows: UITableView.RowAnimation
    /// Of rows that go.
    public var deletedRows: UITableView.RowAnimation
    /// Of rows that get a cell of another rule.
    public var reloadedRows: UITableView.RowAnimation
    /// Of sections that come.
    public var insertedSections: UITableView.RowAnimation
    /// Of sections that go.
    public var deletedSections: UITableView.RowAnimation
    /// Of sections that get a header or a footer of another rule.
    public var reloadedSections: UITableView.RowAnimation

    /// Makes one that has the same for everything.
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
