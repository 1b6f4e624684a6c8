import CoreData
import Foundation
import OrderedRows

/// Records what an inner controller reports, and delivers each batch when it is whole. How it observes the controller
/// is the platform's matter.
final class InnerRecorder: NSObject {
  /// The reports of the current batch.
  var batch = InnerBatch()
  /// Owns this one together with its list.
  unowned let controller: NSFetchedResultsController<NSManagedObject>
  /// Called with each batch, when the inner controller shows the new list.
  var batchEnded: ((InnerBatch) -> Void)?
  /// Called where the inner controller could not follow an event. Apple's does not say so.
  var failed: ((any Error) -> Void)?
  /// The batches that a test holds back; nil while they are delivered at once. They are here, because no place of the
  /// inner list is one of the shown list until they are delivered.
  var delayed: [InnerBatch]?
  /// Whether the inner controller shows more than was delivered.
  var isLate: Bool { delayed?.isEmpty == false }

  init(_ controller: NSFetchedResultsController<NSManagedObject>) {
    self.controller = controller
    super.init()
    follow()
  }

  /// Delivers what was reported so far.
  func endBatch() {
    let ended = batch
    batch = InnerBatch()
    if delayed == nil { batchEnded?(ended) } else { delayed?.append(ended) }
  }
}

extension RowPlace {
  init(_ indexPath: IndexPath) { self.init(section: indexPath[0], item: indexPath[1]) }

  // Not made of an array, which would be allocated first.
  var indexPath: IndexPath { IndexPath(index: section).appending(item) }
}
