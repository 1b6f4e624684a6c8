#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  // Selection, editing and the scroll position.
  extension RowsScreen {
    var selection: [ItemPlace] {
      get { (table?.selectedRowIndexes ?? []).compactMap { place(ofRow: $0) } }
      set {
        guard let table else { return }
        let old = table.selectedRowIndexes
        let count = table.numberOfRows
        let new = IndexSet(newValue.compactMap { row(at: $0) }.filter { $0 < count })
        for row in old.subtracting(new) { table.deselectRow(row) }
        let added = new.subtracting(old)
        if !added.isEmpty { table.selectRowIndexes(added, byExtendingSelection: true) }
      }
    }

    var editedItem: ItemPlace? {
      get {
        var edited: ItemPlace?
        table?.enumerateAvailableRowViews { rowView, row in
          guard edited == nil, let input = rowView.inputs.firstIndex(where: \.isEdited) else { return }
          guard let place = place(ofRow: row) else { return }
          noteEdited(input)
          edited = place
        }
        return edited
      }
      set {
        guard let table, let newValue else { return }
        table.layoutSubtreeIfNeeded()
        guard let row = row(at: newValue), row < table.numberOfRows,
          let inputs = table.rowView(atRow: row, makeIfNecessary: false)?.inputs, inputs.indices.contains(input)
        else { return }
        _ = table.window?.makeFirstResponder(inputs[input])
      }
    }

    var isAtBeginning: Bool { (table?.visibleRect.minY ?? 0) <= 0.5 }

    var anchors: [ScrollAnchor] {
      guard let table, let rows = Range(table.rows(in: table.visibleRect)) else { return [] }
      let start = table.visibleRect.minY
      return rows.compactMap { row in
        place(ofRow: row).map { ScrollAnchor(place: $0, distance: Double(table.rect(ofRow: row).minY - start)) }
      }
    }

    func scroll(to anchor: ScrollAnchor) {
      guard let table else { return }
      table.layoutSubtreeIfNeeded()
      guard let row = row(at: anchor.place), row < table.numberOfRows else { return }
      let wanted = table.rect(ofRow: row).minY - CGFloat(anchor.distance)
      if abs(wanted - table.visibleRect.minY) > 0.5 { table.scroll(CGPoint(x: table.visibleRect.minX, y: wanted)) }
    }
  }
#endif
