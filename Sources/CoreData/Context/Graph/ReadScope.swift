/// The objects and stores that a context read within one event, kept until the event ends. Otherwise objects that were
/// reached through relationships, fetched or saved would be deallocated as soon as the program releases them, and would
/// be read again and again.
struct ReadScope {
  /// The objects that are kept alive.
  struct Objects {
    fileprivate var reached: ContiguousArray<NSManagedObject> = []
    fileprivate var next = 0
    /// Filled together with another object, as those that are likely to be asked for next.
    fileprivate var filled: ContiguousArray<[NSManagedObject]> = []
    fileprivate var filledCount = 0
    /// Fetched along with other objects, which a prefetch does on purpose.
    fileprivate var prefetched: ContiguousArray<NSManagedObject> = []
  }

  private var objects = Objects()
  /// The stores that were read, whose read transactions end with the event.
  private var stores: [NSPersistentStore?] = []
  /// A store of which reading has begun, though nothing was read yet.
  private var begun: NSPersistentStore?
  /// By entity: what the IDs of its saved rows share.
  private var origins: [ObjectIDOrigin?] = []
  /// When the stores' read transactions began, at the latest; nil where none has.
  private(set) var beginning: ContinuousClock.Instant?
  /// The row that was read last, which the next property of the same object is read from.
  private(set) var lastRow: Row?

  static let limit = 4096
  /// Few, so that they and their rows are still in the processor's cache when they are asked for, and when they go.
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

  /// Removes the objects that are kept alive, and returns them.
  mutating func takeObjects() -> Objects {
    defer { objects = Objects() }
    return objects
  }

  /// Keeps objects alive again that were removed, and releases those kept since.
  mutating func putBack(_ objects: Objects) { self.objects = objects }

  mutating func note(_ row: Row?) { lastRow = row }

  /// Has the read transactions count as begun now, unless they have.
  mutating func noteBeginning() { if beginning == nil { beginning = .now } }

  /// Forgets the row that was read last, so that the next property is read from its store: its row may be another one.
  mutating func forgetRow() { lastRow = nil }

  /// The store of an entity, if it was read; nil otherwise.
  func store(of entity: Int) -> NSPersistentStore? { entity < stores.count ? stores[entity] : nil }

  /// Notes which store an entity is read from; with the first of a store reading begins.
  ///
  /// - Parameter count: how many entities there are.
  mutating func note(_ store: NSPersistentStore, of entity: Int, among count: Int) {
    if stores.isEmpty { stores = Array(repeating: nil, count: count) }
    if !hasBegun(store) { store.rows.beginReading() }
    stores[entity] = store
    noteBeginning()
  }

  private func hasBegun(_ store: NSPersistentStore) -> Bool {
    begun === store || stores.contains { $0 === store }
  }

  /// Begins to read a store in the state in which external writes were found: in their read transaction, where it may
  /// be joined.
  mutating func begin(_ store: NSPersistentStore, after news: HistorySpan) {
    if hasBegun(store) { return }
    store.rows.beginReading(after: news)
    begun = store
  }

  /// Whether there may be a read transaction to end.
  var hasReadStores: Bool { !stores.isEmpty }

  /// Ends the stores' read transactions: what is read from here on is what is saved now.
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

  /// The shared part of the IDs of an entity's saved rows, if it was looked up; nil otherwise.
  func origin(of entity: Int) -> ObjectIDOrigin? { entity < origins.count ? origins[entity] : nil }

  /// - Parameter count: how many entities there are.
  mutating func note(_ origin: ObjectIDOrigin, of entity: Int, among count: Int) {
    if origins.isEmpty { origins = Array(repeating: nil, count: count) }
    origins[entity] = origin
  }

  /// Keeps objects that were filled together, and releases the oldest as long as at least `filledLimit` newer ones, and
  /// twice as many as these, are kept.
  mutating func keepFilled(_ objects: [NSManagedObject]) {
    if objects.isEmpty { return }
    self.objects.filled.append(objects)
    self.objects.filledCount += objects.count
    while self.objects.filledCount - self.objects.filled[0].count >= max(Self.filledLimit, objects.count * 2) {
      self.objects.filledCount -= self.objects.filled.removeFirst().count
    }
  }
}
