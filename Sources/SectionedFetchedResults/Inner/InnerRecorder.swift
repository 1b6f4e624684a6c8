import CoreData
import Foundation
import OrderedRows

/// Records what an inner controller reports, and delivers each batch when it is whole. How it observes the controller
/// is the platform's matter.
final class InnerRecorder: NSObject {
  /// What was reported so far.
  var batch = InnerBatch()
  /// Owns this one together with its list.
  unowned let controller: NSFetchedResultsController<NSManagedObject>
  /// Called with each batch, when the inner controller shows the new list.
  var batchEnded: ((InnerBatch) -> Void)?
  /// Called where the inner controller could not follow an event. Apple's does not say so.
  var failed: ((any Error) -> Void)?
  /// A test's way to spoil what an inner controller reports; nil otherwise.
  var fault: InnerFault?
  /// A test's way to have batches come late; nil while they come at once.
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
    let ended = fault.map { batch.spoiled(by: $0) } ?? batch
    batch = InnerBatch()
    if delayed != nil { delayed?.append(ended) } else { batchEnded?(ended) }
  }
}

extension RowPlace {
  init(_ indexPath: IndexPath) { self.init(section: indexPath[0], item: indexPath[1]) }

  // Not of an array, which would be made first.
  var indexPath: IndexPath { IndexPath(index: section).appending(item) }
}
