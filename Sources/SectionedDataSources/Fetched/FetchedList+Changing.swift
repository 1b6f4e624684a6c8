import CoreData
import Foundation
import SectionedChanges

extension FetchedList {
  /// Fetches with the present request, and follows the context from then on. All differences are one step; at the first
  /// fetch, this is the whole list.
  ///
  /// - Complexity: O(rows) to name and compare them; objects are made at the first access.
  /// - Throws: ``FetchedSourceError`` without sort descriptors, for an unknown entity, and for a result type that gives no
  ///   objects; 134070 in `NSCocoaErrorDomain` when objects would not be of the list's type; the fetch's error. The list
  ///   is then as before. Without a context nothing is fetched, and nothing is thrown.
  public func performFetch() throws { try rows.fetch(fetchRequest, isFolded: isFolded) }

  /// Repeats the fetch with the present request: the same as ``performFetch()``.
  public func reload() throws { try performFetch() }

  /// Changes the request. A list that was fetched is fetched again at once, as one step.
  ///
  /// - Parameter edit: called with a copy of the request; called again if an observer of the context changes the
  ///   request during the fetch.
  /// - Complexity: that of ``performFetch()``.
  /// - Throws: the errors of ``performFetch()``. Request and list are then as before.
  public func changeRequest(_ edit: (NSFetchRequest<Item>) -> Void) throws {
    try changeRequest(isFolded: nil, edit)
  }

  /// - Parameter isFolded: whether no object is shown from now on; nil for no change.
  private func changeRequest(isFolded: Bool?, _ edit: (NSFetchRequest<Item>) -> Void) throws {
    // Observers of the pending changes may change the request, too.
    if rows.query != nil { rows.context?.processPendingChanges() }
    guard let copy = fetchRequest.copy(with: nil) as? NSFetchRequest<Item> else { return }
    edit(copy)
    // The step is delivered when the new request is set, because an observer may change it again.
    try performTogether {
      let folds = isFolded ?? self.isFolded
      if rows.query != nil, !(try rows.fetch(copy, isFolded: folds)) {
        return try changeRequest(isFolded: isFolded, edit)
      }
      (fetchRequest, self.isFolded) = (copy, folds)
    }
  }

  /// Shows other objects of the entity.
  ///
  /// - Parameter predicate: the predicate that they match; nil for all objects.
  /// - Throws: as ``changeRequest(_:)``.
  public func setPredicate(_ predicate: NSPredicate?) throws { try changeRequest { $0.predicate = predicate } }

  /// Shows the objects in another order.
  ///
  /// - Throws: as ``changeRequest(_:)``.
  public func setSortDescriptors(_ sortDescriptors: [NSSortDescriptor]) throws {
    try changeRequest { $0.sortDescriptors = sortDescriptors }
  }

  /// Shows another part of the matching objects. The part is kept up to date when objects are inserted, deleted or
  /// changed.
  ///
  /// - Parameters:
  ///   - limit: the largest number of objects shown. With `ItemLimit.none` the list shows its section without objects
  ///     until the window is set again, and ``countMatching()`` counts them.
  ///   - offset: the number of objects skipped before the first that is shown; 0 if it is negative.
  /// - Throws: as ``changeRequest(_:)``.
  public func setWindow(limit: ItemLimit, offset: Int = 0) throws {
    try changeRequest(isFolded: limit == .none) {
      $0.fetchLimit = limit.count ?? 0
      $0.fetchOffset = max(0, offset)
    }
  }

  /// Shows another part of the matching objects.
  ///
  /// - Parameters:
  ///   - limit: the largest number of objects shown; 0 for all.
  ///   - offset: the number of objects skipped before the first that is shown.
  /// - Throws: as ``changeRequest(_:)``.
  @available(*, deprecated, message: "Pass an ItemLimit: '.first(n)', or '.all' where this takes 0.")
  public func setWindow(limit: Int, offset: Int = 0) throws {
    try setWindow(limit: ItemLimit(integer: limit), offset: offset)
  }

  /// Counts the objects that match the request, shown or not. Without a context there are none.
  ///
  /// - Complexity: one count in the store, and O(unsaved changes).
  /// - Throws: as ``performFetch()``.
  public func countMatching() throws -> Int {
    guard let context = rows.context else { return 0 }
    return try context.count(for: ListQuery(fetchRequest, in: context).forObjects)
  }

  /// Shows the objects of another context; nil for none: the list is then empty, without a section.
  ///
  /// - Throws: the errors of ``performFetch()``. The list is then empty.
  public func setContext(_ context: NSManagedObjectContext?) throws {
    guard context !== rows.context else { return }
    try performTogether {
      rows.leave(for: context)
      try performFetch()
    }
  }

  /// Inserts an object of the entity into the context, which then processes its changes. It is in the list if the
  /// predicate matches it.
  ///
  /// - Parameter configure: sets its values.
  /// - Returns: the object; nil without a context, or when the context's model has no such entity.
  @discardableResult
  public func addItem(_ configure: (Item) -> Void = { _ in }) -> Item? {
    guard let context = rows.context, let entity = try? FetchRequests.entity(of: fetchRequest, in: context) else {
      return nil
    }
    let item: Item? = FetchRequests.insert(entity, into: context)
    guard let item else { return nil }
    configure(item)
    context.processPendingChanges()
    return item
  }
}
