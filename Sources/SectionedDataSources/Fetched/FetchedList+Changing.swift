import CoreData
import Foundation
import SectionedChanges

extension FetchedList {
  /// Fetches by the request as it is now, and follows the context from then on. What is different is one step; of the
  /// first fetch all is.
  ///
  /// - Complexity: O(rows) to name and compare them; objects are made when they are asked for.
  /// - Throws: ``FetchedSourceError`` without sort descriptors, and for an unknown entity; 134070 in
  ///   `NSCocoaErrorDomain` when objects would not be of the list's type; the fetch's error. The list is then as
  ///   before. Without a context nothing is fetched, and nothing thrown.
  public func performFetch() throws { try rows.fetch(fetchRequest) }

  /// Repeats the fetch by the request as it is now: the same as ``performFetch()``.
  public func reload() throws { try performFetch() }

  /// Changes the request. A list that was fetched fetches again at once, as one step.
  ///
  /// - Parameter edit: is given a copy of the request; called again where whoever observes the context changes the request
  ///   while the list is fetched.
  /// - Complexity: that of ``performFetch()``.
  /// - Throws: the errors of ``performFetch()``. Request and list are then as before.
  public func changeRequest(_ edit: (NSFetchRequest<Item>) -> Void) throws {
    // Whoever observes what is pending may change the request, too.
    if rows.query != nil { rows.context?.processPendingChanges() }
    guard let copy = fetchRequest.copy(with: nil) as? NSFetchRequest<Item> else { return }
    edit(copy)
    // The step is delivered when the request is the new one: an observer may change it again.
    try performTogether {
      if rows.query != nil, !(try rows.fetch(copy)) { return try changeRequest(edit) }
      fetchRequest = copy
    }
  }

  /// Shows other objects of the entity.
  ///
  /// - Parameter predicate: which; nil for all.
  /// - Throws: as ``changeRequest(_:)``.
  public func setPredicate(_ predicate: NSPredicate?) throws { try changeRequest { $0.predicate = predicate } }

  /// Shows the objects in another order.
  ///
  /// - Throws: as ``changeRequest(_:)``.
  public func setSortDescriptors(_ sortDescriptors: [NSSortDescriptor]) throws {
    try changeRequest { $0.sortDescriptors = sortDescriptors }
  }

  /// Shows another part of what the predicate matches. It stays true while objects come, go and change.
  ///
  /// - Parameters:
  ///   - limit: how many objects are shown at most; 0 for all.
  ///   - offset: how many are left out before the first that is shown.
  /// - Throws: as ``changeRequest(_:)``.
  public func setWindow(limit: Int, offset: Int = 0) throws {
    try changeRequest {
      $0.fetchLimit = max(0, limit)
      $0.fetchOffset = max(0, offset)
    }
  }

  /// Shows the objects of another context, or of none: then the list is empty, without a section.
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
