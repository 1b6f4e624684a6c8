import CoreData
import SectionedChanges

extension SectionedFetchedResultsController {
  /// The list as identifiers, a value that can be kept and sent to any actor. Versions share structure.
  ///
  /// - Complexity: O(rows) for the first call, and O(changes) for each event from then on.
  public var snapshot: Snapshot {
    checkQueue()
    return tracker.snapshot
  }

  /// A sequence of the versions of the list, beginning with the current one. Each call begins a new sequence.
  ///
  /// - Complexity: as ``snapshot``.
  public var updates: SectionedFetchedResultsUpdates {
    checkQueue()
    return tracker.outputs.subscribe(tracker.snapshot, number: tracker.shown.number)
  }

  /// The items that a diffable data source must reconfigure after the last report: those of the batch, and those that
  /// got other IDs during it.
  ///
  /// - Complexity: that of ``snapshot``, and O(changes · log changes).
  package var lastReportedItems: [NSManagedObjectID] {
    let list = snapshot
    var known: Set<NSManagedObjectID> = []
    return tracker.lastReported.flatMap { $0.reconfiguredItems(in: list) }.filter { known.insert($0).inserted }
  }

  /// The current list as the first model of a view's data source. While an update plan runs, use the models of its
  /// stages instead.
  ///
  /// - Complexity: O(sections).
  public var stageModel: StageModel<NSManagedObjectID?, NSManagedObjectID> { StageModel(outline) }

  /// The sections with their counts, in the order of the list. An update plan takes it as the outline of the new list.
  ///
  /// - Complexity: O(sections).
  public var outline: [SectionOutline<NSManagedObjectID?>] {
    checkQueue()
    return tracker.shown.outline
  }
}
