#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  // What the table's delegate, which is the program's, may ask.
  extension TableBinding {
    /// The model of the row at an index path; nil where there is none.
    public func item(at indexPath: IndexPath) -> Source.Item? { list.item(at: indexPath) }

    /// The index path of an item; nil where it is not shown.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { list.indexPath(of: id) }

    /// The header of a section, by the rules: what `tableView(_:viewForHeaderInSection:)` returns.
    public func viewForHeader(inSection section: Int) -> UIView? { view(.header, section) }

    /// The footer of a section, by the rules: what `tableView(_:viewForFooterInSection:)` returns.
    public func viewForFooter(inSection section: Int) -> UIView? { view(.footer, section) }

    /// The height of a section's header: the value for `tableView(_:heightForHeaderInSection:)`. Without a header it is
    /// the least positive height, because a grouped table takes 0 as its default height.
    ///
    /// - Parameters:
    ///   - section: the section's index.
    ///   - height: the height of a header that is there; nil for the one that it needs.
    public func heightForHeader(inSection section: Int, height: CGFloat? = nil) -> CGFloat {
      self.height(.header, section, height)
    }

    /// The same for footers.
    public func heightForFooter(inSection section: Int, height: CGFloat? = nil) -> CGFloat {
      self.height(.footer, section, height)
    }

    /// Records that the user touched a row: for `tableView(_:didSelectRowAt:)`. The row for more loads more, and a row
    /// that reports a failure tries again.
    ///
    /// - Returns: whether something was asked for.
    @discardableResult
    public func userTouched(at indexPath: IndexPath) -> Bool { list.touched(indexPath) }

    /// Whether a placeholder is the only row.
    public var showsPlaceholder: Bool { list.showsPlaceholder }

    /// The height of a row: the value for `tableView(_:heightForRowAt:)`. A placeholder that is the only row fills the
    /// visible part of the table.
    ///
    /// - Parameters:
    ///   - indexPath: the row's.
    ///   - height: the height of other rows.
    public func heightForRow(at indexPath: IndexPath, height: CGFloat = UITableView.automaticDimension) -> CGFloat {
      guard let table = tableView, showsPlaceholder else { return height }
      let inset = table.adjustedContentInset
      let extras = (table.tableHeaderView?.frame.height ?? 0) + (table.tableFooterView?.frame.height ?? 0)
      let visible = table.bounds.height - inset.top - inset.bottom - extras
      return visible > 0 ? visible : height
    }

    /// The editing style of a row: the value for `tableView(_:editingStyleForRowAt:)`. A row that can be deleted has
    /// the style for deletion; a row that can only be moved has no control before it.
    public func editingStyleForRow(at indexPath: IndexPath) -> UITableViewCell.EditingStyle {
      guard let place = ItemPlace(indexPath) else { return .none }
      return presenter.canDelete(place) ? .delete : .none
    }

    /// The target of a row that is being dragged: the value for
    /// `tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)`.
    public func targetIndexPath(forMoveFrom old: IndexPath, toProposed new: IndexPath) -> IndexPath {
      list.target(of: old, proposed: new)
    }

    private func view(_ role: ViewRole, _ section: Int) -> UIView? {
      guard let screen, let table = screen.view, isShown(section) else { return nil }
      return list.answering {
        screen.cells.headerFooter(role, list.choice(role, at: ItemPlace(section: section, item: 0)), in: table, list)
      }
    }

    private func height(_ role: ViewRole, _ section: Int, _ height: CGFloat?) -> CGFloat {
      hasView(role, ofSection: section) ? height ?? UITableView.automaticDimension : .leastNormalMagnitude
    }
  }

  #if !os(tvOS)
    extension TableBinding {
      /// A swipe that deletes a row: the value, or a part of it, for
      /// `tableView(_:trailingSwipeActionsConfigurationForRowAt:)`. Nil where the row cannot be deleted.
      ///
      /// - Parameters:
      ///   - indexPath: the row's.
      ///   - title: the text of the button, given by the program, which knows its user's language.
      public func deleteSwipe(forRowAt indexPath: IndexPath, title: String) -> UISwipeActionsConfiguration? {
        list.deleteSwipe(indexPath, title: title)
      }
    }
  #endif
#endif
