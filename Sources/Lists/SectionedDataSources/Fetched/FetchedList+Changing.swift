import CoreData
import Foundation
import SectionedChanges

extension FetchedList {
  /// Fetches with the present request, and follows the context from then on. All differences from the list before are
  /// one step. The first fetch inserts the whole list. Without a context, nothing is fetched or thrown.
  ///
  /// - Complexity: O(rows) to fetch and compare the identifiers. Objects are made at the first access.
  /// - Throws: ``FetchedSourceError`` if the request has no sort descriptors, an unknown entity, or a result type other
  ///   than objects; error 134070 of `NSCocoaErrorDomain` if the objects would not have the list's type; the fetch's
  ///   error. The list is then as before.
  public func performFetch() throws { try rows.fetch(fetchRequest, isFolded: isFolded) }

  /// Repeats the fetch with the present request: the same as ``performFetch()``.
  public func reload() throws { try performFetch() }

  /// Changes the request. If the list was fetched before, it is fetched again at once, as one step.
  ///
  /// - Parameter edit: called with a copy of the request; called again if an observer of the context changes the
  ///   request during the fetch.
  /// - Complexity: that of ``performFetch()``.
  /// - Throws: the errors of ``performFetch()``. The request and the list are then as before.
  public func changeRequest(_ edit: (NSFetchRequest<Item>) -> Void) throws {
    try changeRequest(isFolded: nil, edit)
  }

  /// - Parameters:
  ///   - isFolded: true to show no object from now on; nil for no change.
  ///   - edit: called with a copy of the request.
  private func changeRequest(isFolded: Bool?, _ edit: (NSFetchRequest<Item>) -> Void) throws {
    // Observers of the pending changes may change the request, too.
    if rows.query != nil { rows.context?.processPendingChanges() }
    guard let copy = fetchRequest.copy(with: nil) as? NSFetchRequest<Item> else { return }
    edit(copy)
    // The step is delivered only after the new request is set, because an observer of the step may change it again.
    try performTogether {
      let folds = isFolded ?? self.isFolded
      if rows.query != nil, !(try rows.fetch(copy, isFolded: folds)) {
        return try changeRequest(isFolded: isFolded, edit)
      }
      (fetchRequest, self.isFolded) = (copy, folds)
    }
  }

  /// Changes the request's predicate.
  ///
  /// - Parameter predicate: the predicate that shown objects match; nil for all objects.
  /// - Throws: as ``changeRequest(_:)``.
  public func setPredicate(_ predicate: NSPredicate?) throws { try changeRequest { $0.predicate = predicate } }

  /// Changes the order of the objects.
  ///
  /// - Parameter sortDescriptors: the new sort descriptors, at least one.
  /// - Throws: as ``changeRequest(_:)``.
  public func setSortDescriptors(_ sortDescriptors: [NSSortDescriptor]) throws {
    try changeRequest { $0.sortDescriptors = sortDescriptors }
  }

  /// Changes the window: the part of the matching objects that is shown. The list keeps the window filled when objects
  /// are inserted, deleted or changed.
  ///
  /// - Parameters:
  ///   - limit: the largest number of objects shown. With `ItemLimit.none` the list shows its section without objects
  ///     until the window is set again. ``countMatching()`` still counts the matching objects.
  ///   - offset: the number of objects skipped before the first that is shown; 0 if it is negative.
  /// - Throws: as ``changeRequest(_:)``.
  public func setWindow(limit: ItemLimit, offset: Int = 0) throws {
    try changeRequest(isFolded: limit == .none) {
      $0.fetchLimit = limit.count ?? 0
      $0.fetchOffset = max(0, offset)
    }
  }

  /// Changes the window: the part of the matching objects that is shown.
  ///
  /// - Parameters:
  ///   - limit: the largest number of objects shown; 0 for all.
  ///   - offset: the number of objects skipped before the first that is shown.
  /// - Throws: as ``changeRequest(_:)``.
  @available(*, deprecated, message: "Pass an ItemLimit: '.first(n)', or '.all' where this takes 0.")
  public func setWindow(limit: Int, offset: Int = 0) throws {
    try setWindow(limit: ItemLimit(integer: limit), offset: offset)
  }

  /// Counts the objects that match the request, in the window or not; 0 without a context.
  ///
  /// - Complexity: one count in the store, and O(unsaved changes).
  /// - Throws: as ``performFetch()``.
  public func countMatching() throws -> Int {
    guard let context = rows.context else { return 0 }
    return try context.count(for: ListQuery(fetchRequest, in: context).forObjects)
  }

  /// Follows another context. All differences are one step.
  ///
  /// - Parameter context: the context to follow; nil for none, which makes the list empty, without a section.
  /// - Throws: the errors of ``performFetch()``. The list is then empty.
  public func setContext(_ context: NSManagedObjectContext?) throws {
    guard context !== rows.context else { return }
    try performTogether {
      rows.leave(for: context)
      try performFetch()
    }
  }

  /// Inserts an object of the request's entity into the context, and processes the context's pending changes. The list
  /// shows the object if the predicate matches it and the window includes it.
  ///
  /// - Parameter configure: sets the object's values.
  /// - Returns: the object; nil without a context, if the entity is unknown or abstract, or if its class is not `Item`.
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
