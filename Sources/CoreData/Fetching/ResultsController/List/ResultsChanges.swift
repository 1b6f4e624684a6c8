import OrderedRows

/// The changes of an event to a results list: the sections that came and went, and the rows that the event touched,
/// with both places of each. Old places are in the list before the event, new places in the list after it.
///
/// Rows that are not named keep their order. Whether a named row moved, or stayed while other rows moved, is not
/// recorded: `DelegateChanges` computes that for a delegate.
package struct ResultsChanges {
  package struct Section: Sendable {
    let key: SectionKey
    package let index: Int
  }

  /// By old index, descending.
  package internal(set) var deletedSections: [Section] = []
  /// By new index, ascending.
  package internal(set) var insertedSections: [Section] = []
  /// By old place, ascending; rows without one come last.
  package internal(set) var rows: [RowChange] = []
  /// The touches of the event, by `RowChange.touch`.
  let touches: [ResultsTouch]
  /// The objects of removed rows, if an observer is to be notified. An object that was never saved is known nowhere
  /// else.
  package internal(set) var deletedObjects: [RowKey: NSManagedObject] = [:]

  init(of touches: [ResultsTouch] = []) { self.touches = touches }

  /// Whether the list is the same, and no object in it has changed.
  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && rows.allSatisfy { !$0.isChanged && $0.old == $0.new }
  }

  mutating func sortSections() {
    if deletedSections.count > 1 { deletedSections.sort { $0.index > $1.index } }
    if insertedSections.count > 1 { insertedSections.sort { $0.index < $1.index } }
  }
}

/// A row that an event touched, with its places in the old and the new results list.
///
/// It contains no references, because retaining them would slow down sorting and copying.
package struct RowChange: Sendable {
  package let key: RowKey
  /// The place in the old list; nil if the row was not in it.
  package var old: RowPlace?
  /// The place in the new list; nil if the row is not in it.
  package var new: RowPlace?
  /// Whether the object itself changed, so that staying in place is an update.
  package let isChanged: Bool
  /// The index of its touch in `ResultsChanges.touches`; nil for a row that the event did not name.
  let touch: Int?
  /// Whether the row is in both lists, and in the same section.
  var staysInSection = false

  /// Whether it comes before another row by old place; rows without one come last.
  func comesFromBefore(_ other: RowChange) -> Bool {
    guard let old else { return false }
    return other.old.map { old < $0 } ?? true
  }

  /// Whether it comes before another row by new place; both must have one.
  func comesToBefore(_ other: RowChange) -> Bool {
    guard let new, let otherNew = other.new else { return false }
    return new < otherNew
  }
}

/// An observer of the results of a fetched results controller. It is notified by keys, so that no object is made.
///
/// The controller calls it once an event, before the delegate, if anything changed or could not be read. The controller
/// shows the new results already.
package protocol ResultsChangesObserver: AnyObject {
  func resultsDidChange(_ changes: ResultsChanges)

  /// Reports that the results could not follow an event. They are as before it; the next event fetches them again.
  func resultsDidFail(_ error: any Error)
}
