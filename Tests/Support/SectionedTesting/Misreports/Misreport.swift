/// A way in which Apple's fetched results controller may misreport changes: it is known from public reports, or the
/// documentation does not rule it out.
package enum Misreport: String, CaseIterable, Sendable {
  // Order.

  /// The calls for sections and objects come in any order. Only *will* before them and *did* after them are promised.
  case shuffled
  /// The calls come in the next turn of the context's queue, after the context's notification. Until then the list is
  /// newer than the calls.
  case late
  /// Two batches for one event, each with a part of its changes (openradar 22684413).
  case halved
  /// An empty batch before and after each event (MRTFetchedResultsController #2).
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
  /// An update before the deletion, or after the insertion, of the same object (openradar 22684413).
  case updateOfEach
  /// An update of a row that did not change (openradar 23037698: the same value was set).
  case updateOfUnchanged
  /// No update of a row that changed and did not move (openradar 12930409; WeTransfer's article about relationships).
  case noUpdate

  // Places.

  /// The index path of an update is the one in the new list, and a move has no old index path.
  case wrongPlaces

  // Sections.

  /// Insertions and deletions of sections are not reported (JSQDataSourcesKit #12), or with the next event.
  case noSections
  case lateSections
  /// A section keeps its name until the next fetch, even if its rows get another key.
  case staleNames

  // Identity.

  /// Reported objects are faults.
  case faults
  /// New objects get permanent IDs before, between or after the reports of an event.
  case permanentIDs

  // State.

  /// `sections` is nil between *will* and *did*.
  case noSectionsMeanwhile
}
