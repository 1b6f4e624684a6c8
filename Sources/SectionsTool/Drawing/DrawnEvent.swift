import CoreData
import SectionedChanges
import SectionedFetchedResults

/// What was reported in one batch of callbacks, with the list before and after it.
struct DrawnEvent: Sendable {
  let old: DrawnList
  let new: DrawnList
  let changes: ListSource.Controller.ChangeSet
  /// The plan of the change set. The sections of each stage's list have their names.
  let stages: [Stage]
  let refresh: UpdatePlan<NSManagedObjectID?, NSManagedObjectID>.Refresh?

  struct Stage: Sendable {
    let changes: ListSource.Controller.ChangeSet
    let after: DrawnList
  }
}
