import SectionedChanges

/// A child of a composed source, with its state in that source.
@usableFromInline
final class ComposedMember<Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  @usableFromInline
  let child: ChildSource<Section, SectionID, Item, ItemID>
  /// The child's number, which is constant while the child is shown.
  @usableFromInline
  var slot: Int32 = -1

  /// The child's list at the last step of the composed source.
  @usableFromInline
  var shown = Update.Snapshot()
  @usableFromInline
  var phase = LoadingPhase.loaded
  /// The child's index at the last step; -1 if it was not a child.
  @usableFromInline
  var position = -1
  /// The child's index after the step that is being made.
  @usableFromInline
  var nextPosition = -1

  /// The child's updates since the last step.
  @usableFromInline
  var pending = PendingUpdates<SectionID, ItemID>()
  /// Whether observation was interrupted since the last step.
  @usableFromInline
  var hasGap = false
  /// Whether the child counts as moved among the children in the step that is being made.
  @usableFromInline
  var isMoved = false

  @inlinable
  init(_ child: ChildSource<Section, SectionID, Item, ItemID>) { self.child = child }

  /// The child's current list.
  @inlinable
  var snapshot: Update.Snapshot { child.core.snapshot }
  /// Whether it is a child before and after the step that is being made.
  @inlinable
  var stays: Bool { position >= 0 && nextPosition >= 0 }
}

extension ComposedMember {
  /// Records a step of the child.
  ///
  /// - Returns: whether it is the first one since the last step of the composed source.
  @inlinable
  func receive(_ update: Update) -> Bool {
    // A new child has no old list. A child with a gap is compared with its list as of the last step.
    guard position >= 0, !hasGap else { return false }
    let isFirst = pending.isEmpty
    pending.append(update)
    return isFirst
  }

  /// The child's changes since the last step of the composed source; nil if there are none.
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
