import CSwiftRuntime
import Foundation

/// The identity map of a context: which object stands for which key, for each root entity.
///
/// Entries are plain pointers and keep nothing alive. An entry is **cleared by** the object's deinitializer, which may
/// run on any thread, under `lock`; or by the context when the object leaves it. It is **read by** `object(for:)`,
/// which under the same lock takes the object up with the runtime's try-retain, so that an object whose deinitializer
/// has begun is not handed out. A deinitializer that lost that race finds another pointer in its entry, or none, and
/// leaves it.
///
/// Objects hold their registry, and the registry outlives its context, so that an object never reads freed memory. A
/// context that is reset, or gets another coordinator, starts a new registry and disowns the old one.
// Unchecked: the tables are reached under `lock`; `context` and `keepsDestinations` are written on the context's queue,
// or when it is freed.
final class ObjectRegistry: @unchecked Sendable {
  let coordinator: NSPersistentStoreCoordinator?
  let layout: ModelLayout
  private(set) unowned(unsafe) var context: NSManagedObjectContext?
  /// Whether an object may keep its destinations alive.
  var keepsDestinations = false

  private let kinds: [ObjectKind]
  /// By entity.
  let places: UnsafeMutablePointer<AccessorPlaces>
  /// By entity, the index of its root.
  private let roots: ContiguousArray<Int32>
  private let lock = NSLock()
  private let tables: Tables
  private var owners = DestinationOwners()

  private struct Tables: ~Copyable {
    /// By root entity, then by primary key. The last one is for temporary keys of all entities: they are unique in the
    /// process.
    let pages: UnsafeMutableBufferPointer<PageTable>

    init(count: Int) {
      pages = .allocate(capacity: count)
      for index in 0..<count { pages.initializeElement(at: index, to: PageTable()) }
    }

    deinit {
      pages.deinitialize()
      pages.deallocate()
    }
  }

  /// - Parameter isPlain: whether the objects are of `NSManagedObject` itself, whatever classes the model names.
  init(coordinator: NSPersistentStoreCoordinator?, isPlain: Bool = false) {
    self.coordinator = coordinator
    let compiled = coordinator?.model.compile()
    layout = compiled?.layout ?? ModelLayout(entities: [])
    let isPlain = isPlain || coordinator?.makesPlainObjects ?? false
    kinds = (compiled?.entities ?? []).map { ObjectKind($0, isPlain: isPlain) }
    roots = ContiguousArray(layout.entities.map { Int32($0.root) })
    tables = Tables(count: kinds.count + 1)
    places = .allocate(capacity: kinds.count)
    places.initialize(repeating: AccessorPlaces(), count: kinds.count)
  }

  deinit {
    for index in kinds.indices { places[index].free() }
    places.deallocate()
  }

  func kind(_ entity: Int) -> ObjectKind { kinds[entity] }

  func adopt(by context: NSManagedObjectContext) { self.context = context }

  /// Makes the objects belong to no context any more.
  func disown() {
    lock.withLock { context = nil }
  }

  /// Ends what keeps objects alive in cycles when their context goes.
  func letGoOfDestinations() {
    guard keepsDestinations else { return }
    for object in objects { object.state?.releaseDestinations() }
  }

  /// The object of a key, if there is one. Complexity: O(1).
  func object(for key: RowKey) -> NSManagedObject? {
    lock.lock()
    defer { lock.unlock() }
    return pointer(for: key).flatMap(Self.living)
  }

  /// The objects of several keys, in their order, nil where there is none. Complexity: O(1) each, and the lock is taken
  /// once; entries that lie far apart are fetched from memory at the same time.
  func objects(for keys: some Collection<RowKey>) -> [NSManagedObject?] {
    lock.lock()
    defer { lock.unlock() }
    return keys.map { pointer(for: $0).flatMap(Self.living) }
  }

