/// The data for undoing one event of a context: the objects that it inserted, and the former state of those that it
/// changed or deleted.
///
/// It holds objects instead of keys, because an object stays the same when its key becomes permanent or when it is
/// inserted again.
struct UndoStep {
  /// The former value of an attribute or a to-one relationship.
  enum Held {
    case value(Value)
    case destination(NSManagedObject?)
  }

  /// The former values of one object, as far as they changed. For a deleted object, all values, so that it can be
  /// recreated.
  struct Former {
    let object: NSManagedObject
    var values: [(slot: Int, held: Held)] = []
    /// To-many relationships with all their destinations, in order.
    var lists: [(slot: Int, destinations: [NSManagedObject])] = []
    /// The additions to and removals from unordered to-many relationships, in chronological order.
    var steps: [(slot: Int, destination: NSManagedObject, isAddition: Bool)] = []

    var isEmpty: Bool { values.isEmpty && lists.isEmpty && steps.isEmpty }

    /// Whether only implied references changed: hidden references to owners, of which the program is not notified.
    var isOnlyImplied: Bool {
      lists.isEmpty && steps.isEmpty && values.allSatisfy { object.layout.slots[$0.slot].isImplied }
    }
  }

  var inserted: [NSManagedObject] = []
  var changed: [Former] = []
  var deleted: [Former] = []

  var isEmpty: Bool { inserted.isEmpty && changed.isEmpty && deleted.isEmpty }
}
