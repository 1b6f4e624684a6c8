import Foundation
import SectionedTesting

@testable import CoreData

/// Records the reports of a fetched results controller, in the form of `CallbackRecorder`: `item move [0, 0]→[1, 0] t`,
/// `section insert 1 B of 3`. The last number is that of the section's objects.
final class ResultsTrace: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var lines: [String] = []
  /// The titles of tracks that may be deleted.
  var titles: [ObjectIdentifier: String] = [:]
  /// A closure that is called within every call, with its line.
  var during: ((String) -> Void)?
  /// The list that the controller showed during each call.
  private(set) var shown: [String] = []

  /// Returns the reports since the last call.
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

/// A delegate that makes a controller follow its context, and records nothing.
final class SilentDelegate: NSObject, NSFetchedResultsControllerDelegate {}

/// A delegate that is notified only of the end of changes.
final class EndOfChanges: NSObject, NSFetchedResultsControllerDelegate {
  var count = 0

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { count += 1 }
}

/// A delegate that gets the changes as one difference.
final class DifferenceTrace: NSObject, NSFetchedResultsControllerDelegate {
  private(set) var differences: [CollectionDifference<NSManagedObjectID>] = []

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    differences.append(diff)
  }
}
