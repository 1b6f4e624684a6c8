import OrderedRows

/// The changes of a results list in one event: the removed and inserted sections, and the rows that the event
/// touched, with their old and new places. Old places are in the list before the event, new places in the list after
/// it.
///
/// Rows that are not listed keep their relative order. Whether a listed row moved, or other rows moved around it, is
/// not recorded. `DelegateChanges` computes that for a delegate.
package struct ResultsChanges {
  package struct Section: Sendable {
    let key: SectionKey
    package let index: Int
  }

  /// The removed sections, by descending old index.
  package internal(set) var deletedSections: [Section] = []
  /// The inserted sections, by ascending new index.
  package internal(set) var insertedSections: [Section] = []
  /// The touched rows, by ascending old place; rows without an old place come last. A row is revised if the object
  /// itself changed. The names of its changed properties are filled in only if the observer's `needsChangedKeys` is
  /// true.
  package internal(set) var rows = ElementChanges<TouchedRow, RowPlace>()
  /// The touches of the event. `TouchedRow.touch` is an index into them.
  let touches: [ResultsTouch]
  /// The objects of removed rows, if there is an observer. An object that was never saved cannot be found in any
  /// other way.
  package internal(set) var deletedObjects: [RowKey: NSManagedObject] = [:]

  init(of touches: [ResultsTouch] = []) { self.touches = touches }

  /// Whether neither the list nor an object in it has changed.
  var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty
      && rows.elements.allSatisfy { !$0.isRevised && $0.old == $0.new }
  }

  mutating func sortSections() {
    if deletedSections.count > 1 { deletedSections.sort { $0.index > $1.index } }
    if insertedSections.count > 1 { insertedSections.sort { $0.index < $1.index } }
  }
}

/// A row that an event touched.
///
/// It contains no references, because retaining them would slow down sorting and copying.
package struct TouchedRow: Sendable {
  package let key: RowKey
  /// The index of its touch in `ResultsChanges.touches`; nil for a row that the event did not name.
  let touch: Int?
  /// Whether the row is in the same section in both lists.
  var staysInSection = false
}

extension RowPlace? {
  /// Whether it is before another place. Nil comes after all places.
  func isBefore(_ other: RowPlace?) -> Bool {
    guard let self else { return false }
    return other.map { self < $0 } ?? true
  }
}

/// An observer of the results of a fetched results controller. It is notified by keys, so that no objects are
/// created.
///
/// The controller calls it at most once per event, before the delegate, if the list changed or could not be updated.
/// The controller already has the new results then.
package protocol ResultsChangesObserver: AnyObject {
  /// Whether the changes must include the names of changed properties, which takes time to compute. The default is
  /// false.
  var needsChangedKeys: Bool { get }

  func resultsDidChange(_ changes: ResultsChanges)

  /// Called when the results could not follow an event. They are unchanged, and the next event fetches them again.
  func resultsDidFail(_ error: any Error)
}

extension ResultsChangesObserver {
  package var needsChangedKeys: Bool { false }
}
