import Foundation

/// What `mutableSetValue(forKey:)` gives: a set that is the relationship.
final class RelationshipSet: NSMutableSet {
  private let owner: NSManagedObject
  private let slot: Int

  init(of owner: NSManagedObject, slot: Int) {
    self.owner = owner
    self.slot = slot
    super.init(capacity: 0)
  }

  required init(capacity numItems: Int) { fatalError("A relationship's set is got from mutableSetValue(forKey:).") }

  required convenience init?(coder: NSCoder) { nil }

  override var count: Int { owner.toMany(slot).count }

  override func member(_ object: Any) -> Any? {
    guard let object = object as? NSManagedObject, owner.toMany(slot).contains(object.key) == true else { return nil }
    return object
  }

  override func objectEnumerator() -> NSEnumerator { NSArray(array: owner.destinations(slot)).objectEnumerator() }

  override func add(_ object: Any) {
    for object in owner.unboxedDestinations([object], slot) { owner.addDestination(object, slot) }
  }

  override func remove(_ object: Any) {
    guard let object = object as? NSManagedObject else { return }
    owner.rereadStaleEnds(with: CollectionOfOne(object), slot)
    owner.removeDestination(object, slot)
  }

  override func removeAllObjects() { owner.setBoxed([Any](), slot) }
}

/// What `mutableOrderedSetValue(forKey:)` gives: an ordered set that is the relationship.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let slot: Int

  init(of owner: NSManagedObject, slot: Int) {
    self.owner = owner
    self.slot = slot
    super.init(capacity: 0)
  }

  override init(capacity numItems: Int) {
    fatalError("A relationship's ordered set is got from mutableOrderedSetValue(forKey:).")
  }

  required convenience init?(coder: NSCoder) { nil }

  required convenience init(arrayLiteral elements: Any...) {
    fatalError("A relationship's ordered set is got from mutableOrderedSetValue(forKey:).")
  }

  override var count: Int { owner.toMany(slot).count }

  override func object(at idx: Int) -> Any { owner.destinations(slot)[idx] }

  override func index(of object: Any) -> Int {
    guard let object = object as? NSManagedObject else { return NSNotFound }
    return owner.toMany(slot).current.firstIndex(of: object.key) ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool {
    guard let object = object as? NSManagedObject else { return false }
    return owner.toMany(slot).contains(object.key) ?? (index(of: object) != NSNotFound)
  }

  override func insert(_ object: Any, at idx: Int) {
    guard !contains(object) else { return }
    if idx == count { return add(object) }
    change { $0.insert(object, at: idx) }
  }

  override func removeObject(at idx: Int) { change { $0.remove(at: idx) } }

  override func replaceObject(at idx: Int, with obj: Any) { change { $0[idx] = obj } }

  /// Complexity: O(1) for one addition after the other; anywhere else one costs the whole list.
  override func add(_ object: Any) {
    for object in owner.unboxedDestinations([object], slot) { owner.addDestination(object, slot) }
  }

  override func remove(_ object: Any) {
    let place = index(of: object)
    if place != NSNotFound { removeObject(at: place) }
  }

  private func change(_ body: (inout [Any]) -> Void) {
    var objects: [Any] = owner.destinations(slot)
    body(&objects)
    owner.setBoxed(objects, slot)
  }
}
