import CoreData
import Foundation

/// The order of all items by the item request alone, whatever their sections. It is a third inner controller, without
/// groups, and exists only while unmatched items of several groups are shown.
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
  /// A closure that ranks unmatched items under some policies; nil if no ranks are needed.
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

  /// Returns the order of all items, fetched at its first use. Unmatched items of a single group do not need it.
  ///
  /// - Returns: nil when the fetch fails. Its error is reported, and unmatched items are shown group by group.
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

  /// Records a change of the order as an event without reports. An item may have passed one of another group, which the
  /// inner list does not report.
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
