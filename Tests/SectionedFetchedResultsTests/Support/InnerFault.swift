import OrderedRows

@testable import SectionedFetchedResults

/// A fault in an inner controller's callbacks: those that Apple's is known for, as far as anything of them can reach the
/// engine. Kinds of changes are not recorded, so that a wrong kind is no fault here.
enum InnerFault: Hashable, Sendable, CaseIterable {
  /// A change comes without its old place, as a move that is reported as an update does.
  case oldPlaceMissing
  /// Old places are those of the new list, as in a swap reported as a move and an update.
  case oldPlaceWrong
  /// An object that was in the list is reported as inserted.
  case insertedForMoved
  /// An item is not named at all.
  case neverNamed
  /// Every item is named twice, the second time elsewhere.
  case namedTwice
}

extension InnerBatch {
  /// The batch with a fault.
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
