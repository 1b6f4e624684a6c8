import CoreData
import SectionedChanges
import SectionedDataSources

// Items are found in the current list, which is ahead of the last step while several edits are performed together: so
// each edit is given places of the list that the edits before it have left.
extension ListEditing {
  /// Makes an editing by which a user moves the items of a fetched source, deletes them from their context, and inserts
  /// new ones.
  ///
  /// An edit that is not wanted can be set to nil afterwards, or refused for single items.
  ///
  /// - Parameters:
  ///   - source: what the view shows, kept alive.
  ///   - move: changes an object so that it stands at a place of the list without it: its order, its section's object;
  ///     nil where items cannot be moved.
  ///   - newItem: sets the values of the object that the user asks for in a section; nil where none can be inserted.
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
  ///   - source: what the view shows, kept alive.
  ///   - move: changes an object so that it stands at a place of the list without it; nil where items cannot be moved.
  ///   - newItem: sets the values of the object that the user asks for; nil where none can be inserted.
  public init<Item>(
    _ source: FetchedList<Item>, move: ((Item, ItemPlace) throws -> Void)? = nil,
    newItem: ((Item, ItemPlace) -> Void)? = nil
  ) {
    self.source = source.identity
    if let move {
      self.move = { from, to in
        guard let item = source.currentItem(at: from) else { return }
        try source.performTogether {
          // Also where the closure throws: what it changed is shown.
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
    // The object may have been deleted before the list has reported it.
    guard item.managedObjectContext === context else { return }
    context.delete(item)
    context.processPendingChanges()
  }
}
