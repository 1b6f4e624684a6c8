import OrderedRows

/// Objects in an inner controller's report, with their places in the old and the new inner list.
///
/// An old place is the reported one; nil if the object was reported as new, or without a place.
typealias InnerChanges = ElementChanges<InnerSubject, RowPlace>

/// The report of an inner controller in one batch: the objects that were touched, and their places.
///
/// Apple's change types are wrong at times (an update that is a move, a move to the same place, a swap reported as move
/// and update), so they are ignored. The old and the new place of an object show what happened to it.
struct InnerBatch {
  /// The reported objects. Until the batch is recorded, a new place is the reported one, nil if none was reported, and
  /// keys are nil if they are not known yet.
  private(set) var touches = InnerChanges()
  /// The indices in `touches` of objects that were in the list at a place that was not reported.
  private(set) var unplaced: Set<Int> = []
  /// Indices in the old inner list.
  private(set) var removedGroups: [Int] = []
  /// Indices in the new inner list.
  private(set) var newGroups: [Int] = []
  private var numbers: [InnerSubject: Int] = [:]

  /// Makes an empty batch.
  init() {}

  /// Makes a batch in which each object occurs once, with its true places.
  init(_ touches: InnerChanges) { self.touches = touches }

  var isEmpty: Bool { touches.isEmpty && removedGroups.isEmpty && newGroups.isEmpty }

  /// Whether a touched object was reported as not in the list before.
  func isNew(_ number: Int) -> Bool { touches.elements[number].old == nil && !unplaced.contains(number) }

  /// Adds a report of an object. The batch may already have one, for example as moved and now as updated.
  mutating func merge(_ subject: InnerSubject, old: RowPlace?, new: RowPlace?, isNew: Bool, keys: Set<String>?) {
    let number = numbers[subject] ?? touches.count
    if number == touches.count {
      numbers[subject] = number
      touches.append(subject, ElementChange(old: old, new: new, keys: keys))
    } else if touches.elements[number].old == nil {
      // The first old place that was reported is kept.
      touches.elements[number].old = old
    }
    if touches.elements[number].old != nil { unplaced.remove(number) } else if !isNew { unplaced.insert(number) }
  }

  mutating func removeGroup(_ index: Int) { removedGroups.append(index) }
  mutating func addGroup(_ index: Int) { newGroups.append(index) }
}
