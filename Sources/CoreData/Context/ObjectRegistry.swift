import CSwiftRuntime
import Foundation

/// The identity map of a context: which object stands for which key, for each root entity.
///
/// Entries are plain pointers and keep nothing alive. **Who clears an entry:** the object's deinitializer, which may run
/// on any thread, under `lock`; or the context when the object leaves it. **Who reads one:** `object(for:)`, which under
/// the same lock takes the object up with the runtime's try-retain, so that an object whose deinitializer has begun is
/// not handed out. A deinitializer that lost that race finds another pointer in its entry, or none, and leaves it.
///
/// Objects hold their registry, and the registry outlives its context, so that an object never reads freed memory. A
/// context that is reset, or gets another coordinator, starts a new registry and disowns the old one.
// Unchecked: the tables are reached under `lock`; `context` is written on the context's queue, or when it is freed.
final class ObjectRegistry: @unchecked Sendable {
  let coordinator: NSPersistentStoreCoordinator?
  let layout: ModelLayout
  private(set) unowned(unsafe) var context: NSManagedObjectContext?

  private let kinds: [ObjectKind]
  private let lock = NSLock()
  private var tables: Tables

  private struct Tables: ~Copyable {
    /// By root entity, then by primary key.
    var saved: UnsafeMutableBufferPointer<PageTable>
    /// Temporary keys are unique in the process, so that one table does for all entities.
    var temporary = PageTable()

    init(count: Int) {
      saved = .allocate(capacity: count)
      for index in 0..<count { saved.initializeElement(at: index, to: PageTable()) }
    }

    deinit {
      saved.deinitialize()
      saved.deallocate()
    }
  }

  init(coordinator: NSPersistentStoreCoordinator?) {
    self.coordinator = coordinator
    let compiled = coordinator?.model.compile()
    layout = compiled?.layout ?? ModelLayout(entities: [])
    kinds = (compiled?.entities ?? []).map { ObjectKind($0) }
    tables = Tables(count: kinds.count)
  }

  func kind(_ entity: Int) -> ObjectKind { kinds[entity] }

  func adopt(by context: NSManagedObjectContext) { self.context = context }

  /// Makes the objects belong to no context any more.
  func disown() {
    lock.withLock { context = nil }
  }

  /// The object of a key, if there is one. Complexity: O(1).
  func object(for key: RowKey) -> NSManagedObject? {
    lock.lock()
    defer { lock.unlock() }
    guard let pointer = pointer(for: key), let object = cswift_try_retain(pointer) else { return nil }
    return Unmanaged<NSManagedObject>.fromOpaque(object).takeRetainedValue()
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
    object.primaryKey = key.primaryKey
    object.cachedID = nil
    set(Unmanaged.passUnretained(object).toOpaque(), for: key)
  }

  /// All objects, saved ones by root entity and ascending key. Complexity: O(pages).
  var objects: ContiguousArray<NSManagedObject> {
    lock.lock()
    defer { lock.unlock() }
    var result: ContiguousArray<NSManagedObject> = []
    func collect(_ pointer: UnsafeMutableRawPointer) {
      guard let object = cswift_try_retain(pointer) else { return }
      result.append(Unmanaged<NSManagedObject>.fromOpaque(object).takeRetainedValue())
    }
    for index in tables.saved.indices { tables.saved[index].forEach(collect) }
    tables.temporary.forEach(collect)
    return result
  }

  private func pointer(for key: RowKey) -> UnsafeMutableRawPointer? {
    if key.isTemporary { return tables.temporary.pointer(at: -key.primaryKey) }
    return tables.saved[root(of: key)].pointer(at: key.primaryKey)
  }

  private func set(_ pointer: UnsafeMutableRawPointer?, for key: RowKey) {
    if key.isTemporary {
      tables.temporary.set(pointer, at: -key.primaryKey)
    } else {
      tables.saved[root(of: key)].set(pointer, at: key.primaryKey)
    }
  }

  private func root(of key: RowKey) -> Int { layout.entities[Int(key.entity)].root }
}
