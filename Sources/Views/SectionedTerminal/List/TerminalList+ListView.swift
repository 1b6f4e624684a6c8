import SectionedChanges
import SectionedViews

extension TerminalList: ListView {
  public func reload() { forgetLayout() }

  public func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
    showNext()
    forgetLayout()
  }

  // Rows are made when they are drawn, so nothing has to be configured.
  public func configureItems(at places: [ItemPlace]) {}
  public func reloadItems(at places: [ItemPlace]) {}
  public func configureSections(at sections: [Int]) {}
  public func cellIdentifier(at place: ItemPlace) -> String? { nil }

  /// The item with the cursor. While an update is shown, the cursor follows by itself.
  public var selection: [ItemPlace] {
    get { [cursorLine?.item].compactMap { $0 } }
    set {
      guard !isFollowing, let place = newValue.first else { return }
      if layout.line(of: place) != nil { cursorLine = .item(place) }
    }
  }

  public var isAtBeginning: Bool { top == 0 }

  public var anchors: [ScrollAnchor] {
    let layout = layout
    let first = coversLine(top, layout) ? top + 1 : top
    let end = min(top + frame.size.rows, layout.numberOfLines)
    return (min(first, end)..<end).compactMap { line in
      guard case .item(let place) = layout.line(at: line) else { return nil }
      return ScrollAnchor(place: place, distance: Double(line - top))
    }
  }

  public func scroll(to anchor: ScrollAnchor) {
    guard let line = layout.line(of: anchor.place) else { return }
    setTop(line - Int(max(-1e6, min(1e6, anchor.distance.isNaN ? 0 : anchor.distance))))
  }
}
