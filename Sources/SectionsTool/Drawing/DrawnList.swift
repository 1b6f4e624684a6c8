import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A version of a list, by the names of its sections and items.
struct DrawnList: Sendable, Equatable {
  struct Section: Sendable, Equatable {
    let name: String
    let items: [String]
  }

  var sections: [Section]
}

/// A batch of callbacks as change set and plan, with the list before and after it.
struct DrawnEvent: Sendable {
  let old: DrawnList
  let new: DrawnList
  let changes: ListSource.Controller.ChangeSet
  /// The plan of the change set. The sections in each stage's list are named.
  let stages: [Stage]
  let refresh: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>.Refresh?

  struct Stage: Sendable {
    let changes: ListSource.Controller.ChangeSet
    let after: DrawnList
  }
}

/// The links between the sections of the shown list and those of an inner fetched results controller.
struct IndexMap: Sendable {
  struct Link: Sendable, Hashable {
    let shown: Int
    let inner: Int
  }

  /// All sections, empty ones included.
  let shown: DrawnList
  /// The sections that a fetched results controller of the items has.
  let inner: DrawnList
  /// Ascending.
  let links: [Link]
}
