/// A set of objects in the order in which they came. Each operation costs O(1), amortized.
struct ObjectList {
  private var objects: ContiguousArray<NSManagedObject?> = []
  private var places: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }

  func contains(_ object: NSManagedObject) -> Bool { places[ObjectIdentifier(object)] != nil }

  @discardableResult
  mutating func insert(_ object: NSManagedObject) -> Bool {
    let place = objects.count
    let known = places.updateValue(place, forKey: ObjectIdentifier(object))
    if let known {
      places[ObjectIdentifier(object)] = known
      return false
    }
    objects.append(object)
    return true
  }

  @discardableResult
  mutating func remove(_ object: NSManagedObject) -> Bool {
    guard let place = places.removeValue(forKey: ObjectIdentifier(object)) else { return false }
    objects[place] = nil
    if objects.count > 32, places.count < objects.count / 2 { compact() }
    return true
  }

  /// Removes several objects at once. Complexity: O(n), without as much as a look at what is left when nothing is.
  mutating func remove(_ gone: ContiguousArray<NSManagedObject>) {
    if gone.count == count, gone.allSatisfy(contains) { return removeAll() }
    for object in gone { remove(object) }
  }

  mutating func removeAll() {
    objects.removeAll()
    places.removeAll()
  }

  /// The objects, in the order in which they came.
  var all: ContiguousArray<NSManagedObject> { ContiguousArray(objects.lazy.compactMap { $0 }) }

  /// Calls a block with each object, in the order in which they came.
  func forEach(_ body: (NSManagedObject) -> Void) {
    for case let object? in objects { body(object) }
  }

  var set: Set<NSManagedObject> {
    var set = Set<NSManagedObject>(minimumCapacity: count)
    for case let object? in objects { set.insert(object) }
    return set
  }

  private mutating func compact() {
    objects = ContiguousArray(objects.lazy.filter { $0 != nil })
    for case let (place, object?) in objects.enumerated() { places[ObjectIdentifier(object)] = place }
  }
}
