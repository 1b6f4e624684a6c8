import CoreData

/// A batch of each inner controller, or of one of them, with the places and values when it was reported, because later
/// batches may follow before this one is delivered.
struct InnerEvent {
  struct Items {
    var touches: InnerChanges
    /// The numbers of the touches of items that were in the list, at places that were not reported.
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
