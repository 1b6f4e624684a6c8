import SectionedChanges

/// One step of a source: the list before and after it, what changed, and how far it is loaded.
public struct DataSourceUpdate<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// A version of the list.
  public typealias Snapshot = SectionedSnapshot<ListedID<SectionID>, ListedID<ItemID>>
  /// What leads from one version to the next.
  public typealias ChangeSet = SectionedChangeSet<ListedID<SectionID>, ListedID<ItemID>>

  /// The list before.
  ///
  /// - Complexity: O(1); O(log rows) the first time that it is asked of a change of one item.
  @inlinable public var old: Snapshot { parts.old }
  /// The list after.
  @inlinable public var new: Snapshot { parts.new }
  /// The least changes that lead from the one to the other; empty where only the phase changed.
  @inlinable public var changes: ChangeSet { parts.changed.changes }
  /// The phase before.
  @inlinable public var oldPhase: LoadingPhase { parts.oldPhase }
  /// The phase after.
  @inlinable public var phase: LoadingPhase { parts.phase }
  /// Why the list changed. Of several steps that are one, the origin that all have, else ``UpdateOrigin/program``.
  @inlinable public var origin: UpdateOrigin { parts.origin }
  /// The source in which it began; nil when it began in several at once.
  @inlinable public var source: ObjectIdentifier? { parts.source }
  /// What it says without a type of identifiers, which also names it among the updates that are there.
  @usableFromInline package var facts: UpdateFacts { parts }

  /// By reference: an update is handed from one to the next, and by itself each copy retains all arrays of its changes.
  @usableFromInline let parts: Parts

  @inlinable
  package init(
    old: Snapshot, new: Snapshot, changes: ChangeSet, oldPhase: LoadingPhase, phase: LoadingPhase,
    origin: UpdateOrigin, source: ObjectIdentifier?
  ) {
    parts = Parts(
      .list(old), new: new, changed: StepChanges(changes), oldPhase: oldPhase, phase: phase, origin: origin,
      source: source)
  }

  @inlinable
  init(
    before: ListBefore<SectionID, ItemID>, new: Snapshot, changed: StepChanges<SectionID, ItemID>,
    oldPhase: LoadingPhase, phase: LoadingPhase, origin: UpdateOrigin, source: ObjectIdentifier?
  ) {
    parts = Parts(
      before, new: new, changed: changed, oldPhase: oldPhase, phase: phase, origin: origin, source: source)
  }
}

extension DataSourceUpdate {
  /// The update that takes the place of this one and the next.
  ///
  /// - Parameter next: an update whose old list is the new list of this one.
  /// - Returns: the least changes from the old list of this one to the new list of the next.
  /// - Complexity: O(changes · log changes).
  public func combined(with next: Self) -> Self {
    Self(
      old: old, new: next.new, changes: Self.changes(changes, then: next.changes, from: old, to: next.new),
      oldPhase: oldPhase, phase: next.phase, origin: origin == next.origin ? origin : .program,
      source: source == next.source ? source : nil)
  }

  /// Whether nothing is different: nothing is delivered then.
  @inlinable
  public var isEmpty: Bool { changes.isEmpty && oldPhase == phase }

  package static func changes(
    _ first: ChangeSet, then second: ChangeSet, from old: Snapshot, to new: Snapshot
  ) -> ChangeSet {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    // Changes of one list after the other always join; comparing the lists is the other way to the same end.
    if let joined = try? first.combined(with: second, from: old, to: new) { return joined }
    return (try? ChangeSet(from: old, to: new)) ?? ChangeSet()
  }
}
