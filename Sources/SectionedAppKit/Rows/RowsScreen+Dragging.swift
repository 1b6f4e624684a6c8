#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  // Items are dragged by their names, because the list may change meanwhile.
  extension ItemDragging {
    private static var dragType: NSPasteboard.PasteboardType { NSPasteboard.PasteboardType("SectionedAppKit.row") }

    /// Declares to the view that items of its own may be dropped in it, beside what the program has declared.
    static func register(_ view: NSView) {
      if view.registeredDraggedTypes.contains(dragType) { return }
      view.registerForDraggedTypes(view.registeredDraggedTypes + [dragType])
    }

    /// The data of an item that a drag begins with; nil where it cannot be dragged.
    func writer(at place: ItemPlace) -> (any NSPasteboardWriting)? {
      guard let answers = dragAnswers else { return nil }
      if let writer = answers.pasteboardWriter(at: place) {
        // Within the view it is moved, whatever the program lets other applications do with it.
        if answers.content.canMove(place) {
          (writer as? NSPasteboardItem)?.setString("\(place)", forType: Self.dragType)
        }
        return writer
      }
      guard answers.content.canMove(place) else { return nil }
      return Self.ownWriter("\(place)")
    }

    /// The data of an item that is dragged within its view only.
    static func ownWriter(_ text: String) -> any NSPasteboardWriting {
      let item = NSPasteboardItem()
      item.setString(text, forType: dragType)
      return item
    }

    func dragBegins(_ places: [ItemPlace]) { dragged = places.compactMap { dragAnswers?.content.name(at: $0) } }
    func dragEnds() { dragged = [] }

    /// Whether a drag began in this view, with items that are moved in it.
    func isOwn(_ info: any NSDraggingInfo) -> Bool {
      !dragged.isEmpty && (info.draggingSource as? NSView) === dragSource
    }

    /// The place where the dragged items may be dropped near another one.
    ///
    /// - Parameter gap: the place in front of which they are dropped, in the list with them.
    /// - Returns: the same for the place where they go; nil where the first of them may not be moved.
    func target(forGap gap: ItemPlace) -> ItemPlace? {
      guard let content = dragAnswers?.content else { return nil }
      let places = dragged.compactMap { content.place(named: $0) }
      guard let old = places.first, places.allSatisfy(content.canMove),
        let new = content.target(of: old, proposed: Self.place(ofGap: gap, without: old))
      else { return nil }
      return new.section == old.section && new.item >= old.item
        ? ItemPlace(section: new.section, item: new.item + 1) : new
    }

    /// Moves the dragged items to a gap, in their order.
    ///
    /// - Returns: whether some of them were there.
    func drop(atGap gap: ItemPlace) -> Bool {
      guard let content = dragAnswers?.content else { return false }
      var gap = gap
      var isAccepted = false
      for name in dragged {
        guard let old = content.place(named: name), content.canMove(old),
          let new = content.target(of: old, proposed: Self.place(ofGap: gap, without: old))
        else { continue }
        content.userDropped(old, at: new)
        isAccepted = true
        // The next one goes behind it, wherever it is now.
        guard let place = content.place(named: name) else { break }
        gap = ItemPlace(section: place.section, item: place.item + 1)
      }
      return isAccepted
    }

    /// The place of a gap in the list without an item.
    private static func place(ofGap gap: ItemPlace, without item: ItemPlace) -> ItemPlace {
      gap.section == item.section && gap.item > item.item ? ItemPlace(section: gap.section, item: gap.item - 1) : gap
    }

  }

  extension RowsScreen: ItemDragging {
    var dragAnswers: (any DragAnswers)? { answers }
    var dragSource: NSView? { table }

    /// The buttons that a swipe uncovers: the program's, and on the trailing side one that deletes the item.
    func rowActions(at place: ItemPlace, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction] {
      guard let answers else { return [] }
      let actions = answers.rowActions(at: place, edge)
      guard edge == .trailing, let title = answers.deleteTitle, answers.content.canDelete(place),
        let name = answers.content.name(at: place)
      else { return actions }
      let delete = NSTableViewRowAction(style: .destructive, title: title) { [weak self] _, _ in
        // By identity: rows may have come and gone since the swipe began.
        guard let content = self?.answers?.content, let place = content.place(named: name) else { return }
        content.userDeleted(place)
      }
      return [delete] + actions
    }
  }
#endif
