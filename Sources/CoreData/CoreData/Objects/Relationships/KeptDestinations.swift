/// The destinations of to-many relationships that the program has read. An owner retains them until it becomes a
/// fault, so that later reads return the same objects. To-one relationships retain nothing, so a member does not
/// retain its owner.
struct KeptDestinations {
  private var bySlot: [Int: Kept] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  private struct Kept {
    var objects: [NSManagedObject]
    /// The number of objects above which those that left the relationship are removed.
    var limit: Int

    init(_ objects: [NSManagedObject]) {
      self.objects = objects
      limit = 2 * objects.count + 16
    }
  }

  /// Replaces the kept destinations of a relationship by those that were just read.
  mutating func set(_ objects: [NSManagedObject], _ slot: Int) {
    if objects.isEmpty, bySlot.isEmpty { return }
    bySlot[slot] = Kept(objects)
  }

  /// Keeps an object that was added to a relationship whose destinations are kept.
  ///
  /// - Parameter isMember: whether an object is still a destination of the relationship.
  /// - Complexity: O(1) on average.
  mutating func add(_ object: NSManagedObject, _ slot: Int, isMember: (NSManagedObject) -> Bool) {
    if bySlot.isEmpty { return }
    bySlot[slot]?.objects.append(object)
    guard let kept = bySlot[slot], kept.objects.count > kept.limit else { return }
    var seen = Set<ObjectIdentifier>()
    bySlot[slot] = Kept(kept.objects.filter { isMember($0) && seen.insert(ObjectIdentifier($0)).inserted })
  }
}
