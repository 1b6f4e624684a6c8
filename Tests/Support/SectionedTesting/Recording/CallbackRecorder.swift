import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A delegate that records every call as a line: `will`, `section move 3→1 B`, `item insert [2, 0] t`, `did`.
package final class CallbackRecorder<Section: NSManagedObject, Item: NSManagedObject>:
  SectionedFetchedResultsControllerDelegate
{
  package typealias Controller = SectionedFetchedResultsController<Section, Item>

  /// The calls, in order.
  package private(set) var lines: [String] = []
  /// The change set of each batch.
  package private(set) var changes: [Controller.ChangeSet] = []
  package private(set) var errors: [any Error] = []
  /// The reports of permanent IDs, in order.
  package private(set) var renamings: [Controller.ChangeSet] = []
  /// The section and item calls of each batch. Tests compare them with the calls that its change set implies.
  package private(set) var batches: [[RecordedCall]] = []
  /// The policy for classic calls that applies to each batch.
  package private(set) var classicCallbacks: [ClassicCallbackPolicy] = []
  /// Called within every delegate call, with its line. The calls without a line pass `changes`, `renamed` or `failed`.
  package var during: ((String, Controller) -> Void)?
  /// Called in order, before `during`. They must only read.
  package var watchers: [(String, Controller) -> Void] = []
  private let name: (NSManagedObject) -> String

  /// - Parameter name: the name of an object in a line.
  package init(name: @escaping (NSManagedObject) -> String) { self.name = name }

  /// Returns the lines since the last call, and forgets the recorded batches.
  package func take() -> [String] {
    defer {
      lines = []
      changes = []
      batches = []
      classicCallbacks = []
    }
    return lines
  }

  private func note(_ line: String, _ controller: Controller) {
    lines.append(line)
    notify(line, controller)
  }

  private func notify(_ line: String, _ controller: Controller) {
    for watcher in watchers { watcher(line, controller) }
    during?(line, controller)
  }

  package func controllerWillChangeContent(_ controller: Controller) {
    batches.append([])
    note("will", controller)
    // A policy that is set in this call applies to this batch already.
    classicCallbacks.append(controller.classicCallbacks)
  }

  package func controllerDidChangeContent(_ controller: Controller) { note("did", controller) }

  package func controller(
    _ controller: Controller, didChange section: SectionedFetchedResultsSectionInfo<Section, Item>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    let call = RecordedCall("section", type, sectionIndex.map { [$0] }, newSectionIndex.map { [$0] })
    batches[batches.count - 1].append(call)
    note(call.line(section.object.map(name) ?? "unmatched"), controller)
  }

  package func controller(
    _ controller: Controller, didChange item: Item, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    let call = RecordedCall("item", type, indexPath.map(Array.init), newIndexPath.map(Array.init))
    batches[batches.count - 1].append(call)
    note(call.line(name(item)), controller)
  }

  package func controller(_ controller: Controller, didChangeContentWith changes: Controller.ChangeSet) {
    self.changes.append(changes)
    notify("changes", controller)
  }

  package func controller(_ controller: Controller, didObtainPermanentIDs changes: Controller.ChangeSet) {
    renamings.append(changes)
    notify("renamed", controller)
  }

  package func controller(_ controller: Controller, didFailWith error: any Error) {
    // If inner controllers misreport on purpose, this error is expected. The controller then compares the whole lists.
    let isMisreported = controller.managedObjectContext.userInfo[InnerController.maker] != nil
    if isMisreported, case SectionedFetchedResultsError.inconsistentChanges = error { return }
    errors.append(error)
    notify("failed", controller)
  }
}

extension NSFetchedResultsChangeType {
  /// The case as a word.
  package var word: String {
    switch self {
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    @unknown default: "unknown \(rawValue)"
    }
  }
}
