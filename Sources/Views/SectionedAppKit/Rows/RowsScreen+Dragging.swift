#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  // A drag records the items' names, because the list may change during the drag.
  extension ItemDragging {
    private static var dragType: NSPasteboard.PasteboardType { NSPasteboard.PasteboardType("SectionedAppKit.row") }

    /// Registers a view for drops of its own items, in addition to the types that the program has registered.
    static func register(_ view: NSView) {
      if view.registeredDraggedTypes.contains(dragType) { return }
      view.registerForDraggedTypes(view.registeredDraggedTypes + [dragType])
    }

    /// The pasteboard data with which a drag of an item begins; nil if the item cannot be dragged.
    func writer(at place: ItemPlace) -> (any NSPasteboardWriting)? {
      guard let answers = dragAnswers else { return nil }
      return Self.writer(answers.pasteboardWriter(at: place), isMovable: answers.content.canMove(place))
    }

    /// The pasteboard data with which a drag of an item begins; nil if the item cannot be dragged.
    ///
    /// - Parameters:
    ///   - data: the program's data for other views and programs; nil if the item has none.
    ///   - isMovable: whether the user may move the item within its view.
    static func writer(_ data: (any NSPasteboardWriting)?, isMovable: Bool) -> (any NSPasteboardWriting)? {
      guard isMovable else { return data }
      let data = data ?? NSPasteboardItem()
      // The view accepts this type, whatever the program's data are. A drag names its items itself.
      (data as? NSPasteboardItem)?.setString(dragType.rawValue, forType: dragType)
      return data
    }

    func dragBegins(_ places: [ItemPlace]) { dragged = places.compactMap { dragAnswers?.content.name(at: $0) } }
    func dragEnds() { dragged = [] }

    /// Whether a drag began in this view. The program's closures for drops from other views are not called then, also
    /// if the items cannot be moved.
    func isOwn(_ info: any NSDraggingInfo) -> Bool {
      !dragged.isEmpty && (info.draggingSource as? NSView) === dragSource
    }

    /// Returns the place before which the dragged items would be dropped, after the program's `target` closure.
    ///
    /// - Parameter gap: the proposed place, in the list that still contains the dragged items.
    /// - Returns: the place in the same list; nil if one of the items may not be moved.
    func target(forGap gap: ItemPlace) -> ItemPlace? {
      guard let content = dragAnswers?.content else { return nil }
      let places = dragged.compactMap { content.place(named: $0) }
      guard let old = places.first, places.allSatisfy(content.canMove),
        let new = content.target(of: old, proposed: Self.place(ofGap: gap, without: old))
      else { return nil }
      return new.section == old.section && new.item >= old.item
        ? ItemPlace(section: new.section, item: new.item + 1) : new
    }

    /// Moves the dragged items to a gap, in their order. An item whose move throws an error stays.
    ///
    /// - Returns: whether any item was moved.
    func drop(atGap gap: ItemPlace) -> Bool {
      guard let content = dragAnswers?.content else { return false }
      var gap = gap
      var isAccepted = false
      for name in dragged {
        guard let old = content.place(named: name), content.canMove(old),
          let new = content.target(of: old, proposed: Self.place(ofGap: gap, without: old)),
          content.userDropped(old, at: new)
        else { continue }
        isAccepted = true
        // The next item is dropped after this one, at this item's current place.
        guard let place = content.place(named: name) else { break }
        gap = ItemPlace(section: place.section, item: place.item + 1)
      }
      return isAccepted
    }

    /// The index of a gap in the list that does not contain an item.
    private static func place(ofGap gap: ItemPlace, without item: ItemPlace) -> ItemPlace {
      gap.section == item.section && gap.item > item.item ? ItemPlace(section: gap.section, item: gap.item - 1) : gap
    }
  }

  extension RowsScreen: ItemDragging {
    var dragAnswers: (any DragAnswers)? { answers }
    var dragSource: NSView? { table }

    /// The swipe actions of a row: the program's, preceded on the trailing edge by one that deletes the item.
    func rowActions(at place: ItemPlace, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction] {
      guard let answers else { return [] }
      let actions = answers.rowActions(at: place, edge)
      guard edge == .trailing, let title = answers.deleteTitle, answers.content.canDelete(place),
        let name = answers.content.name(at: place)
      else { return actions }
      let delete = NSTableViewRowAction(style: .destructive, title: title) { [weak self] _, _ in
        // Look the item up by its name, because rows may have been inserted or removed since the swipe began.
        guard let content = self?.answers?.content, let place = content.place(named: name) else { return }
        content.userDeleted(place)
      }
      return [delete] + actions
    }
  }
#endif
