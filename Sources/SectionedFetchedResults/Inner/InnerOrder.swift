import CoreData
import Foundation

/// The order of all items by the item request alone, whatever their sections: a third inner controller without groups.
/// It is there only while items without a section are shown, which the inner list has in groups.
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
  /// Fetches the order in which unmatched items are shown, or releases it.
  ///
  /// - Throws: the fetch's errors. Such items are then shown in groups.
  func followOrder(_ isNeeded: Bool) throws {
    guard isNeeded, orderRequest.sortDescriptors?.isEmpty == false else {
      order = nil
      engine.rank = nil
      return
    }
    guard order == nil else { return }
    let fetched = InnerOrder(orderRequest, in: context)
    try fetched.performFetch()
    fetched.recorder.batchEnded = { [weak self] in self?.record(order: $0) }
    noteFailures(of: fetched.recorder)
    order = fetched
    engine.rank = { [unowned self] in self.rank(of: $0) }
  }

  /// Records a change of the order: an item may have passed another one in another group, which no group reports.
  private func record(order batch: InnerBatch) {
    guard !batch.isEmpty, pending.isEmpty else { return }
    pending.append(InnerEvent())
    eventRecorded?()
  }

  /// The index of an item among all; nil when it is no longer there.
  func rank(of token: ItemToken) -> Int? {
    guard let order else { return nil }
    if let object = unsaved.object(token) { return order.controller.indexPath(forObject: object).map { $0[1] } }
    return order.index(of: token)
  }
}
