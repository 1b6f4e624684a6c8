/// The objects and stores that a context read within one event, kept until the event ends. Otherwise the program's
/// release of an object that it reached by a relationship, a fetch or a save would deallocate the object, and the
/// next access would read it again.
struct ReadScope {
  /// The objects that are kept alive.
  struct Objects {
    fileprivate var reached: ContiguousArray<NSManagedObject> = []
    fileprivate var next = 0
    /// The objects whose rows were read together with another object's, because the program is likely to access them
    /// next.
    fileprivate var filled: ContiguousArray<[NSManagedObject]> = []
    fileprivate var filledCount = 0
    /// The objects that a fetch prefetched.
    fileprivate var prefetched: ContiguousArray<NSManagedObject> = []
  }

  private var objects = Objects()
  /// The store of each entity that was read. Their read transactions end with the event.
  private var stores: [NSPersistentStore?] = []
  /// A store whose read transaction has begun, although nothing was read from it yet.
  private var begun: NSPersistentStore?
  /// The shared part of the IDs of saved rows, by entity.
  private var origins: [ObjectIDOrigin?] = []
  /// The time at which the stores' read transactions began; nil if none has begun.
  private(set) var beginning: ContinuousClock.Instant?
  /// The row that was read last. The next property of the same object is read from it.
  private(set) var lastRow: Row?

  static let limit = 4096
  /// Few objects, so that they and their rows are still in the CPU's cache when they are accessed and released.
  private static let filledLimit = 512

  mutating func keep(_ object: NSManagedObject) {
    if objects.reached.count < Self.limit {
      objects.reached.append(object)
    } else {
      objects.reached[objects.next] = object
      objects.next = (objects.next + 1) % Self.limit
    }
  }

  mutating func keepPrefetched(_ object: NSManagedObject) { objects.prefetched.append(object) }

  /// Removes and returns the objects that are kept alive.
  mutating func takeObjects() -> Objects {
    defer { objects = Objects() }
    return objects
  }

  /// Restores objects that `takeObjects()` returned, and releases those kept since.
  mutating func putBack(_ objects: Objects) { self.objects = objects }

  mutating func note(_ row: Row?) { lastRow = row }

  /// Records the current time as the start of the read transactions, if none has begun.
  mutating func noteBeginning() { if beginning == nil { beginning = .now } }

  /// Clears the last row, so that the next property is read from its store. Its row may have changed.
  mutating func forgetRow() { lastRow = nil }

  /// The store of an entity; nil if the event has not read it yet.
  func store(of entity: Int) -> NSPersistentStore? { entity < stores.count ? stores[entity] : nil }

  /// Records the store that an entity is read from. Begins a read transaction if the store has none.
  ///
  /// - Parameter count: the number of entities.
  mutating func note(_ store: NSPersistentStore, of entity: Int, among count: Int) {
    if stores.isEmpty { stores = Array(repeating: nil, count: count) }
    if !hasBegun(store) { store.rows.beginReading() }
    stores[entity] = store
    noteBeginning()
  }

  private func hasBegun(_ store: NSPersistentStore) -> Bool {
    begun === store || stores.contains { $0 === store }
  }

  /// Begins to read a store in the state in which external writes were found. If possible, joins the read transaction
  /// that found them.
  mutating func begin(_ store: NSPersistentStore, after news: HistorySpan) {
    if hasBegun(store) { return }
    store.rows.beginReading(after: news)
    begun = store
  }

  /// Whether there may be read transactions to end.
  var hasReadStores: Bool { !stores.isEmpty }

  /// Ends the stores' read transactions. Later reads see the newest saved state.
  mutating func endReading() {
    var ended: [ObjectIdentifier] = []
    for case let store? in stores where !ended.contains(ObjectIdentifier(store)) {
      store.rows.endReadTransaction()
      ended.append(ObjectIdentifier(store))
    }
    begun = nil
    lastRow = nil
    beginning = nil
  }

  /// The shared part of the IDs of an entity's saved rows; nil if it was not looked up yet.
  func origin(of entity: Int) -> ObjectIDOrigin? { entity < origins.count ? origins[entity] : nil }

  /// Records the shared part of the IDs of an entity's saved rows.
  ///
  /// - Parameter count: the number of entities.
  mutating func note(_ origin: ObjectIDOrigin, of entity: Int, among count: Int) {
    if origins.isEmpty { origins = Array(repeating: nil, count: count) }
    origins[entity] = origin
  }

  /// Keeps objects that were filled together, and releases the oldest ones. At least `filledLimit` newer objects
  /// stay, and at least twice as many as were added.
  mutating func keepFilled(_ objects: [NSManagedObject]) {
    if objects.isEmpty { return }
    self.objects.filled.append(objects)
    self.objects.filledCount += objects.count
    while self.objects.filledCount - self.objects.filled[0].count >= max(Self.filledLimit, objects.count * 2) {
      self.objects.filledCount -= self.objects.filled.removeFirst().count
    }
  }
}
