/// A set of objects in the order of insertion. Each operation is amortized O(1).
struct ObjectList {
  private var objects: ContiguousArray<NSManagedObject?> = []
  private(set) var count = 0
  /// The index of each object. Empty for up to `fewLimit` objects, which are searched one by one, because most events
  /// change only one or two.
  private var places: [ObjectIdentifier: Int] = [:]

  private static var fewLimit: Int { 8 }

  var isEmpty: Bool { count == 0 }

  func contains(_ object: NSManagedObject) -> Bool { place(of: object) != nil }

  @discardableResult
  mutating func insert(_ object: NSManagedObject) -> Bool {
    if objects.count <= Self.fewLimit {
      if place(of: object) != nil { return false }
      objects.append(object)
      if objects.count > Self.fewLimit { index() }
    } else {
      if let known = places.updateValue(objects.count, forKey: ObjectIdentifier(object)) {
        places[ObjectIdentifier(object)] = known
        return false
      }
      objects.append(object)
    }
    count += 1
    return true
  }

  @discardableResult
  mutating func remove(_ object: NSManagedObject) -> Bool {
    guard let place = place(of: object) else { return false }
    if objects.count > Self.fewLimit { places[ObjectIdentifier(object)] = nil }
    objects[place] = nil
    count -= 1
    if count == 0 { removeAll() } else if objects.count > 32, count < objects.count / 2 { compact() }
    return true
  }

  /// Removes several objects at once. Complexity: O(n). If nothing remains, the list is cleared as a whole.
  mutating func remove(_ gone: ContiguousArray<NSManagedObject>) {
    if gone.count == count, gone.allSatisfy(contains) { return removeAll() }
    for object in gone { remove(object) }
  }

  mutating func removeAll() {
    if !objects.isEmpty { objects.removeAll() }
    if !places.isEmpty { places.removeAll() }
    count = 0
  }

  /// The objects, in the order of insertion.
  var all: ContiguousArray<NSManagedObject> {
    var all: ContiguousArray<NSManagedObject> = []
    if isEmpty { return all }
    all.reserveCapacity(count)
    for case let object? in objects { all.append(object) }
    return all
  }

  /// Calls a block with each object, in the order of insertion.
  func forEach(_ body: (NSManagedObject) -> Void) {
    for case let object? in objects { body(object) }
  }

  var set: Set<NSManagedObject> {
    var set = Set<NSManagedObject>(minimumCapacity: count)
    for case let object? in objects { set.insert(object) }
    return set
  }

  private func place(of object: NSManagedObject) -> Int? {
    if objects.count > Self.fewLimit { return places[ObjectIdentifier(object)] }
    return objects.firstIndex { $0 === object }
  }

  private mutating func compact() {
    objects = ContiguousArray(objects.lazy.filter { $0 != nil })
    places.removeAll()
    if objects.count > Self.fewLimit { index() }
  }

  private mutating func index() {
    places.reserveCapacity(objects.count)
    for case let (place, object?) in objects.enumerated() { places[ObjectIdentifier(object)] = place }
  }
}
