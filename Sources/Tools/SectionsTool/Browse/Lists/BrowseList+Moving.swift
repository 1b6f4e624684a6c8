import CoreData
import SectionedDataSources
import SectionedFetchedResults
import SectionedViews

extension BrowseList {
  /// Lets the user move items, if the store is opened for edits, and the option `--position` or a followed relationship
  /// says what the moves change.
  ///
  /// - Parameters:
  ///   - query: the first query of the list.
  ///   - store: the store.
  ///   - failed: receives the error of a move that a key requested.
  ///   - rows: makes the list of the rows from a closure that returns the request of the present query.
  mutating func letMove(
    _ query: BrowseQuery, in store: BrowseStore, _ failed: @escaping (any Error) -> Void,
    _ rows: (@escaping () throws -> NSFetchRequest<NSManagedObject>) -> any ReorderedList
  ) {
    // A position that is also the value of the section cannot be set for both.
    guard store.canEdit, query.options.by != query.options.position else { return }
    var current = query
    let list = rows {
      let request = NSFetchRequest<NSManagedObject>()
      try current.configure(request)
      return request
    }
    guard query.options.position != nil || list.orderedRelationship != nil else { return }
    let change = change
    self.change = { query in
      try change(query)
      current = query
    }
    let reordering = ListReordering(
      list, position: query.options.position ?? "", sectionPosition: nil, scope: nil)
    self.reordering = reordering
    self.list.allow(ListEditing(reordering), failed)
  }

  /// Makes the edits of a move of a controller's list, as one step of the source that shows it.
  nonisolated static func performer(
    of source: SectionRowsSource
  ) -> ControllerReordering<NSManagedObject, NSManagedObject>.Performer {
    func perform(_ edits: () -> Void) {
      source.performTogether {
        edits()
        source.controller.managedObjectContext.processPendingChanges()
      }
    }
    return .init(
      identity: source.identity, item: { _, _, edits in perform(edits) }, section: { _, _, edits in perform(edits) },
      all: perform)
  }
}
