import Foundation
import SectionedTesting

@testable import CoreData

/// Writes down what a fetched results controller reports, in the words of `CallbackRecorder`:
/// `item move [0, 0]→[1, 0] t`, `section insert 1 B of 3`, where the section has three objects.
final class ResultsTrace: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var lines: [String] = []
  /// Titles of tracks, for when they are deleted.
  var titles: [ObjectIdentifier: String] = [:]
  /// Called within every call, with its line.
  var during: ((String) -> Void)?
  /// What the controller showed during each call.
  private(set) var shown: [String] = []

  /// What was reported since the last time.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    note("will", controller)
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    let isGone = type == .delete
    let call = RecordedCall("section", type, isGone ? [sectionIndex] : nil, isGone ? nil : [sectionIndex])
    note(call.line("\(sectionInfo.name) of \(sectionInfo.numberOfObjects)"), controller)
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let object = anObject as? NSManagedObject
    let title = object.flatMap { titles[ObjectIdentifier($0)] } ?? object?.shownTitle ?? "?"
    note(RecordedCall("item", type, indexPath.map(Array.init), newIndexPath.map(Array.init)).line(title), controller)
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    note("did", controller)
  }

  private func note(_ line: String, _ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    lines.append(line)
    shown.append((controller.sections ?? []).map { "\($0.name)\($0.numberOfObjects)" }.joined(separator: " "))
    during?(line)
  }

  func takeShown() -> [String] {
    defer { shown = [] }
    return shown
  }
}

/// Makes a controller follow its context, and notes nothing.
final class SilentDelegate: NSObject, NSFetchedResultsControllerDelegate {}

/// Is notified only that something changed.
final class EndOfChanges: NSObject, NSFetchedResultsControllerDelegate {
  var count = 0

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { count += 1 }
}

/// Is notified of the changes as one difference.
final class DifferenceTrace: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var differences: [CollectionDifference<NSManagedObjectID>] = []

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    differences.append(diff)
  }
}
