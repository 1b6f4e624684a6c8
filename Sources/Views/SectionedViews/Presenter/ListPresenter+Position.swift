import SectionedChanges
import SectionedDataSources

/// The state of a view that is restored when its list has changed. Places are those of the old list.
struct ViewPosition {
  var selection: [ItemPlace] = []
  var editedItem: ItemPlace?
  /// The visible items in order; empty if the scroll position is not kept.
  var anchors: [ScrollAnchor] = []
  /// Whether the last item is visible, and the view follows it.
  var isAtEnd = false

  var isEmpty: Bool { selection.isEmpty && editedItem == nil && anchors.isEmpty && !isAtEnd }
}

extension ListPresenter {
  /// Returns the view's selection, its edited item, and its visible items if the scroll position is kept.
  func position(of view: any ListView) -> ViewPosition {
    var position = ViewPosition()
    guard hasShown else { return position }
    position.selection = view.selection.filter(holds)
    position.editedItem = view.editedItem.flatMap { holds($0) ? $0 : nil }
    if followsEnd {
      let last = lastPlace
      position.isAtEnd = last == nil || view.anchors.contains { $0.place == last }
    }
    let isKept =
      switch scrollAnchoring {
      case .never: false
      case .whenScrolled: !view.isAtBeginning
      case .always: true
      }
    if isKept { position.anchors = view.anchors.filter { holds($0.place) } }
    return position
  }

  /// Whether the view's list has an item at a place. A view may name places that it does not have, such as
  /// `NSNotFound`.
  package func holds(_ place: ItemPlace) -> Bool {
    place.item >= 0 && place.item < numberOfItems(inSection: place.section)
  }

  /// Selects, edits and scrolls to the same items as before, if they are still there. Their new places come from the
  /// changes instead of the source, which may have a newer list.
  func restore(_ position: ViewPosition, after changes: Update.ChangeSet, in view: any ListView) {
    // The usual case. Nothing is searched in the changes.
    if position.isEmpty { return selectNothing(in: view) }
    let map = PlaceMap(changes)
    let selection = position.selection.compactMap { map.newPlace(ofOld: $0) }.sorted()
    if view.selection.sorted() != selection { view.selection = selection }
    if position.isAtEnd {
      showEnd(in: view)
    } else if let anchor = anchor(position, changes, map) {
      view.scroll(to: anchor)
    }
    // After the view has scrolled, because only a visible item can be edited.
    let editedItem = position.editedItem.flatMap { map.newPlace(ofOld: $0) }
    if view.editedItem != editedItem { view.editedItem = editedItem }
  }

  /// The place of the last item in the view's list; nil if the list has no items.
  private var lastPlace: ItemPlace? {
    let section = (0..<numberOfSections).last { numberOfItems(inSection: $0) > 0 }
    return section.map { ItemPlace(section: $0, item: numberOfItems(inSection: $0) - 1) }
  }

  /// Scrolls to the end. The anchor asks for the last item at the beginning of the visible area, but a view scrolls
  /// only as far as it has content.
  func showEnd(in view: any ListView) {
    if let last = lastPlace { view.scroll(to: ScrollAnchor(place: last, distance: 0)) }
  }

  /// Clears the selection and the edited item.
  func selectNothing(in view: any ListView) {
    if !view.selection.isEmpty { view.selection = [] }
    if view.editedItem != nil { view.editedItem = nil }
  }

  /// The anchor of the first visible item that is still there, if possible one that did not move.
  private func anchor(
    _ position: ViewPosition, _ changes: Update.ChangeSet, _ map: PlaceMap
  ) -> ScrollAnchor? {
    guard !position.anchors.isEmpty else { return nil }
    // A moved item would take the scroll position with it.
    let moved = Set(changes.items.moved.map(\.from))
    let movedSections = Set(changes.sections.moved.map(\.from))
    let anchors = position.anchors.compactMap { anchor in
      map.newPlace(ofOld: anchor.place).map {
        (old: anchor.place, new: ScrollAnchor(place: $0, distance: anchor.distance))
      }
    }
    let staying = anchors.first { !moved.contains($0.old) && !movedSections.contains($0.old.section) }
    return (staying ?? anchors.first)?.new
  }
}
