import Foundation

/// The result of `mutableOrderedSetValue(forKey:)`: an ordered set that reads and changes the relationship.
///
/// Some methods of Foundation's class, such as `array` and iteration, cannot be overridden and read the superclass's
/// own storage. So that storage also contains the destinations. It is filled when the set is created, and updated
/// with each change through the set. Any other change of the relationship is copied to the storage by the next
/// overridden method that uses it.
final class RelationshipOrderedSet: NSMutableOrderedSet {
  private let owner: NSManagedObject
  private let slot: Int
  /// The stamp of the destinations when they were copied to the superclass's storage.
  private var stamp: Int64?
  /// Whether the superclass is changing its own storage.
  private var isStoring = false

  private init(of owner: NSManagedObject, slot: Int) {
    self.owner = owner
    self.slot = slot
    super.init(capacity: 0)
    store()
  }

  /// Returns the set of a relationship. If the program gets the set again for each object that it adds, one set is
  /// reused within an event.
  static func make(of owner: NSManagedObject, slot: Int) -> RelationshipOrderedSet {
    guard let recent = owner.liveContext?.recentOrderedSet, recent.owner === owner, recent.slot == slot else {
      return RelationshipOrderedSet(of: owner, slot: slot)
    }
    recent.storeAnew()
    return recent
  }

  /// The current destinations of the relationship.
  var objects: [NSManagedObject] { owner.destinations(slot) }

  override init(capacity numItems: Int) {
    fatalError("A relationship's ordered set is got from mutableOrderedSetValue(forKey:).")
  }

  required convenience init?(coder: NSCoder) { nil }

  required convenience init(arrayLiteral elements: Any...) {
    fatalError("A relationship's ordered set is got from mutableOrderedSetValue(forKey:).")
  }

  // MARK: Reading

  private var keys: [RowKey] { owner.toMany(slot).current }

  override var count: Int {
    if isStoring { return super.count }
    storeAnew()
    return super.count
  }

  override func object(at idx: Int) -> Any {
    if !isStoring { storeAnew() }
    return super.object(at: idx)
  }

  override func index(of object: Any) -> Int {
    if isStoring { return super.index(of: object) }
    guard let object = object as? NSManagedObject, object.registry === owner.registry else { return NSNotFound }
    return keys.firstIndex(of: object.key) ?? NSNotFound
  }

  override func contains(_ object: Any) -> Bool {
    if isStoring { return super.contains(object) }
    guard let object = object as? NSManagedObject else { return false }
    return owner.hasDestination(object, slot)
  }

