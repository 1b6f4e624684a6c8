import SectionedChanges
import SectionedDataSources

extension ListEditing {
  /// Makes an editing by which a user moves and deletes the items of a list in memory, and inserts new ones.
  ///
  /// Set the closure of an edit to nil to forbid the edit. Set ``canMove`` or ``canDelete`` to forbid it for single
  /// items.
  ///
  /// - Parameters:
  ///   - source: the list that the view shows, which is retained.
  ///   - newItem: makes the item to insert at a place, or returns nil to insert none; nil if items cannot be inserted.
  public init<Section, SectionID, Item, ItemID>(
    _ source: MemoryDataSource<Section, SectionID, Item, ItemID>, newItem: ((ItemPlace) throws -> Item?)? = nil
  ) {
    self.source = source.identity
    move = { from, to in try source.performUpdates(origin: .user) { try source.move(from: from, to: to) } }
    delete = { place in _ = try source.performUpdates(origin: .user) { try source.remove(at: place) } }
    guard let newItem else { return }
    insert = { place in
      guard let item = try newItem(place) else { return }
      try source.performUpdates(origin: .user) { try source.insert(item, at: place) }
    }
  }
}
