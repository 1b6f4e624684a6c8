/// The destinations of to-many relationships that a program has read: an owner keeps them alive until it is turned into
/// a fault, so that they are the same objects the next time. To-one relationships keep nothing alive: no member keeps
/// its owner.
struct KeptDestinations {
  private var bySlot: [Int: Kept] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  private struct Kept {
    var objects: [NSManagedObject]
    /// With more than so many, those that have left the relationship are looked for.
    var limit: Int

    init(_ objects: [NSManagedObject]) {
      self.objects = objects
      limit = 2 * objects.count + 16
    }
  }

  /// Keeps what was just read, and nothing that was read of the relationship before.
  mutating func set(_ objects: [NSManagedObject], _ slot: Int) {
    if objects.isEmpty, bySlot.isEmpty { return }
    bySlot[slot] = Kept(objects)
  }

  /// Keeps what was added to a relationship that was read.
  ///
  /// - Parameter isMember: whether the relationship has an object still.
  /// - Complexity: O(1) on average.
  mutating func add(_ object: NSManagedObject, _ slot: Int, isMember: (NSManagedObject) -> Bool) {
    if bySlot.isEmpty { return }
    bySlot[slot]?.objects.append(object)
    guard let kept = bySlot[slot], kept.objects.count > kept.limit else { return }
    var seen = Set<ObjectIdentifier>()
    bySlot[slot] = Kept(kept.objects.filter { isMember($0) && seen.insert(ObjectIdentifier($0)).inserted })
  }
}
