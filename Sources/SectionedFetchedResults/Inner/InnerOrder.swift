import CoreData
import Foundation

/// The order of all items by the item request alone, whatever their sections: a third inner controller without groups.
/// It is there only where items without a section are shown that the inner list has in more than one group.
final class InnerOrder {
  let controller: NSFetchedResultsController<NSManagedObject>
  let recorder: InnerRecorder

  /// - Parameter request: the item request as the program gave it, with its own order.
  init(_ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext) {
    controller = InnerController.make(request, in: context)
    recorder = InnerRecorder(controller)
  }

  func performFetch() throws { try controller.performFetch() }

  deinit { controller.delegate = nil }
}

extension FetchedLists {
  /// The order of unmatched items under some policies; nil where none is needed.
  func rank(for policies: ListPolicies) -> ((ItemToken) -> Int?)? {
    guard policies.showsUnmatchedItems, orderRequest.sortDescriptors?.isEmpty == false else { return nil }
    return { [unowned self] in rank(of: $0) }
  }

  /// Orders unmatched items by new policies from now on.
  func followOrder(_ policies: ListPolicies) {
    engine.rank = rank(for: policies)
    lacksOrder = false
    if engine.rank == nil { order = nil }
  }

  /// Fetches the order when it is needed first: the items of one group have that of the inner list.
  ///
  /// - Returns: nil when the fetch fails, whose error is reported. Unmatched items are then shown in groups.
  private func fetchedOrder() -> InnerOrder? {
    if let order { return order }
    if lacksOrder { return nil }
    let fetched = InnerOrder(orderRequest, in: context)
    do {
      try fetched.performFetch()
    } catch {
      lacksOrder = true
      failure = failure ?? error
      return nil
    }
    fetched.recorder.batchEnded = { [weak self] in self?.record(order: $0) }
    noteFailures(of: fetched.recorder)
    order = fetched
    return fetched
  }

  /// Records a change of the order: an item may have passed another one in another group, which no group reports.
  private func record(order batch: InnerBatch) {
    guard !batch.isEmpty, pending.isEmpty else { return }
    pending.append(InnerEvent())
    eventRecorded?()
  }

  /// The index of an item among all; nil when it is no longer there.
  func rank(of token: ItemToken) -> Int? {
    guard let order = fetchedOrder() else { return nil }
    if let object = unsaved.object(token) { return order.controller.indexPath(forObject: object).map { $0[1] } }
    return order.index(of: token)
  }
}
