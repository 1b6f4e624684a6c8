import OrderedRows

/// An object that an inner controller named in one batch.
struct InnerTouch {
  let subject: InnerSubject
  /// Its place in the old inner list, as reported; nil when it was reported as new, or without a place.
  var old: RowPlace?
  /// Its place in the new inner list; nil when it is not there. Until the batch is recorded, as reported, or nil
  /// when it was reported without a place.
  var new: RowPlace?
  /// Whether the inner controller reported that the object was not there before.
  var isNew: Bool
  /// Its properties that changed; nil when they cannot be known, or are not known until the batch is recorded.
  var changedKeys: Set<String>?
}

/// The report of an inner controller in one batch: the objects that were touched, and their places.
///
/// Its kinds of changes are known to be wrong at times (an update that is a move, a move to the same place, a swap
/// reported as move and update), so none is kept: the old and the new place of an object show what happened to it.
struct InnerBatch {
  private(set) var touches: [InnerTouch] = []
  /// Indices in the old inner list.
  private(set) var removedGroups: [Int] = []
  /// Indices in the new inner list.
  private(set) var newGroups: [Int] = []
  private var numbers: [InnerSubject: Int] = [:]

  var isEmpty: Bool { touches.isEmpty && removedGroups.isEmpty && newGroups.isEmpty }

  mutating func reserveCapacity(_ capacity: Int) { touches.reserveCapacity(capacity) }

  /// Adds what was reported of an object that is not named again.
  mutating func add(_ touch: InnerTouch) { touches.append(touch) }

  /// Adds what was reported of an object that may have been named before, say as moved and as updated.
  mutating func merge(_ touch: InnerTouch) {
    if let number = numbers[touch.subject] {
      // The old place that was reported first holds.
      if touches[number].old == nil { touches[number].old = touch.old }
      touches[number].isNew = touches[number].isNew && touch.isNew
    } else {
      numbers[touch.subject] = touches.count
      touches.append(touch)
    }
  }

  mutating func removeGroup(_ index: Int) { removedGroups.append(index) }
  mutating func addGroup(_ index: Int) { newGroups.append(index) }
}
