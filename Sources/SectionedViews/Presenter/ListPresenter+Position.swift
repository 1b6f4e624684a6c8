import SectionedChanges
import SectionedDataSources

/// What a view keeps by identity while its list changes.
struct ViewPosition<ItemID: Hashable & Sendable> {
  var selection: [ListedID<ItemID>] = []
  var edited: ListedID<ItemID>?
  /// The visible items from the first one on; empty where the position is not kept.
  var anchors: [(id: ListedID<ItemID>, distance: Double)] = []
}

extension ListPresenter {
  /// What the view has selected, is edited in it, and is visible.
  func position(of view: any ListView) -> ViewPosition<Source.ItemID> {
    var position = ViewPosition<Source.ItemID>()
    guard hasShown else { return position }
    position.selection = view.selection.compactMap { itemID(at: $0) }
    position.edited = view.editedItem.flatMap { itemID(at: $0) }
    let isKept =
      switch scrollAnchoring {
      case .never: false
      case .whenScrolled: !view.isAtBeginning
      case .always: true
      }
    if isKept {
      position.anchors = view.anchors.compactMap { anchor in itemID(at: anchor.place).map { ($0, anchor.distance) } }
    }
    return position
  }

  /// Selects, edits and scrolls to the same items as before, as far as they are there.
  func restore(_ position: ViewPosition<Source.ItemID>, in view: any ListView) {
    let selection = position.selection.compactMap { placeShown(of: $0) }.sorted()
    if view.selection.sorted() != selection { view.selection = selection }
    if let edited = position.edited {
      let place = placeShown(of: edited)
      if view.editedItem != place { view.editedItem = place }
    }
    for anchor in position.anchors {
      guard let place = placeShown(of: anchor.id) else { continue }
      view.scroll(to: ScrollAnchor(place: place, distance: anchor.distance))
      return
    }
  }

  /// Where an item stands in the list that is shown. The source may be ahead of it.
  private func placeShown(of id: ListedID<Source.ItemID>) -> ItemPlace? {
    guard let waiting else { return place(of: id) }
    if let place = source.place(of: id) { return PlaceMap(waiting.changes).oldPlace(ofNew: place) }
    return waiting.changes.items.deleted.first { $0.id == id }?.place
      ?? waiting.changes.itemsTaken.first { $0.id == id }?.place
  }
}
