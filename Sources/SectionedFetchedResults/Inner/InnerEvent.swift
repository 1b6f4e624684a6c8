import CoreData

/// One batch of each inner controller, or of one of them, as soon as it was told: with the places and values of that
/// moment, since later batches may follow before this one is delivered.
struct InnerEvent {
  struct Item {
    let subject: InnerSubject
    let old: GroupPlace?
    let isNew: Bool
    let new: GroupPlace?
    /// Nil when they cannot be known.
    let changedKeys: Set<String>?
  }

  struct Items {
    var touches: [Item]
    var removedGroups: [Int]
    var newGroups: [(index: Int, key: GroupKey)]
  }

  struct Section {
    let subject: InnerSubject
    let object: NSManagedObject
    /// Its index in the old list, as told; nil when nothing was told.
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

/// What the context's own notification says of the objects of an event, where it was heard.
struct EventFacts {
  /// Objects that were merged or refreshed: which of their properties changed is not known.
  var refreshed: Set<ObjectIdentifier> = []
  /// Objects that notifications named as inserted or updated since the last delivery; nil when none was heard.
  var named: Set<ObjectIdentifier>?
  /// Items that a notification named. An inner controller should have told of each that moved.
  var mentioned: [NSManagedObject] = []
  /// Whether a notification named deleted objects, of which an inner controller should have told too.
  var namesDeleted = false

  /// Whether anything was named that can have been passed over.
  var namesAny: Bool { namesDeleted || !mentioned.isEmpty }
}