  /// Enters objects that were just made. Where another object was entered under a key meanwhile, it takes the place of
  /// the new one.
  ///
  /// - Parameter start: where the new ones begin.
  func enter(_ objects: inout [NSManagedObject], from start: Int) {
    var replaced: [NSManagedObject] = []
    lock.lock()
    for index in start..<objects.count {
      let own = Unmanaged.passUnretained(objects[index]).toOpaque()
      let known = pointer(for: objects[index].key)
      if known == own { continue }
      if let object = known.flatMap(Self.living) {
        replaced.append(objects[index])
        objects[index] = object
      } else {
        set(own, for: objects[index].key)
      }
    }
    lock.unlock()
    // An object that goes away takes the lock.
    withExtendedLifetime(replaced) {}
  }

  /// Enters an object under its key.
  func enter(_ object: NSManagedObject) {
    lock.lock()
    defer { lock.unlock() }
    set(Unmanaged.passUnretained(object).toOpaque(), for: object.key)
  }

  /// Clears an object's entry, unless another object has taken its place.
  func clear(_ object: NSManagedObject) {
    lock.lock()
    defer { lock.unlock() }
    let key = object.key
    if pointer(for: key) == Unmanaged.passUnretained(object).toOpaque() { set(nil, for: key) }
  }

  /// Gives an object its permanent key.
  func promote(_ object: NSManagedObject, to key: RowKey) {
    lock.lock()
    defer { lock.unlock() }
    set(nil, for: object.key)
    owners.promote(object.key, to: key)
    object.identity.replaceKey(by: key.primaryKey)
    set(Unmanaged.passUnretained(object).toOpaque(), for: key)
  }

  /// All objects, saved ones by root entity and ascending key. Complexity: O(pages).
  var objects: ContiguousArray<NSManagedObject> {
    lock.lock()
    defer { lock.unlock() }
    var result: ContiguousArray<NSManagedObject> = []
    for index in tables.pages.indices {
      tables.pages[index].forEach { if let object = Self.living($0) { result.append(object) } }
    }
    return result
  }

  /// Notes an object of which a to-many relationship is about to be known.
  func noteOwner(_ object: NSManagedObject) {
    let isFull = lock.withLock {
      owners.note(object.key)
      return owners.isFull
    }
    // The object itself knows of none yet, and is noted again.
    if isFull {
      _ = destinationOwners()
      lock.withLock { owners.note(object.key) }
    }
  }

  /// The objects of which to-many relationships are known, in the order of identity. Complexity: O(those that there
  /// were at the last call, and those that were noted since).
  func destinationOwners() -> [NSManagedObject] {
    let keys = lock.withLock { owners.sorted }
    let objects = objects(for: keys)
    func isOwner(_ object: NSManagedObject?) -> Bool { object?.state?.relationships.isEmpty == false }
    let former = zip(keys, objects).filter { !isOwner($1) }.map(\.0)
    lock.withLock { owners.forget(former) }
    return objects.filter(isOwner).compactMap { $0 }
  }

  private func pointer(for key: RowKey) -> UnsafeMutableRawPointer? {
    tables.pages[table(of: key)].pointer(at: Self.index(of: key))
  }

  private func set(_ pointer: UnsafeMutableRawPointer?, for key: RowKey) {
    tables.pages[table(of: key)].set(pointer, at: Self.index(of: key))
  }

  private static func index(of key: RowKey) -> Int64 { key.isTemporary ? key.temporaryNumber : key.primaryKey }

  private func table(of key: RowKey) -> Int { key.isTemporary ? roots.count : Int(roots[Int(key.entity)]) }

  /// The object at an address, unless its deinitializer has begun.
  private static func living(_ pointer: UnsafeMutableRawPointer) -> NSManagedObject? {
    cswift_try_retain(pointer).map { Unmanaged<NSManagedObject>.fromOpaque($0).takeRetainedValue() }
  }
}

extension ObjectRegistry {
  /// A new ID for a key. Complexity: O(1).
  func makeID(for key: RowKey) -> NSManagedObjectID {
    let entity = Int(key.entity)
    if !key.isTemporary, let store = coordinator?.store(holding: entity) { return store.objectID(for: key) }
    return NSManagedObjectID(key: key, origin: kind(entity).unsavedOrigin)
  }
}
