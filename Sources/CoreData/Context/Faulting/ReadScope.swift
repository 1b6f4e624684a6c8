/// What a context read within one event: it would be read again and again if objects reached through relationships
/// died as soon as the program lets go of them. Forgotten at the end of the event.
struct ReadScope {
  private var objects: ContiguousArray<NSManagedObject> = []
  private var next = 0
  /// Fetched along with other objects, which a prefetch does on purpose.
  var prefetched: ContiguousArray<NSManagedObject> = []
  /// The stores that were read, whose read transactions end with the event.
  var stores: [NSPersistentStore?] = []
  /// The row that was read last, which the next property of the same object is read from.
  var lastRow: Row?

  private static let limit = 4096

  mutating func keep(_ object: NSManagedObject) {
    if objects.count < Self.limit {
      objects.append(object)
    } else {
      objects[next] = object
      next = (next + 1) % Self.limit
    }
  }
}
