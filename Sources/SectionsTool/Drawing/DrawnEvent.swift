import CoreData
import SectionedChanges
import SectionedFetchedResults

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
