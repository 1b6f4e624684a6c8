import SectionedChanges
import SectionedDataSources

/// The selection and the scroll position of a view, by the identifiers of items, for state restoration. It can be used
/// for another view of the list and, when it is encoded, by a later process.
public struct ListViewState<ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// The selected items, in the order of the list.
  public var selection: [ListedID<ItemID>]
  /// The first visible item; nil if the view shows the beginning of its list.
  public var first: ListedID<ItemID>?
  /// The distance of that item from the beginning of the visible part, in the view's units.
  public var distance: Double

  /// Makes a state.
  ///
  /// - Parameters:
  ///   - selection: the selected items.
  ///   - first: the first visible item; nil for the beginning of the list.
  ///   - distance: its distance from the beginning of the visible part.
  public init(selection: [ListedID<ItemID>] = [], first: ListedID<ItemID>? = nil, distance: Double = 0) {
    self.selection = selection
    self.first = first
    self.distance = distance
  }

  /// Returns the state with other identifiers of the same items, such as URIs for object IDs, which cannot be encoded.
  ///
  /// - Parameter name: returns the other identifier of an item; nil to leave the item out.
  public func mapIDs<Name>(_ name: (ItemID) -> Name?) -> ListViewState<Name> {
    func renamed(_ id: ListedID<ItemID>) -> ListedID<Name>? {
      name(id.id).map { ListedID($0, occurrence: id.occurrence) }
    }
    return ListViewState<Name>(
      selection: selection.compactMap(renamed), first: first.flatMap(renamed), distance: distance)
  }
}

extension ListViewState: Codable where ItemID: Codable {}

extension ListPresenter {
  /// The view's selection and scroll position; nil if no view shows the list.
  public var viewState: ListViewState<Source.ItemID>? {
    guard let view, hasShown else { return nil }
    var state = ListViewState(selection: view.selection.sorted().compactMap { itemID(at: $0) })
    if view.isAtBeginning { return state }
    for anchor in view.anchors {
      guard let id = itemID(at: anchor.place) else { continue }
      (state.first, state.distance) = (id, anchor.distance)
      break
    }
    return state
  }

  /// Selects only the items of a state in the view, and scrolls to its first item. Items that the view does not show
  /// are skipped. Does nothing without a view, and while the view is asking or being updated.
  public func restore(_ state: ListViewState<Source.ItemID>) {
    guard let view, hasShown, !mustWait else { return }
    isPresenting = true
    view.selection = state.selection.compactMap { place(of: $0) }.sorted()
    if let place = state.first.flatMap({ place(of: $0) }) {
      view.scroll(to: ScrollAnchor(place: place, distance: state.distance))
    }
    isPresenting = false
    showPending()
  }
}
