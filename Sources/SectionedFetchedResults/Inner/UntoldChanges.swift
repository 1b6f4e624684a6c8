import CoreData

/// Objects that a notification named as changed and that no inner controller has reported yet, with what changed of
/// them: reported late, they do not have it any more; never reported, they are delivered without an inner controller.
struct UntoldChanges {
  typealias Objects = [ObjectIdentifier: (object: NSManagedObject, keys: Set<String>?)]

  var items: Objects = [:]
  /// Apart from the items: an object may be both.
  var sections: Objects = [:]

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }
}
