import CSwiftRuntime
import Foundation

/// The identity map of a context: the object of each key, by root entity.
///
/// Entries are unmanaged pointers and keep nothing alive. An entry is **cleared by** the object's deinitializer, on
/// any thread and under `lock`, or by the context when the object leaves it. It is **read by** `object(for:)`, which
/// retains the object under the same lock with the runtime's try-retain, so it never returns an object whose
/// deinitializer has begun. A deinitializer that lost this race finds another pointer or none in its entry, and
/// leaves the entry as it is.
///
/// Objects retain their registry, which outlives its context, so that an object never reads freed memory. A context
/// that is reset or gets another coordinator disowns its registry and starts a new one.
// Unchecked: the tables are only accessed under `lock`; `context` and `keepsDestinations` are written on the
// context's queue, or when the context is freed.
final class ObjectRegistry: @unchecked Sendable {
  let coordinator: NSPersistentStoreCoordinator?
  let layout: ModelLayout
  private(set) unowned(unsafe) var context: NSManagedObjectContext?
  /// Whether objects may keep the destinations of their relationships alive.
  var keepsDestinations = false

  private let kinds: [ObjectKind]
  /// The slots of accessors, by entity index (see `AccessorPlaces`).
  let places: UnsafeMutablePointer<AccessorPlaces>
  /// The index of each entity's root entity.
  private let roots: ContiguousArray<Int32>
  private let lock = NSLock()
  private let tables: Tables
  private var owners = DestinationOwners()

  private struct Tables: ~Copyable {
    /// A table for each root entity, indexed by primary key. The last table is for the temporary keys of all
    /// entities, which are unique in the process.
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

  /// - Parameter isPlain: whether all objects are instances of `NSManagedObject` itself, whatever classes the model
  ///   names.
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

  /// Detaches the objects from their context.
  func disown() {
    lock.withLock { context = nil }
  }

  /// Releases the destinations that objects keep alive, so that no retain cycle outlives the context.
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

  /// The objects of several keys, in the order of the keys; nil for a key without an object. Complexity: O(1) each.
  /// The lock is taken once, and the CPU loads distant entries in parallel.
  func objects(for keys: some Collection<RowKey>) -> [NSManagedObject?] {
    lock.lock()
    defer { lock.unlock() }
    return keys.map { pointer(for: $0).flatMap(Self.living) }
  }

  /// Enters new objects. If another object was entered under a key meanwhile, it replaces the new one in the array.
  ///
  /// - Parameter start: the index of the first new object.
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
    // Released only here, because an object's deinitializer takes the lock.
    withExtendedLifetime(replaced) {}
  }

  /// Enters an object under its key.
  func enter(_ object: NSManagedObject) {
    lock.lock()
    defer { lock.unlock() }
    set(Unmanaged.passUnretained(object).toOpaque(), for: object.key)
  }

  /// Clears an object's entry, unless the entry is already another object's.
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

  /// All objects. Saved ones are sorted by root entity and ascending key. Complexity: O(pages).
  var objects: ContiguousArray<NSManagedObject> {
    lock.lock()
    defer { lock.unlock() }
    var result: ContiguousArray<NSManagedObject> = []
    for index in tables.pages.indices {
      tables.pages[index].forEach { if let object = Self.living($0) { result.append(object) } }
    }
    return result
  }

  /// Records an object before one of its to-many relationships is loaded.
  func noteOwner(_ object: NSManagedObject) {
    let isFull = lock.withLock {
      owners.note(object.key)
      return owners.isFull
    }
    // The check forgets the object itself, which has no loaded relationship yet, so it is recorded again.
    if isFull {
      _ = destinationOwners()
      lock.withLock { owners.note(object.key) }
    }
  }

  /// The objects with loaded to-many relationships, in the order of identity. Complexity: O(objects that the last
  /// call returned and that were recorded since).
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
