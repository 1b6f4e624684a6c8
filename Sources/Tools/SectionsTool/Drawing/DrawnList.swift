import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A version of a list as the names of its sections and items.
struct DrawnList: Sendable, Equatable {
  struct Section: Sendable, Equatable {
    let name: String
    let items: [String]
  }

  var sections: [Section]
}

/// An event as change set and update plan, with the list before and after it.
struct DrawnEvent: Sendable {
  let old: DrawnList
  let new: DrawnList
  let changes: ListSource.Controller.ChangeSet
  /// The stages of the update plan, each with the list after it.
  let stages: [Stage]
  let refresh: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>.Refresh?

  struct Stage: Sendable {
    let changes: ListSource.Controller.ChangeSet
    let after: DrawnList
  }
}

/// The sections of the shown list and those of an inner fetched results controller, with links between the same
/// sections.
struct IndexMap: Sendable {
  struct Link: Sendable, Hashable {
    let shown: Int
    let inner: Int
  }

  /// The shown list with all sections, empty ones included.
  let shown: DrawnList
  /// The sections of a fetched results controller of the items.
  let inner: DrawnList
  /// The links, in ascending order.
  let links: [Link]
}
