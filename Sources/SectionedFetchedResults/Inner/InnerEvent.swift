import CoreData

/// One batch of each inner controller, or of one of them, as soon as it was reported: with the places and values of
/// that moment, since later batches may follow before this one is delivered.
struct InnerEvent {
  struct Items {
    var touches: [InnerTouch]
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

/// What the context's own notifications name of the objects of an event, where one was observed.
struct EventFacts {
  /// Objects that were merged or refreshed: which of their properties changed is not known.
  var refreshed: Set<ObjectIdentifier> = []
  /// Objects that notifications named as inserted or updated since the last delivery; nil when none was observed.
  var named: Set<ObjectIdentifier>?
  /// Items that a notification named. An inner controller should have reported each that moved.
  var mentioned: [NSManagedObject] = []
  /// Whether a notification named deleted objects, which an inner controller should have reported too.
  var namesDeleted = false

  /// Whether anything was named that can have been passed over.
  var namesAny: Bool { namesDeleted || !mentioned.isEmpty }
}
