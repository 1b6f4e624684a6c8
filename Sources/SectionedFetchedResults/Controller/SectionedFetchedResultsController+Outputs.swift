import CoreData
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The list as identifiers: a value that can be kept and sent anywhere. Versions share structure.
  ///
  /// - Complexity: O(rows) the first time, and O(changes) for each event from then on.
  public var snapshot: Snapshot {
    checkQueue()
    return tracker.snapshot
  }

  /// The versions of the list as they come, the current one first. Each call begins a sequence of its own.
  ///
  /// - Complexity: as ``snapshot``.
  public var updates: SectionedFetchedResultsUpdates {
    checkQueue()
    return tracker.outputs.subscribe(tracker.snapshot, number: tracker.shown.number)
  }

  /// The items that a diffable data source is to configure again after the last report: those of a batch, and those
  /// that got other IDs while it was reported.
  ///
  /// - Complexity: that of ``snapshot``, and O(changes · log changes).
  package var lastReportedItems: [NSManagedObjectID] {
    let list = snapshot
    var known: Set<NSManagedObjectID> = []
    return tracker.lastReported.flatMap { $0.reconfiguredItems(in: list) }.filter { known.insert($0).inserted }
  }

  /// The list as a model for a view's data source: what it answers from until an update plan gives it another.
  ///
  /// - Complexity: O(sections).
  public var stageModel: StageModel<NSManagedObjectID?, NSManagedObjectID> { StageModel(outline) }

  /// The sections with their counts, in the order of the list: what an update plan needs of the new list.
  ///
  /// - Complexity: O(sections).
  public var outline: [SectionOutline<NSManagedObjectID?>] {
    checkQueue()
    return tracker.shown.outline
  }
}
