import SectionedChanges

// A view that has nothing to select, to edit or to scroll, and makes its cells again by a reload.
extension ListView {
  /// True.
  public var isOnScreen: Bool { true }

  /// False.
  public var reducesMotion: Bool { false }

  /// Does nothing.
  public func announce(_ text: String) {}

  /// False: the view knows no batches of the program's own.
  public var hasOpenBatch: Bool { false }

  /// True.
  public var canReload: Bool { true }

  /// Replaces the cells.
  public func configureItems(at places: [ItemPlace]) { reloadItems(at: places) }

  /// Reloads the view.
  public func reloadItems(at places: [ItemPlace]) { reload() }

  /// Reloads the view.
  public func configureSections(at sections: [Int]) { reload() }

  /// Does nothing: the headers show no numbers of items.
  public func configureCounts(ofSections sections: [Int]) {}

  /// Nil.
  public func cellIdentifier(at place: ItemPlace) -> String? { nil }

  /// None; a selection that is set is ignored.
  public var selection: [ItemPlace] {
    get { [] }
    set {}
  }

  /// Nil; an item that is set is ignored.
  public var editedItem: ItemPlace? {
    get { nil }
    set {}
  }

  /// True.
  public var isAtBeginning: Bool { true }

  /// None.
  public var anchors: [ScrollAnchor] { [] }

  /// Does nothing.
  public func scroll(to anchor: ScrollAnchor) {}
}
