import SectionedChanges

// The defaults are for a view without selection, text editing and scroll position, which updates its cells by a reload.
extension ListView {
  /// True.
  public var isOnScreen: Bool { true }

  /// False.
  public var reducesMotion: Bool { false }

  /// Does nothing.
  public func announce(_ text: String) {}

  /// False, because the view has no batch updates other than the presenter's.
  public var hasOpenBatch: Bool { false }

  /// True.
  public var canReload: Bool { true }

  /// Replaces the cells.
  public func configureItems(at places: [ItemPlace]) { reloadItems(at: places) }

  /// Reloads the view.
  public func reloadItems(at places: [ItemPlace]) { reload() }

  /// Reloads the view.
  public func configureSections(at sections: [Int]) { reload() }

  /// Does nothing, because the headers do not show numbers of items.
  public func configureCounts(ofSections sections: [Int]) {}

  /// Nil.
  public func cellIdentifier(at place: ItemPlace) -> String? { nil }

  /// Empty; a selection that is set is ignored.
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

  /// Empty.
  public var anchors: [ScrollAnchor] { [] }

  /// Does nothing.
  public func scroll(to anchor: ScrollAnchor) {}
}
