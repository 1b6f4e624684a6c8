import CoreData
import Foundation

/// What an inner controller said of one batch: which objects were touched, and where each was.
///
/// Its kinds of changes are known to be wrong at times (an update that is a move, a move to the same place, a swap told
/// as move and update), so none is kept: the old and the new place of an object say what happened to it.
struct InnerBatch {
  struct Touch {
    let object: NSManagedObject
    /// Its place in the old inner list, as told; nil when it was told to be new, or nothing was told.
    var old: GroupPlace?
    /// Whether the inner controller said that the object was not there before.
    var isNew: Bool
  }

  fileprivate(set) var touches: [Touch] = []
  /// Indices in the old inner list.
  private(set) var removedGroups: [Int] = []
  /// Indices in the new inner list.
  private(set) var newGroups: [Int] = []
  private var numbers: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { touches.isEmpty && removedGroups.isEmpty && newGroups.isEmpty }

  mutating func touch(_ object: NSManagedObject, at place: GroupPlace?, isNew: Bool) {
    if let number = numbers[ObjectIdentifier(object)] {
      // Named twice, say as moved and as updated: what was told of its old place first holds.
      if touches[number].old == nil { touches[number].old = place }
      touches[number].isNew = touches[number].isNew && isNew
    } else {
      numbers[ObjectIdentifier(object)] = touches.count
      touches.append(Touch(object: object, old: place, isNew: isNew))
    }
  }

  mutating func removeGroup(_ index: Int) { removedGroups.append(index) }
  mutating func addGroup(_ index: Int) { newGroups.append(index) }
}

/// The delegate of an inner controller. It records, and hands over each batch when it is whole.
final class InnerRecorder: NSObject, NSFetchedResultsControllerDelegate {
  private var batch = InnerBatch()
  /// Called with each batch, when the inner controller shows the new list.
  var batchEnded: ((InnerBatch) -> Void)?
  /// A test's way to spoil what an inner controller says; nil otherwise.
  var fault: InnerFault?
  /// A test's way to have batches come late; nil while they come at once.
  var delayed: [InnerBatch]?
  /// Whether the inner controller shows more than it has told.
  var isLate: Bool { delayed?.isEmpty == false }

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    batch = InnerBatch()
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    if type == .delete { batch.removeGroup(sectionIndex) } else { batch.addGroup(sectionIndex) }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    guard let object = anObject as? NSManagedObject else { return }
    batch.touch(object, at: type == .insert ? nil : indexPath.map(GroupPlace.init), isNew: type == .insert)
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    let ended = fault.map { batch.spoiled(by: $0) } ?? batch
    batch = InnerBatch()
    if delayed != nil { delayed?.append(ended) } else { batchEnded?(ended) }
  }
}

extension GroupPlace {
  init(_ indexPath: IndexPath) {
    self.init(group: indexPath[0], row: indexPath[1])
  }

  var indexPath: IndexPath { IndexPath(indexes: [group, row]) }
}
