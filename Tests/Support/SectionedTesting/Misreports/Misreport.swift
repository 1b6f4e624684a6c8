/// A way in which Apple's fetched results controller may report, by public reports, or by what its documentation leaves
/// open.
package enum Misreport: String, CaseIterable, Sendable {
  // Order.

  /// Sections and objects in any order: only will and did are promised to stand around them.
  case shuffled
  /// In the next turn of the context's queue, when the context's notification is over: the list is ahead meanwhile.
  case late
  /// Two pairs of will and did for one event, each with a part of it (openradar 22684413).
  case halved
  /// A pair without a change before and after each event (MRTFetchedResultsController #2).
  case empty

  // Kind.

  /// A move as an update (openradar 27957917; Apple's release notes have a flag for it).
  case moveAsUpdate
  /// An update as a move to the same place (openradar 22380191, 22796598, 23037698; CoreDataStack #137; DTModelStorage
  /// #6; RZCollectionList #71; ensembles #227).
  case updateAsMove
  /// An update, and then a move of the same object (XLData #15).
  case updateAndMove
  /// A deletion and an insertion instead of a move (CoreDataStack #96).
  case deletionAndInsertion
  /// An update before the deletion, or behind the insertion, of the same object (openradar 22684413).
  case updateOfEach
  /// Updates of rows of which nothing changed (openradar 23037698: the same value was set).
  case updateOfUnchanged
  /// No update of a row that stays (openradar 12930409; WeTransfer's article about relationships).
  case noUpdate

  // Places.

  /// An update has the place in the new list, or a move none in the old one.
  case wrongPlaces

  // Sections.

  /// A section's coming or going is not reported (JSQDataSourcesKit #12), or with the next event.
  case noSections
  case lateSections
  /// The name of a section stays what it was at the last fetch, whatever key its rows have got since.
  case staleNames

  // Identity.

  /// Objects are faults when they are reported.
  case faults
  /// New objects get permanent IDs before, between or after the reports of an event.
  case permanentIDs

  // State.

  /// The list has no sections between will and did.
  case noSectionsMeanwhile
}
