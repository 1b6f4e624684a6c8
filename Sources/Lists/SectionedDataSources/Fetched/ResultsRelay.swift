import CoreData
import Foundation
import SectionedFetchedResults

/// The reports of a fetched results controller for one event. Old indices are in the list before the event, new ones in
/// the list after it.
struct ResultsBatch {
  struct Row {
    let object: NSManagedObject
    let old: Int?
    let new: Int?
  }

  var deleted: [Int] = []
  var inserted: [Row] = []
  var moved: [Row] = []
  var updated: [Row] = []

  var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }
}

/// The delegate of a fetched results controller without sections. It collects the calls of an event in a batch.
final class ResultsRelay: NSObject, NSFetchedResultsControllerDelegate {
  private var batch = ResultsBatch()
  private let events: ContextEvents?
  private let receive: (ResultsBatch, ObjectIdentifier) -> Void

  /// - Parameters:
  ///   - events: the events of the controller's context.
  ///   - receive: called at the end of each event, with the reports and the controller's identifier.
  init(_ events: ContextEvents?, receive: @escaping (ResultsBatch, ObjectIdentifier) -> Void) {
    self.events = events
    self.receive = receive
    super.init()
  }

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    batch = ResultsBatch()
    events?.noteReport()
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard let object = anObject as? NSManagedObject else { return }
    let (old, new) = (indexPath.map { $0[1] }, newIndexPath.map { $0[1] })
    switch type {
    case .insert: batch.inserted.append(.init(object: object, old: nil, new: new))
    case .delete: if let old { batch.deleted.append(old) }
    case .move: batch.moved.append(.init(object: object, old: old, new: new))
    default: batch.updated.append(.init(object: object, old: old, new: new))
    }
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    let batch = batch
    self.batch = ResultsBatch()
    receive(batch, ObjectIdentifier(controller))
  }
}
