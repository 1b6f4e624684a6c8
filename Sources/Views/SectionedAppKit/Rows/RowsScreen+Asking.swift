#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  // Type select and menus. Tables and outlines call these from delegate methods with different names.
  extension RowsScreen {
    /// The text that type select compares for a row; nil to skip the row. Only the first column has it.
    func typeSelectText(ofRow row: Int, _ column: NSTableColumn?) -> String? {
      guard column == nil || column === table?.tableColumns.first, let place = place(ofRow: row) else { return nil }
      return answers?.typeSelectText(at: place)
    }

    /// The first row that the user may select and whose text begins with the typed text.
    ///
    /// - Parameters:
    ///   - start: the first row of the search.
    ///   - end: the row after the last one. If it is not after `start`, the search wraps around at the end of the list;
    ///     if it equals `start`, it includes all rows.
    ///   - text: the text that the user has typed.
    /// - Complexity: O(rows).
    func typeSelectMatch(from start: Int, to end: Int, _ text: String) -> Int? {
      guard let table, let answers else { return nil }
      let count = table.numberOfRows
      guard start >= 0, start < count else { return nil }
      let rows = start < end ? [start..<min(end, count)] : [start..<count, 0..<max(0, min(end, count))]
      return rows.joined().first { row in
        guard let place = place(ofRow: row), let found = answers.typeSelectText(at: place) else { return false }
        let options: String.CompareOptions = [.anchored, .caseInsensitive, .diacriticInsensitive, .widthInsensitive]
        return found.range(of: text, options: options) != nil && answers.canSelect(place)
      }
    }

    /// Sets the view's menu if the program has a context menu. The delegate fills the menu when it is about to open.
    func setMenu() {
      guard let table, let source, answers?.hasContextMenu == true else { return removeMenu() }
      if table.menu?.delegate === source { return }
      let menu = NSMenu()
      menu.delegate = source
      table.menu = menu
    }

    /// Removes the menu that `setMenu` has set.
    func removeMenu() {
      if let table, let source, let menu = table.menu, menu.delegate === source { table.menu = nil }
    }

    /// Fills the menu for the row that the user clicked. For a section's row it stays empty, so AppKit does not show
    /// it.
    func fill(_ menu: NSMenu) {
      menu.removeAllItems()
      guard let table, let place = place(ofRow: table.clickedRow) else { return }
      answers?.fill(menu, for: place)
    }
  }
#endif
