import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A consumer of a controller's versions. It compares each version with the previous one that it took.
struct StressConsumer {
  private let updates: SectionedFetchedResultsUpdates
  private var last: MusicLibrary.Controller.Snapshot?
  private var version = -1
  /// Whether a user may have moved something since the last version. If two neighbours change places, the user decides
  /// which of them moved.
  private var hasUserMove = false

  init(of controller: MusicLibrary.Controller) { updates = controller.updates }

  /// Notes that a user may have moved something.
  mutating func noteUserMove() { hasUserMove = true }

  /// Takes the waiting versions as one update.
  ///
  /// - Throws: an error if the changes do not lead from the last snapshot to the next or are not minimal, or if the
  ///   snapshot is not the list that the controller shows now.
  mutating func take(from controller: MusicLibrary.Controller) throws {
    defer { hasUserMove = false }
    if let update = updates.takeWaiting() {
      guard update.version > version else { throw StressRun.Wrong("version \(update.version) after \(version)") }
      if let changes = update.changes, let last {
        try changes.check(old: last, new: update.snapshot)
        let applied = try changes.apply(to: last, contentOf: update.snapshot)
        guard applied == update.snapshot else {
          throw StressRun.Wrong("\(changes) does not lead to \(update.snapshot)")
        }
        let least = try changes.minimized(old: last, new: update.snapshot)
        let isLeast = hasUserMove ? changes.count <= least.count : changes.withoutKeys == least.withoutKeys
        guard isLeast else {
          throw StressRun.Wrong(
            "\(changes) is delivered to a consumer, and \(least) is the least of \(last) → \(update.snapshot)")
        }
      }
      (last, version) = (update.snapshot, update.version)
    }
    guard let last else { return }
    guard last == controller.snapshot else {
      throw StressRun.Wrong("the newest version is \(last), the snapshot \(controller.snapshot)")
    }
    let shown = ReferenceList(shownBy: controller)
    guard ReferenceList(last) == shown else {
      throw StressRun.Wrong("the newest version is \(last), shown is \(shown)")
    }
  }
}
