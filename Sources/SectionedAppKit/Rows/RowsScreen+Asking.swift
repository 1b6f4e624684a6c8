#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  // Typing and menus, in which a table and an outline differ by the names of their methods only.
  extension RowsScreen {
    /// The text by which typing finds a row; nil where it is not found. Of several columns the first has it.
    func typeSelectText(ofRow row: Int, _ column: NSTableColumn?) -> String? {
      guard column == nil || column === table?.tableColumns.first, let place = place(ofRow: row) else { return nil }
      return answers?.typeSelectText(at: place)
    }

    /// The first row that the user may select and whose text begins with another one.
    ///
    /// - Parameters:
    ///   - start: the first row of the search.
    ///   - end: the row behind the last one; before `start` where the search goes on at the beginning. From a row to
    ///     itself are all rows.
    ///   - text: what the user has typed.
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

    /// Sets a menu whose commands are asked for when it is shown, if the program has one.
    func setMenu(_ delegate: any NSMenuDelegate) {
      guard let table, answers?.hasContextMenu == true else { return removeMenu(delegate) }
      if table.menu?.delegate === delegate { return }
      let menu = NSMenu()
      menu.delegate = delegate
      table.menu = menu
    }

    /// Removes the menu again.
    func removeMenu(_ delegate: any NSMenuDelegate) {
      if let table, let menu = table.menu, menu.delegate === delegate { table.menu = nil }
    }

    /// Fills the menu for the row that the user clicked. It is empty, and not shown, for the row of a section.
    func fill(_ menu: NSMenu) {
      menu.removeAllItems()
      guard let table, let place = place(ofRow: table.clickedRow) else { return }
      answers?.fill(menu, for: place)
    }
  }
#endif
