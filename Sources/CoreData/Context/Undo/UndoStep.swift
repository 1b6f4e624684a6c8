/// The data that takes back one event of a context: the objects that it inserted, and those that it changed and
/// deleted, in their state before it.
///
/// It holds objects, not keys: an object stays the same when its key becomes permanent, and when it is inserted again.
struct UndoStep {
  /// The former value of an attribute or a to-one relationship.
  enum Held {
    case value(Value)
    case destination(NSManagedObject?)
  }

  /// The former values of one object, as far as they changed; for a deleted object, all that it may be made of again.
  struct Former {
    let object: NSManagedObject
    var values: [(slot: Int, held: Held)] = []
    /// To-many relationships with all their destinations, in their order.
    var lists: [(slot: Int, destinations: [NSManagedObject])] = []
    /// The additions to, and removals from, unordered to-many relationships, in the order in which they happened.
    var steps: [(slot: Int, destination: NSManagedObject, isAddition: Bool)] = []

    var isEmpty: Bool { values.isEmpty && lists.isEmpty && steps.isEmpty }

    /// Whether only implied references differed, of which the program is not notified.
    var isOnlyImplied: Bool {
      lists.isEmpty && steps.isEmpty && values.allSatisfy { object.layout.slots[$0.slot].isImplied }
    }
  }

  var inserted: [NSManagedObject] = []
  var changed: [Former] = []
  var deleted: [Former] = []

  var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }
}
