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
  /// By old place, ascending; rows without one come last. A row is revised if the object itself changed. Its keys are
  /// known only to an observer that needs them.
  package internal(set) var rows = ElementChanges<TouchedRow, RowPlace>()
  /// The touches of the event, by `TouchedRow.touch`.
  let touches: [ResultsTouch]
  /// The objects of removed rows, if an observer is to be notified. An object that was never saved is known nowhere
  /// else.
  package internal(set) var deletedObjects: [RowKey: NSManagedObject] = [:]

  init(of touches: [ResultsTouch] = []) { self.touches = touches }

  /// Whether the list is the same, and no object in it has changed.
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
  /// Whether the row is in both lists, and in the same section.
  var staysInSection = false
}

extension RowPlace? {
  /// Whether it is before another place. No place comes last.
  func isBefore(_ other: RowPlace?) -> Bool {
    guard let self else { return false }
    return other.map { self < $0 } ?? true
  }
}

/// An observer of the results of a fetched results controller. It is notified by keys, so that no object is made.
///
/// The controller calls it once an event, before the delegate, if anything changed or could not be read. The controller
/// shows the new results already.
package protocol ResultsChangesObserver: AnyObject {
  /// Whether the changes have the names of changed properties, which takes time. The default is false.
  var needsChangedKeys: Bool { get }

  func resultsDidChange(_ changes: ResultsChanges)

  /// Reports that the results could not follow an event. They are as before it; the next event fetches them again.
  func resultsDidFail(_ error: any Error)
}

extension ResultsChangesObserver {
  package var needsChangedKeys: Bool { false }
}
