import SectionedChanges

/// A child of a composed source, with what is known of it there.
@usableFromInline
final class ComposedMember<Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  @usableFromInline
  let child: ChildSource<Section, SectionID, Item, ItemID>
  /// Its number, which it keeps as long as it is shown.
  @usableFromInline
  var slot: Int32 = -1

  /// What it showed at the last step of the composed source.
  @usableFromInline
  var shown = Update.Snapshot()
  @usableFromInline
  var phase = LoadingPhase.loaded
  /// Its index among the children at the last step; -1 when it was none.
  @usableFromInline
  var position = -1
  /// The same after the step that is being made.
  @usableFromInline
  var nextPosition = -1

  /// What it did since the last step.
  @usableFromInline
  var pending = PendingUpdates<SectionID, ItemID>()
  /// Whether it was not observed for a time since the last step.
  @usableFromInline
  var hasGap = false
  /// Whether its sections have left the order of the other children's in the step that is being made.
  @usableFromInline
  var isMoved = false

  @inlinable
  init(_ child: ChildSource<Section, SectionID, Item, ItemID>) { self.child = child }

  /// What it shows now.
  @inlinable
  var snapshot: Update.Snapshot { child.core.snapshot }
  /// Whether it is a child before and after the step that is being made.
  @inlinable
  var stays: Bool { position >= 0 && nextPosition >= 0 }
}

extension ComposedMember {
  /// Takes a step of the child.
  ///
  /// - Returns: whether it is the first one since the last step of the composed source.
  @inlinable
  func receive(_ update: Update) -> Bool {
    // One that is new is compared with nothing, one that was away with what it showed.
    guard position >= 0, !hasGap else { return false }
    let isFirst = pending.isEmpty
    pending.append(update)
    return isFirst
  }

  /// What it did since the last step of the composed source; nil where that is nothing.
  @inlinable
  func changes() -> Update.ChangeSet? {
    guard hasGap else { return pending.joined.flatMap { $0.changes.isEmpty ? nil : $0.changes } }
    let now = snapshot
    guard shown != now else { return nil }
    return try? Update.ChangeSet(from: shown, to: now)
  }

  /// Ends a step.
  @inlinable
  func settle() {
    position = nextPosition
    shown = position < 0 ? Update.Snapshot() : snapshot
    phase = child.core.phase
    pending = .init()
    hasGap = false
    isMoved = false
  }
}