  override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: objects) }
  override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: objects) }

  // MARK: Changing one

  override func insert(_ object: Any, at idx: Int) {
    if isStoring { return super.insert(object, at: idx) }
    guard !contains(object) else { return }
    if idx == keys.count { return add(object) }
    edit { $0.insert(object, at: idx) }
  }

  /// Complexity: O(1) when objects are added in succession; otherwise O(destinations) to update the storage.
  override func add(_ object: Any) {
    if isStoring { return super.add(object) }
    storeAnew()
    let added = owner.unboxedDestinations([object], slot)
    for object in added { owner.addDestination(object, slot) }
    let state = owner.toMany(slot)
    // If nothing was added, no event follows whose end would release the set.
    if state.stamp == stamp { return }
    stamp = state.stamp
    for object in added { storing { super.add(object) } }
    owner.liveContext?.recentOrderedSet = self
  }

  override func removeObject(at idx: Int) {
    if isStoring { super.removeObject(at: idx) } else { edit { $0.removeObject(at: idx) } }
  }

  override func replaceObject(at idx: Int, with obj: Any) {
    if isStoring { super.replaceObject(at: idx, with: obj) } else { edit { $0.replaceObject(at: idx, with: obj) } }
  }

  override func setObject(_ obj: Any, at idx: Int) {
    if isStoring { return super.setObject(obj, at: idx) }
    if idx == keys.count { add(obj) } else { replaceObject(at: idx, with: obj) }
  }

  override subscript(idx: Int) -> Any {
    get { object(at: idx) }
    set { setObject(newValue, at: idx) }
  }

  override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
    // Foundation's implementation would contain an object twice for a moment.
    change { $0.swapAt(idx1, idx2) }
  }

  override func remove(_ val: Any) {
    if isStoring { return super.remove(val) }
    let place = index(of: val)
    if place != NSNotFound { removeObject(at: place) }
  }

  // MARK: Changing many

  override func addObjects(from array: [Any]) {
    if isStoring { super.addObjects(from: array) } else { array.forEach(add) }
  }

  override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) {
    if isStoring { super.add(objects, count: count) } else { edit { $0.add(objects, count: count) } }
  }

  override func insert(_ objects: [Any], at indexes: IndexSet) {
    if isStoring { super.insert(objects, at: indexes) } else { edit { $0.insert(objects, at: indexes) } }
  }

  override func moveObjects(at indexes: IndexSet, to idx: Int) {
    if isStoring { super.moveObjects(at: indexes, to: idx) } else { edit { $0.moveObjects(at: indexes, to: idx) } }
  }

  override func replaceObjects(in range: NSRange, with objects: UnsafePointer<AnyObject>!, count: Int) {
    if isStoring {
      super.replaceObjects(in: range, with: objects, count: count)
    } else {
      edit { $0.replaceObjects(in: range, with: objects, count: count) }
    }
  }

  override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
    if isStoring {
      super.replaceObjects(at: indexes, with: objects)
    } else {
      edit { $0.replaceObjects(at: indexes, with: objects) }
    }
  }

  override func removeObjects(in range: NSRange) {
    if isStoring { super.removeObjects(in: range) } else { edit { $0.removeObjects(in: range) } }
  }

  override func removeObjects(at indexes: IndexSet) {
    if isStoring { super.removeObjects(at: indexes) } else { edit { $0.removeObjects(at: indexes) } }
  }

  override func removeObjects(in array: [Any]) {
    if isStoring { super.removeObjects(in: array) } else { edit { $0.removeObjects(in: array) } }
  }

  override func removeAllObjects() { if isStoring { super.removeAllObjects() } else { change { $0 = [] } } }

  override func intersect(_ other: NSOrderedSet) {
    if isStoring { super.intersect(other) } else { edit { $0.intersect(other) } }
  }

  override func minus(_ other: NSOrderedSet) { if isStoring { super.minus(other) } else { edit { $0.minus(other) } } }

  override func union(_ other: NSOrderedSet) { if isStoring { super.union(other) } else { edit { $0.union(other) } } }

  override func intersectSet(_ other: Set<AnyHashable>) {
    if isStoring { super.intersectSet(other) } else { edit { $0.intersectSet(other) } }
  }

  override func minusSet(_ other: Set<AnyHashable>) {
    if isStoring { super.minusSet(other) } else { edit { $0.minusSet(other) } }
  }

  override func unionSet(_ other: Set<AnyHashable>) {
    if isStoring { super.unionSet(other) } else { edit { $0.unionSet(other) } }
  }

  // Foundation's implementation sorts its own storage with undocumented calls.
  override func sort(comparator cmptr: (Any, Any) -> ComparisonResult) {
    change { $0.sort { cmptr($0, $1) == .orderedAscending } }
  }

  override func sort(options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult) {
    sort(comparator: cmptr)
  }

  override func sortRange(
    _ range: NSRange, options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult
  ) {
    change { objects in
      guard let range = Range(range) else { return }
      objects[range].sort { cmptr($0, $1) == .orderedAscending }
    }
  }

  override func sort(using sortDescriptors: [NSSortDescriptor]) {
    change { $0 = NSArray(array: $0).sortedArray(using: sortDescriptors) }
  }

  // MARK: Updating the relationship and the storage

  /// Changes a copy, and then sets the relationship to it.
  private func edit(_ body: (NSMutableOrderedSet) -> Void) {
    let edited = NSMutableOrderedSet(array: objects)
    body(edited)
    change { $0 = edited.array }
  }

  private func change(_ body: (inout [Any]) -> Void) {
    var changed: [Any] = objects
    body(&changed)
    owner.setBoxed(changed, slot)
    store()
  }

  private func storing(_ body: () -> Void) {
    isStoring = true
    defer { isStoring = false }
    body()
  }

  private func store() {
    let objects = objects
    stamp = owner.toMany(slot).stamp
    storing {
      super.removeAllObjects()
      for object in objects { super.insert(object, at: super.count) }
    }
  }

  /// Complexity: O(1) if the relationship was not changed in another way.
  private func storeAnew() { if stamp != owner.toMany(slot).stamp { store() } }
}
