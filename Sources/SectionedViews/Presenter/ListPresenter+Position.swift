import SectionedChanges
import SectionedDataSources

/// The state that a view keeps while its list changes, as places of the old list.
struct ViewPosition {
  var selection: [ItemPlace] = []
  var editedItem: ItemPlace?
  /// The visible items from the first one on; empty where the scroll position is not kept.
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

  /// Selects, edits and scrolls to the same items as before, if they are still there. They are found by the changes and
  /// not by asking the source, which may be ahead.
  func restore(_ position: ViewPosition, after changes: Update.ChangeSet, in view: any ListView) {
    // As after most events: nothing is looked for in the changes.
    if position.isEmpty { return selectNothing(in: view) }
    let map = PlaceMap(changes)
    let selection = position.selection.compactMap { map.newPlace(ofOld: $0) }.sorted()
    if view.selection.sorted() != selection { view.selection = selection }
    if position.isAtEnd {
      showEnd(in: view)
    } else if let anchor = anchor(position, changes, map) {
      view.scroll(to: anchor)
    }
    // After the view has scrolled: only what is visible is edited.
    let editedItem = position.editedItem.flatMap { map.newPlace(ofOld: $0) }
    if view.editedItem != editedItem { view.editedItem = editedItem }
  }

  /// The place of the last item in the view's list; nil where that has no items.
  private var lastPlace: ItemPlace? {
    let section = (0..<numberOfSections).last { numberOfItems(inSection: $0) > 0 }
    return section.map { ItemPlace(section: $0, item: numberOfItems(inSection: $0) - 1) }
  }

  /// Scrolls as far as there is content: a view has nothing behind the last item with which to fill itself.
  func showEnd(in view: any ListView) {
    if let last = lastPlace { view.scroll(to: ScrollAnchor(place: last, distance: 0)) }
  }

  /// Selects and edits nothing, as before an update.
  func selectNothing(in view: any ListView) {
    if !view.selection.isEmpty { view.selection = [] }
    if view.editedItem != nil { view.editedItem = nil }
  }

  /// The first visible item that is still there, where it should stand.
  private func anchor(
    _ position: ViewPosition, _ changes: Update.ChangeSet, _ map: PlaceMap
  ) -> ScrollAnchor? {
    guard !position.anchors.isEmpty else { return nil }
    // An item that was moved would take the scroll position with it.
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
