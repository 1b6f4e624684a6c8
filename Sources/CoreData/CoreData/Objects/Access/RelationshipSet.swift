import Foundation

/// The result of `mutableSetValue(forKey:)`: a set that reads and changes the relationship.
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
    guard let object = object as? NSManagedObject, owner.hasDestination(object, slot) else { return nil }
    return object
  }

  override func objectEnumerator() -> NSEnumerator { NSArray(array: owner.destinations(slot)).objectEnumerator() }

  override func add(_ object: Any) {
    for object in owner.unboxedDestinations([object], slot) { owner.addDestination(object, slot) }
  }

  override func remove(_ object: Any) {
    guard let object = object as? NSManagedObject, object.registry === owner.registry else { return }
    owner.rereadStaleEnds(with: CollectionOfOne(object), slot)
    owner.removeDestination(object, slot)
  }

  override func removeAllObjects() { owner.setBoxed([Any](), slot) }

  // Foundation's implementation describes its own storage, which is empty.
  override var description: String { NSArray(array: owner.destinations(slot)).description }
  override func description(withLocale locale: Locale?) -> String { description }
}
