import Foundation
import SectionedChanges

/// The list before a step.
@usableFromInline
enum OldList<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// The old list, kept as a value.
  case list(DataSourceUpdate<SectionID, ItemID>.Snapshot)
  /// The element before it was deleted, moved or updated; nil for an insertion. The old list was changed in place by
  /// this one item. At the first access, the old list is made again from the new one.
  case item(ListElement<ListedID<ItemID>>?)
}

/// The changes of a step. A class, because copying a struct would retain all of its arrays.
@usableFromInline
final class StepChanges<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline let changes: DataSourceUpdate<SectionID, ItemID>.ChangeSet
  /// The change of one item; nil if there is any other change.
  @usableFromInline let one: OneItemChange?

  @inlinable
  init(_ changes: DataSourceUpdate<SectionID, ItemID>.ChangeSet) {
    one = changes.one
    self.changes = changes
  }
}

/// The properties of an update that do not depend on the types of identifiers. Generic code reads them without looking
/// up type metadata each time.
///
/// Unchecked, because a class with subclasses cannot be `Sendable` otherwise. Its properties are constants. `Parts`
/// adds one variable, which a lock guards.
@usableFromInline
package class UpdateFacts: @unchecked Sendable {
  /// The number of changes; see `SectionedChangeSet.count`.
  @usableFromInline package final let changeCount: Int
  /// The change of one item; nil if there is any other change.
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
    /// The old list, once it was made from the new one. Guarded by ``OldListLock``.
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

/// Guards the old lists of all updates. One lock is enough, because each old list is made once, by undoing one change.
@usableFromInline
enum OldListLock {
  private static let lock = NSLock()

  @usableFromInline
  static func withLock<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }
}
