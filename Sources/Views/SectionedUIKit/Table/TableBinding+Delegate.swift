#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  // Functions that the table's delegate, which is the program's, calls.
  extension TableBinding {
    /// The model at an index path of the table; nil if the path has no item.
    public func item(at indexPath: IndexPath) -> Source.Item? { list.item(at: indexPath) }

    /// The index path of an item in the table; nil if the table does not show it.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { list.indexPath(of: id) }

    /// The header of a section, made by its rule. Return it from `tableView(_:viewForHeaderInSection:)`.
    public func viewForHeader(inSection section: Int) -> UIView? { view(.header, section) }

    /// The footer of a section, made by its rule. Return it from `tableView(_:viewForFooterInSection:)`.
    public func viewForFooter(inSection section: Int) -> UIView? { view(.footer, section) }

    /// The height of a section's header. Return it from `tableView(_:heightForHeaderInSection:)`. Without a header it
    /// is the least positive height, because a grouped table replaces 0 by its default height.
    ///
    /// - Parameters:
    ///   - section: the index of the section.
    ///   - height: the height if the section has a header; nil to let the table size it.
    public func heightForHeader(inSection section: Int, height: CGFloat? = nil) -> CGFloat {
      self.height(.header, section, height)
    }

    /// The height of a section's footer. Return it from `tableView(_:heightForFooterInSection:)`. Without a footer it
    /// is the least positive height.
    ///
    /// - Parameters:
    ///   - section: the index of the section.
    ///   - height: the height if the section has a footer; nil to let the table size it.
    public func heightForFooter(inSection section: Int, height: CGFloat? = nil) -> CGFloat {
      self.height(.footer, section, height)
    }

    /// Reports that the user selected a row; call it in `tableView(_:didSelectRowAt:)`. The row for more loads more,
    /// and a row that reports a failure tries again.
    ///
    /// - Returns: whether the selection started such a request.
    @discardableResult
    public func userTouched(at indexPath: IndexPath) -> Bool { list.touched(indexPath) }

    /// Whether the table shows only a placeholder.
    public var showsPlaceholder: Bool { list.showsPlaceholder }

    /// The height of a row. Return it from `tableView(_:heightForRowAt:)`. If a placeholder is the only row, it fills
    /// the visible part of the table.
    ///
    /// - Parameters:
    ///   - indexPath: the index path of the row.
    ///   - height: the height of other rows.
    public func heightForRow(at indexPath: IndexPath, height: CGFloat = UITableView.automaticDimension) -> CGFloat {
      guard let table = tableView, showsPlaceholder else { return height }
      let inset = table.adjustedContentInset
      let extras = (table.tableHeaderView?.frame.height ?? 0) + (table.tableFooterView?.frame.height ?? 0)
      let visible = table.bounds.height - inset.top - inset.bottom - extras
      return visible > 0 ? visible : height
    }

    /// The editing style of a row. Return it from `tableView(_:editingStyleForRowAt:)`. A row that the user may delete
    /// has `.delete`; any other row has `.none`, and so no control in front of it.
    public func editingStyleForRow(at indexPath: IndexPath) -> UITableViewCell.EditingStyle {
      guard let place = ItemPlace(indexPath) else { return .none }
      return presenter.canDelete(place) ? .delete : .none
    }

    /// The index path at which a dragged row would be dropped. Return it from
    /// `tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)`.
    ///
    /// - Parameters:
    ///   - old: the index path of the row before the drag.
    ///   - new: the index path that the table proposes.
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
      /// The swipe that deletes a row; nil if the user may not delete it. Return it, or a part of it, from
      /// `tableView(_:trailingSwipeActionsConfigurationForRowAt:)`.
      ///
      /// - Parameters:
      ///   - indexPath: the index path of the row.
      ///   - title: the text of the button, in the user's language.
      public func deleteSwipe(forRowAt indexPath: IndexPath, title: String) -> UISwipeActionsConfiguration? {
        list.deleteSwipe(indexPath, title: title)
      }
    }
  #endif
#endif
