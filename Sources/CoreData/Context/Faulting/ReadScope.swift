/// What a context read within one event: it would be read again and again if objects reached through relationships
/// died as soon as the program lets go of them. Forgotten at the end of the event.
struct ReadScope {
  private var objects: ContiguousArray<NSManagedObject> = []
  private var next = 0
  /// Fetched along with other objects, which a prefetch does on purpose.
  private var prefetched: ContiguousArray<NSManagedObject> = []
  /// The stores that were read, whose read transactions end with the event.
  private var stores: [NSPersistentStore?] = []
  /// The row that was read last, which the next property of the same object is read from.
  private(set) var lastRow: Row?

  private static let limit = 4096

  mutating func keep(_ object: NSManagedObject) {
    if objects.count < Self.limit {
      objects.append(object)
    } else {
      objects[next] = object
      next = (next + 1) % Self.limit
    }
  }

  mutating func keepPrefetched(_ object: NSManagedObject) { prefetched.append(object) }

  mutating func note(_ row: Row?) { lastRow = row }

  /// Has the next property be read from its store: the row may be another one.
  mutating func forgetRow() { lastRow = nil }

  /// The store of an entity, if it was read; nil otherwise.
  func store(of entity: Int) -> NSPersistentStore? { entity < stores.count ? stores[entity] : nil }

  /// - Parameter count: how many entities there are.
  mutating func note(_ store: NSPersistentStore, of entity: Int, among count: Int) {
    if stores.isEmpty { stores = Array(repeating: nil, count: count) }
    stores[entity] = store
  }

  /// Ends the stores' read transactions: what is read from here on is what is saved now.
  mutating func endReading() {
    var ended: [ObjectIdentifier] = []
    for case let store? in stores where !ended.contains(ObjectIdentifier(store)) {
      store.rows.endReadTransaction()
      ended.append(ObjectIdentifier(store))
    }
    lastRow = nil
  }
}
