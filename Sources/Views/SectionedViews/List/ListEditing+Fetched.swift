import CoreData
import SectionedChanges
import SectionedDataSources

// Items are found in the current list, which is newer than the last step while several edits are performed together. So
// the places of each edit refer to the list after the edits before it.
extension ListEditing {
  /// Makes an editing by which a user moves the items of a fetched source, deletes them from their context, and inserts
  /// new ones.
  ///
  /// Set the closure of an edit to nil to forbid the edit. Set `canMove` or `canDelete` to forbid it for single items.
  ///
  /// - Parameters:
  ///   - source: the source that the view shows, which is retained.
  ///   - move: sets the values of an object, such as its position and its section, so that the object is at the given
  ///     place of the list without it; nil if items cannot be moved.
  ///   - newItem: sets the values of a new object in the section of the given place; nil if items cannot be inserted.
  public init<SectionObject, Item>(
    _ source: FetchedDataSource<SectionObject, Item>, move: ((Item, ItemPlace) throws -> Void)? = nil,
    newItem: ((Item, ItemPlace) -> Void)? = nil
  ) {
    self.source = source.identity
    if let move {
      self.move = { from, to in
        guard let item = source.currentItem(at: from) else { return }
        try source.performUserMove(from: from, to: to) { try move(item, to) }
      }
    }
    delete = { place in
      source.currentItem(at: place).map { Self.delete($0, in: source.managedObjectContext) }
    }
    if let newItem {
      insert = { place in try source.addItem(inSection: place.section) { newItem($0, place) } }
    }
  }

  /// Makes an editing by which a user moves the items of a fetched list, deletes them from their context, and inserts
  /// new ones.
  ///
  /// - Parameters:
  ///   - source: the source that the view shows, which is retained.
  ///   - move: sets the values of an object so that it is at the given place of the list without it; nil if items
  ///     cannot be moved.
  ///   - newItem: sets the values of a new object; nil if items cannot be inserted.
  public init<Item>(
    _ source: FetchedList<Item>, move: ((Item, ItemPlace) throws -> Void)? = nil,
    newItem: ((Item, ItemPlace) -> Void)? = nil
  ) {
    self.source = source.identity
    if let move {
      self.move = { from, to in
        guard let item = source.currentItem(at: from) else { return }
        try source.performTogether {
          // Also if the closure throws, so that the changes that it made are shown.
          defer { source.managedObjectContext?.processPendingChanges() }
          try move(item, to)
        }
      }
    }
    delete = { place in
      guard let item = source.currentItem(at: place), let context = source.managedObjectContext else { return }
      Self.delete(item, in: context)
    }
    if let newItem { insert = { place in source.addItem { newItem($0, place) } } }
  }

  private static func delete(_ item: NSManagedObject, in context: NSManagedObjectContext) {
    // The object may be deleted already, if the list has not reported the deletion yet.
    guard item.managedObjectContext === context else { return }
    context.delete(item)
    context.processPendingChanges()
  }
}
