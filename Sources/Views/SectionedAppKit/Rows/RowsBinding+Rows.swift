#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  // Functions about rows that a program calls, as for a menu or a key.
  extension RowsBinding {
    /// The model of a row; nil if the row belongs to a section or does not exist.
    public func item(atRow row: Int) -> Source.Item? {
      rowsScreen?.place(ofRow: row).flatMap { presenter.item(at: $0) }
    }

    /// The row of an item; nil if it has none, as in a collapsed section.
    public func row(of id: ListedID<Source.ItemID>) -> Int? {
      presenter.place(of: id).flatMap { rowsScreen?.row(at: $0) }
    }

    /// The selected models, in list order.
    public var selectedItems: [Source.Item] {
      (rowsScreen?.selection ?? []).compactMap { presenter.item(at: $0) }
    }

    /// Deletes the selected items that the user may delete, as for a menu or a key.
    public func deleteSelectedItems() { list.userDeleted(rowsScreen?.selection ?? []) }

    /// Reports that the user clicked a row; call it in the view's action. The row for more loads more or shows more
    /// items of its section, and a row that reports a failure tries again.
    ///
    /// - Returns: whether the click started such a request.
    @discardableResult
    public func userClicked(row: Int) -> Bool { rowsScreen?.place(ofRow: row).map { list.touched($0) } ?? false }
  }
#endif
