import SectionedChanges
import SectionedDataSources

/// An update that began in a batch of the program's own: the state of the view before it, and the changes since then.
struct JoinedBatch<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  let position: ViewPosition
  let old: Update.Snapshot
  var changes: Update.ChangeSet
}

// A program may change a source within a batch update of its own. An update of the view then joins that batch, which
// has one old and one new list: so it can take in one stage of a plan at most. The rest follows when the batch has
// ended.
extension ListPresenter {
  /// Shows what waits for the end of a batch of the program's own. To be called by the view when that batch has ended.
  public func batchHasEnded() {
    guard isInProgramsBatch else { return }
    isInProgramsBatch = false
    release()
  }

  /// Hands nothing to the view until the program's batch has ended.
  func waitForBatch() {
    guard !isInProgramsBatch else { return }
    isInProgramsBatch = true
    hold()
  }

  /// Leaves the rest of an update for the end of the batch, which its stages up to one have joined.
  ///
  /// - Parameters:
  ///   - rest: the changes of the stages behind that one.
  ///   - refreshes: whether something is to be configured at last.
  func wait(with rest: Update.ChangeSet, of update: Update, refreshes: Bool, _ position: ViewPosition) {
    let list = rest.isEmpty ? update.new : Self.list(before: rest, update.new)
    let done =
      rest.isEmpty ? update.changes : Update.changes(update.changes, then: rest.inverted, from: update.old, to: list)
    self.stage = nil
    wait(position, since: update.old, done, to: list)
    // The places are not kept, because later changes may move them.
    if refreshes { configurationIsWanted = true }
    if rest.isEmpty { return }
    setShown(list, after: nil)
    let next = Update(
      old: list, new: update.new, changes: rest, oldPhase: update.phase, phase: update.phase, origin: update.origin,
      source: update.source)
    pending = pending.map { next.combined(with: $0) } ?? next
  }

  /// Waits for the end of the batch with the view's state before an update that is shown completely.
  func wait(_ position: ViewPosition, since old: Snapshot, _ changes: Update.ChangeSet, to new: Snapshot) {
    let before = joined
    joined = JoinedBatch(
      position: before?.position ?? position, old: before?.old ?? old,
      changes: before.map { Update.changes($0.changes, then: changes, from: $0.old, to: new) } ?? changes)
    waitForBatch()
  }

  /// Returns the state of the view before an update, and the changes from then to its end. Both begin before a joined
  /// batch, which ends here.
  func takePosition(of view: any ListView, _ update: Update) -> (position: ViewPosition, changes: Update.ChangeSet) {
    guard let joined else { return (position(of: view), update.changes) }
    self.joined = nil
    return (
      joined.position, Update.changes(joined.changes, then: update.changes, from: joined.old, to: update.new)
    )
  }

  /// Restores the state of the view before a joined batch that no further update has followed.
  func restoreJoined(in view: any ListView) {
    guard let joined else { return }
    self.joined = nil
    isPresenting = true
    restore(joined.position, after: joined.changes, in: view)
    isPresenting = false
  }

  /// The list from which some changes lead to another one.
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
