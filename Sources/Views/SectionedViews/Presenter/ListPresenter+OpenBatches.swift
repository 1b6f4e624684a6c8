import SectionedChanges
import SectionedDataSources

/// An update that was shown within the program's own batch update of the view: the view's state before the update, and
/// the changes since then.
struct JoinedBatch<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  let position: ViewPosition
  let old: Update.Snapshot
  var changes: Update.ChangeSet
}

// A *batch of the program* is a batch update that the program itself began on the view. If the program changes the
// source while the batch is open, the update of the view joins the batch. A batch has one old and one new list, so at
// most one stage of a plan can join it. The rest follows when the batch has ended.
extension ListPresenter {
  /// Shows the changes that waited for the end of the program's batch update. The view calls it when that batch has
  /// ended.
  public func batchHasEnded() {
    guard isInProgramsBatch else { return }
    isInProgramsBatch = false
    release()
  }

  /// Suspends updates of the view until the program's batch update has ended.
  func waitForBatch() {
    guard !isInProgramsBatch else { return }
    isInProgramsBatch = true
    hold()
  }

  /// Postpones the remaining stages of an update until the batch has ended, because the stages before them have joined
  /// it.
  ///
  /// - Parameters:
  ///   - rest: the changes of the remaining stages.
  ///   - refreshes: whether the plan ends with elements to configure.
  func wait(with rest: Update.ChangeSet, of update: Update, refreshes: Bool, _ position: ViewPosition) {
    let list = rest.isEmpty ? update.new : Self.list(before: rest, update.new)
    let done =
      rest.isEmpty ? update.changes : Update.changes(update.changes, then: rest.inverted, from: update.old, to: list)
    self.stage = nil
    wait(position, since: update.old, done, to: list)
    // Everything is configured, because later changes may move the places of the plan.
    if refreshes { configurationIsWanted = true }
    if rest.isEmpty { return }
    setShown(list, after: nil)
    let next = Update(
      old: list, new: update.new, changes: rest, oldPhase: update.phase, phase: update.phase, origin: update.origin,
      source: update.source)
    pending = pending.map { next.combined(with: $0) } ?? next
  }

  /// Records the view's state before an update that has joined the batch completely, and waits for the end of the
  /// batch.
  func wait(_ position: ViewPosition, since old: Snapshot, _ changes: Update.ChangeSet, to new: Snapshot) {
    let before = joined
    joined = JoinedBatch(
      position: before?.position ?? position, old: before?.old ?? old,
      changes: before.map { Update.changes($0.changes, then: changes, from: $0.old, to: new) } ?? changes)
    waitForBatch()
  }

  /// Returns the state of the view before an update, and the changes from then to its end. If an earlier update has
  /// joined a batch, both begin before that update.
  func takePosition(of view: any ListView, _ update: Update) -> (position: ViewPosition, changes: Update.ChangeSet) {
    guard let joined else { return (position(of: view), update.changes) }
    self.joined = nil
    return (
      joined.position, Update.changes(joined.changes, then: update.changes, from: joined.old, to: update.new)
    )
  }

  /// Restores the state of the view before a joined batch, if no further update has followed.
  func restoreJoined(in view: any ListView) {
    guard let joined else { return }
    self.joined = nil
    isPresenting = true
    restore(joined.position, after: joined.changes, in: view)
    isPresenting = false
  }

  /// The list before some changes, computed from the list after them.
  private static func list(before changes: Update.ChangeSet, _ new: Snapshot) -> Snapshot {
    let map = PlaceMap(changes)
    let left = Dictionary(changes.sections.deleted.map { ($0.place, $0.id) }) { first, _ in first }
    let list = try? changes.inverted.apply(
      to: new,
      sectionAt: { index in
        map.newSection(ofOld: index).map { new.sections[$0].element } ?? left[index].map { ListElement($0) }
          ?? new.sections[0].element
      }, itemAt: { place in map.newPlace(ofOld: place).map { new[$0] } ?? new[place] })
    guard let list else {
      fatalError("The stages of a plan do not fit its list. This is a fault of the source; report it.")
    }
    return list
  }
}
