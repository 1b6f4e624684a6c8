import SectionedChanges

/// A step of a source: the list before and after it, the changes between them, and how far the content is loaded.
public struct DataSourceUpdate<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// A version of the list.
  public typealias Snapshot = SectionedSnapshot<ListedID<SectionID>, ListedID<ItemID>>
  /// The changes from one version to the next.
  public typealias ChangeSet = SectionedChangeSet<ListedID<SectionID>, ListedID<ItemID>>

  /// The list before.
  ///
  /// - Complexity: O(1); for a change of one item O(log rows) at the first access.
  @inlinable public var old: Snapshot { parts.old }
  /// The list after.
  @inlinable public var new: Snapshot { parts.new }
  /// The smallest set of changes from the old list to the new one; empty if only the phase changed.
  @inlinable public var changes: ChangeSet { parts.changed.changes }
  /// The phase before.
  @inlinable public var oldPhase: LoadingPhase { parts.oldPhase }
  /// The phase after.
  @inlinable public var phase: LoadingPhase { parts.phase }
  /// The reason for the change. If several steps were combined: their common origin, or ``UpdateOrigin/program`` if
  /// their origins differ.
  @inlinable public var origin: UpdateOrigin { parts.origin }
  /// The source in which the change began; nil if it began in several sources at once.
  @inlinable public var source: ObjectIdentifier? { parts.source }
  /// The properties of the update that do not depend on the types of identifiers. While the update is in memory, the
  /// identity of this object is the identity of the update.
  @usableFromInline package var facts: UpdateFacts { parts }

  /// A reference, because updates are passed from source to source, and copying a struct would retain each of its
  /// arrays.
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
    before: OldList<SectionID, ItemID>, new: Snapshot, changed: StepChanges<SectionID, ItemID>,
    oldPhase: LoadingPhase, phase: LoadingPhase, origin: UpdateOrigin, source: ObjectIdentifier?
  ) {
    parts = Parts(
      before, new: new, changed: changed, oldPhase: oldPhase, phase: phase, origin: origin, source: source)
  }
}

extension DataSourceUpdate: CustomStringConvertible {
  /// `items: inserted [0, 1] (Task p7); phase loading→loaded; by the user`: the changes, the phase if it changed, and
  /// the origin if it is not the program.
  ///
  /// - Complexity: O(changes).
  public var description: String {
    var parts = ["\(changes)"]
    if oldPhase != phase { parts.append("phase \(oldPhase)→\(phase)") }
    switch origin {
    case .program: break
    case .user: parts.append("by the user")
    case .withoutAnimation: parts.append("without animation")
    case .silent: parts.append("silent")
    }
    return parts.joined(separator: "; ")
  }
}

extension DataSourceUpdate {
  /// Combines this update and the next into one.
  ///
  /// - Parameter next: an update whose old list is the new list of this one.
  /// - Returns: the least changes from the old list of this update to the new list of the next one.
  /// - Complexity: O(changes · log changes).
  public func combined(with next: Self) -> Self {
    Self(
      old: old, new: next.new, changes: Self.changes(changes, then: next.changes, from: old, to: next.new),
      oldPhase: oldPhase, phase: next.phase, origin: origin == next.origin ? origin : .program,
      source: source == next.source ? source : nil)
  }

  /// Whether neither the list nor the phase changed. An empty update is not delivered.
  @inlinable
  public var isEmpty: Bool { changes.isEmpty && oldPhase == phase }

  package static func changes(
    _ first: ChangeSet, then second: ChangeSet, from old: Snapshot, to new: Snapshot
  ) -> ChangeSet {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    // Consecutive changes of one list can always be combined; comparing the two lists is the fallback.
    if let joined = try? first.combined(with: second, from: old, to: new) { return joined }
    return (try? ChangeSet(from: old, to: new)) ?? ChangeSet()
  }
}

/// The reason for a change of a source, which determines how a view shows it.
public enum UpdateOrigin: Hashable, Sendable {
  /// The program changed the list.
  case program
  /// The user changed the list in a view, and the view already shows the change.
  case user
  /// The program changed the list, and a view shows the change without animation.
  case withoutAnimation
  /// The program changed the list, and a view adopts the change when it next reloads.
  case silent
}
