import OrderedRows

/// What an event did to a results list: the sections that came and went, and the rows that it touched, with both places
/// of each. Old places are in the list before it, new places in the list after it.
///
/// Rows that are not named stay, in the order they had. Which of the named ones moved, and which stayed while others
/// moved, is not said: `DelegateChanges` works that out for a delegate.
package struct ResultsChanges {
  package struct Section: Sendable {
    let key: SectionKey
    package let index: Int
  }

  /// By old index, descending.
  package internal(set) var deletedSections: [Section] = []
  /// By new index, ascending.
  package internal(set) var insertedSections: [Section] = []
  /// By old place, ascending; those that had none come last.
  package internal(set) var rows: [RowChange] = []
  /// What the event said of the rows, by `RowChange.touch`.
  let touches: [ResultsTouch]
  /// The objects of rows that went, where an observer is to be notified. One that was never saved is known nowhere else.
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

/// One row that an event touched, with its places in the old and the new results list.
///
/// It holds nothing that would have to be retained: lists of them are sorted and copied.
package struct RowChange: Sendable {
  package let key: RowKey
  /// Nil when it was not in the list.
  package var old: RowPlace?
  /// Nil when it is not in the list any more.
  package var new: RowPlace?
  /// Whether the object itself changed, so that staying in place is an update.
  package let isChanged: Bool
  /// The index of what the event said of it in `ResultsChanges.touches`; nil for a row that it did not name.
  let touch: Int?
  /// Whether it is in both lists, and in the same section.
  var staysInSection = false

  /// Whether it stood before another in the old list; those that did not stand there come last.
  func comesFromBefore(_ other: RowChange) -> Bool {
    guard let old else { return false }
    return other.old.map { old < $0 } ?? true
  }

  /// Whether it stands before another in the new list, in which both are.
  func comesToBefore(_ other: RowChange) -> Bool {
    guard let new, let otherNew = other.new else { return false }
    return new < otherNew
  }
}
