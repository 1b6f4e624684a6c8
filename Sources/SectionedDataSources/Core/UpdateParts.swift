import Foundation
import SectionedChanges

/// The list before a step.
@usableFromInline
enum OldList<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// The old list, kept as a value.
  case list(DataSourceUpdate<SectionID, ItemID>.Snapshot)
  /// The element that was deleted, moved or updated, as it was before; nil for an insertion. The old list was changed
  /// in place by one item, and is made again from the new one at the first access.
  case item(ListElement<ListedID<ItemID>>?)
}

/// The changes of a step. A reference, because copying the value would retain all of its arrays.
@usableFromInline
final class StepChanges<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline let changes: DataSourceUpdate<SectionID, ItemID>.ChangeSet
  /// The change of one item, where there is no other change.
  @usableFromInline let one: OneItemChange?

  @inlinable
  init(_ changes: DataSourceUpdate<SectionID, ItemID>.ChangeSet) {
    one = changes.one
    self.changes = changes
  }
}

/// The facts of an update that do not depend on the types of identifiers: generic code reads them without looking up
/// types each time.
///
/// Unchecked, because a class with subclasses cannot be `Sendable` otherwise. Its properties are constants. `Parts`
/// adds one property that changes, and guards it.
@usableFromInline
package class UpdateFacts: @unchecked Sendable {
  /// The number of changes.
  @usableFromInline package final let changeCount: Int
  /// The change of one item, where there is no other change.
  @usableFromInline package final let one: OneItemChange?
  @usableFromInline package final let origin: UpdateOrigin

  @usableFromInline
  init(changeCount: Int, one: OneItemChange?, origin: UpdateOrigin) {
    (self.changeCount, self.one, self.origin) = (changeCount, one, origin)
  }
}

extension DataSourceUpdate {
  /// The parts of an update.
  @usableFromInline
  final class Parts: UpdateFacts, @unchecked Sendable {
    @usableFromInline let before: OldList<SectionID, ItemID>
    @usableFromInline let new: Snapshot
    @usableFromInline let changed: StepChanges<SectionID, ItemID>
    @usableFromInline let oldPhase: LoadingPhase
    @usableFromInline let phase: LoadingPhase
    @usableFromInline let source: ObjectIdentifier?
    /// The old list, once it was made. Guarded by ``OldListLock``.
    @usableFromInline var made: Snapshot?

    @inlinable
    init(
      _ before: OldList<SectionID, ItemID>, new: Snapshot, changed: StepChanges<SectionID, ItemID>,
      oldPhase: LoadingPhase, phase: LoadingPhase, origin: UpdateOrigin, source: ObjectIdentifier?
    ) {
      self.before = before
      self.new = new
      self.changed = changed
      self.oldPhase = oldPhase
      self.phase = phase
      self.source = source
      super.init(changeCount: changed.changes.count, one: changed.one, origin: origin)
    }

    @inlinable var old: Snapshot {
      switch before {
      case .list(let list): list
      case .item(let item):
        OldListLock.withLock {
          let list = made ?? changed.changes.takenBack(from: new, item)
          made = list
          return list
        }
      }
    }
  }
}

/// Guards the old lists of all updates: each is made once, in the time of one change.
@usableFromInline
enum OldListLock {
  private static let lock = NSLock()

  @usableFromInline
  static func withLock<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }
}
