import CoreData
import Foundation
import OrderedRows

/// Records what an inner controller reports, and delivers each batch when it is complete. Each platform has its own
/// extension that observes the controller.
final class InnerRecorder: NSObject {
  /// The reports of the current batch.
  var batch = InnerBatch()
  /// Owned by the list that also owns this recorder.
  unowned let controller: NSFetchedResultsController<NSManagedObject>
  /// Called with each batch, when the inner controller shows the new list.
  var batchEnded: ((InnerBatch) -> Void)?
  /// Called when the inner controller could not follow an event. Apple's controller never reports that, so there this
  /// is not called.
  var failed: ((any Error) -> Void)?
  /// The batches that a test holds back; nil if batches are delivered at once. Until they are delivered, places in the
  /// inner list do not correspond to places in the shown list.
  var delayed: [InnerBatch]?
  /// Whether the inner controller has changes that were not delivered.
  var isLate: Bool { delayed?.isEmpty == false }

  init(_ controller: NSFetchedResultsController<NSManagedObject>) {
    self.controller = controller
    super.init()
    follow()
  }

  /// Ends the current batch and delivers it, unless a test holds it back.
  func endBatch() {
    let ended = batch
    batch = InnerBatch()
    if delayed == nil { batchEnded?(ended) } else { delayed?.append(ended) }
  }
}

extension RowPlace {
  init(_ indexPath: IndexPath) { self.init(section: indexPath[0], item: indexPath[1]) }

  // An array literal would be allocated first.
  var indexPath: IndexPath { IndexPath(index: section).appending(item) }
}
