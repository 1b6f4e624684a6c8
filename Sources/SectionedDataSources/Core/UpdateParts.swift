import Foundation
import SectionedChanges

/// The list before a step.
@usableFromInline
enum ListBefore<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// It is kept.
  case list(DataSourceUpdate<SectionID, ItemID>.Snapshot)
  /// It became the list after a change of one item, in place, and is made of that again when somebody asks for it: what was
  /// deleted, moved or updated, as it was; nil for an insertion.
  case item(ListElement<ListedID<ItemID>>?)
}

/// What changed in a step. By reference: by itself, each copy retains all the arrays.
@usableFromInline
final class StepChanges<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline let changes: DataSourceUpdate<SectionID, ItemID>.ChangeSet
  /// The change of one item, where that is all.
  @usableFromInline let one: OneItemChange?

  @inlinable
  init(_ changes: DataSourceUpdate<SectionID, ItemID>.ChangeSet) {
    one = changes.one
    self.changes = changes
  }
}

/// What an update says without a type of identifiers: generic code that asks for it looks up no type each time.
@usableFromInline
package class UpdateFacts: @unchecked Sendable {
  /// The number of changes.
  @usableFromInline package final let changeCount: Int
  /// The change of one item, where that is all.
  @usableFromInline package final let one: OneItemChange?
  @usableFromInline package final let origin: UpdateOrigin

  @usableFromInline
  init(changeCount: Int, one: OneItemChange?, origin: UpdateOrigin) {
    (self.changeCount, self.one, self.origin) = (changeCount, one, origin)
  }
}

extension DataSourceUpdate {
  /// What an update consists of.
  @usableFromInline
  final class Parts: UpdateFacts, @unchecked Sendable {
    @usableFromInline let before: ListBefore<SectionID, ItemID>
    @usableFromInline let new: Snapshot
    @usableFromInline let changed: StepChanges<SectionID, ItemID>
    @usableFromInline let oldPhase: LoadingPhase
    @usableFromInline let phase: LoadingPhase
    @usableFromInline let source: ObjectIdentifier?
    /// The list before, when it has been made. Guarded by ``ListsBefore``.
    @usableFromInline var made: Snapshot?

    @inlinable
    init(
      _ before: ListBefore<SectionID, ItemID>, new: Snapshot, changed: StepChanges<SectionID, ItemID>,
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
        ListsBefore.withLock {
          let list = made ?? changed.changes.takenBack(from: new, item)
          made = list
          return list
        }
      }
    }
  }
}

/// Guards the lists before of all updates: each is made once, in the time of one change.
@usableFromInline
enum ListsBefore {
  private static let lock = NSLock()

  @usableFromInline
  static func withLock<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }
}
