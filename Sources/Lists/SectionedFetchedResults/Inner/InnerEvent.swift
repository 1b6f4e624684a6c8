import CoreData

/// The batches of the inner controllers for one event, or the batch of one of them. Places and values are those at the
/// time of the report, because later batches may follow before this event is delivered.
struct InnerEvent {
  struct Items {
    var touches: InnerChanges
    /// The indices in `touches` of items that were in the list at a place that was not reported.
    var unplaced: Set<Int> = []
    var removedGroups: [Int]
    var newGroups: [(index: Int, key: GroupKey)]
  }

  struct Section {
    let subject: InnerSubject
    let object: NSManagedObject
    /// Its index in the old list, as reported; nil when none was.
    let old: Int?
    let isNew: Bool
    let new: Int?
    let key: GroupKey
    /// Nil when they cannot be known.
    let changedKeys: Set<String>?
  }

  var items: Items?
  var sections: [Section]?
}
