import SectionedChanges

/// One step of a source: the list before and after it, what changed, and how far it is loaded.
public struct DataSourceUpdate<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// A version of the list.
  public typealias Snapshot = SectionedSnapshot<ListedID<SectionID>, ListedID<ItemID>>
  /// What leads from one version to the next.
  public typealias ChangeSet = SectionedChangeSet<ListedID<SectionID>, ListedID<ItemID>>

  /// The list before.
  public let old: Snapshot
  /// The list after.
  public let new: Snapshot
  /// The least changes that lead from the one to the other; empty where only the phase changed.
  public let changes: ChangeSet
  /// The phase before.
  public let oldPhase: LoadingPhase
  /// The phase after.
  public let phase: LoadingPhase
  /// Why the list changed. Of several steps that are one, the origin that all have, else ``UpdateOrigin/program``.
  public let origin: UpdateOrigin
  /// The source in which it began; nil when it began in several at once.
  public let source: ObjectIdentifier?
  /// The number of changes. Counted where the identifiers are known: generic code asks for each type of array first.
  @usableFromInline package let changeCount: Int

  @inlinable
  package init(
    old: Snapshot, new: Snapshot, changes: ChangeSet, oldPhase: LoadingPhase, phase: LoadingPhase,
    origin: UpdateOrigin, source: ObjectIdentifier?
  ) {
    self.old = old
    self.new = new
    self.changes = changes
    self.oldPhase = oldPhase
    self.phase = phase
    self.origin = origin
    self.source = source
    changeCount = changes.count
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
