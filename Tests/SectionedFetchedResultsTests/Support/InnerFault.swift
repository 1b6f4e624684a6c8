import OrderedRows

@testable import SectionedFetchedResults

/// A fault in an inner controller's callbacks, of the kinds for which Apple's is known, as far as they can reach the
/// engine. A wrong kind of change is no fault here, because kinds are not recorded.
enum InnerFault: Hashable, Sendable, CaseIterable {
  /// A change comes without its old place, as when a move is reported as an update.
  case oldPlaceMissing
  /// The old place is the row after the true one. Apple's gives wrong old places when it reports a swap as a move and
  /// an update.
  case oldPlaceWrong
  /// An object that was already in the list is reported as inserted.
  case insertedForMoved
  /// The first changed item is not named at all.
  case neverNamed
  /// Every changed item is named twice, the second time with another old place.
  case namedTwice
}

extension InnerBatch {
  /// The batch without the groups that came and went.
  var withoutGroups: InnerBatch {
    var batch = InnerBatch()
    for (number, touch) in touches.enumerated() {
      batch.merge(touch.name, old: touch.old, new: touch.new, isNew: isNew(number), keys: touch.keys)
    }
    return batch
  }

  /// Returns the batch with a fault.
  func spoiled(by fault: InnerFault) -> InnerBatch {
    var spoiled = InnerBatch()
    for index in removedGroups { spoiled.removeGroup(index) }
    for index in newGroups { spoiled.addGroup(index) }
    for (number, touch) in touches.enumerated() {
      let elsewhere = touch.old.map { RowPlace(section: $0.section, item: $0.item + 1) }
      func record(_ old: RowPlace?, isNew: Bool) {
        spoiled.merge(touch.name, old: old, new: touch.new, isNew: isNew, keys: touch.keys)
      }
      switch fault {
      case .oldPlaceMissing: record(nil, isNew: isNew(number))
      case .oldPlaceWrong: record(elsewhere, isNew: isNew(number))
      case .insertedForMoved: record(nil, isNew: true)
      case .neverNamed: if number > 0 { record(touch.old, isNew: isNew(number)) }
      case .namedTwice:
        record(touch.old, isNew: isNew(number))
        record(elsewhere, isNew: isNew(number))
      }
    }
    return spoiled
  }
}
