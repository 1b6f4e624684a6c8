import CoreData

/// Objects that a notification named as changed and that no inner controller has told of yet, with what changed of them:
/// told late, they do not say it any more, and told never, they are told without one.
struct UntoldChanges {
  typealias Objects = [ObjectIdentifier: (object: NSManagedObject, keys: Set<String>?)]

  var items: Objects = [:]
  /// Apart from the items: an object may be both.
  var sections: Objects = [:]

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }
}
