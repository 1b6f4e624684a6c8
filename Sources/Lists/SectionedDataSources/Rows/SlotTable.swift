import Foundation
import SectionedChanges

/// A table from slots to keys and from keys to slots, with a revision of each key.
@usableFromInline
struct SlotTable<Key: Hashable & Sendable> {
  @usableFromInline
  var index = SlotIndex<Key>()
  /// The keys by slot; nil in a free slot.
  @usableFromInline
  var keys: ContiguousArray<Key?> = []
  @usableFromInline
  var revisions: ContiguousArray<Int32> = []
  @usableFromInline
  var free: ContiguousArray<Int32> = []
  /// The last revision given. A key gets a new revision when it is revised, and when it is added after the first
  /// content, because a key that is removed and added again may have another model.
  @usableFromInline
  var lastRevision: Int32 = 0
  /// The number added to each revision, so that no two sources have equal revisions. When an element moves from one
  /// list to another, an equal revision then means an unchanged element.
  @usableFromInline
  let base: Int

  @inlinable
  var count: Int { index.count }
  /// An upper bound of the slots in use, itself not in use.
  @inlinable
  var limit: Int { keys.count }

  @inlinable
  mutating func reserveCapacity(_ capacity: Int) {
    index.reserveCapacity(capacity)
    keys.reserveCapacity(capacity)
    revisions.reserveCapacity(capacity)
  }

  @inlinable
  func slot(of key: Key) -> Int32? { index.slot(of: key, in: keys) }

  /// Returns the key of a slot that is in use.
  @inlinable
  subscript(slot: Int32) -> Key {
    guard let key = keys[Int(slot)] else {
      fatalError("Slot \(slot) has no key. This is a fault of SectionedDataSources; report it.")
    }
    return key
  }

  @inlinable
  func element(_ slot: Int32) -> ListElement<Key> {
    ListElement(self[slot], revision: base &+ Int(revisions[Int(slot)]))
  }

  @inlinable
  init() { base = RevisionBase.next() }

  /// Makes an empty table for the next content of a list. It continues the revisions of the present table.
  @inlinable
  init(following other: Self?) {
    lastRevision = other?.lastRevision ?? 0
    base = other?.base ?? RevisionBase.next()
  }

  /// Adds a key while the whole content is built.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - other: the table of the content before, whose revisions are kept; nil if there is none.
  ///   - isRevised: whether the key gets a new revision.
  /// - Returns: the slot of the key; nil if the key is in the table already.
  @inlinable
  mutating func begin(_ key: Key, following other: Self?, isRevised: Bool) -> Int32? {
    let slot = Int32(keys.count)
    guard index.insert(key, slot: slot, in: keys) else { return nil }
    keys.append(key)
    revisions.append(0)
    guard let other else { return slot }
    if !isRevised, let old = other.slot(of: key) {
      revisions[Int(slot)] = other.revisions[Int(old)]
    } else {
      revise(slot)
    }
    return slot
  }

  /// Adds keys to an empty table. The slot of a key is its index.
  ///
  /// - Returns: whether all keys are different. If they are not, the caller has to add each key individually.
  @inlinable
  mutating func begin(_ keys: ContiguousArray<Key?>) -> Bool {
    guard index.begin(keys) else { return false }
    self.keys = keys
    revisions = ContiguousArray(repeating: 0, count: keys.count)
    return true
  }

  /// Adds a key that is not in the table.
  @inlinable
  mutating func add(_ key: Key) -> Int32 {
    let slot = free.popLast() ?? Int32(keys.count)
    _ = index.insert(key, slot: slot, in: keys)
    if Int(slot) < keys.count {
      keys[Int(slot)] = key
    } else {
      keys.append(key)
      revisions.append(0)
    }
    revise(slot)
    return slot
  }

  @inlinable
  mutating func remove(_ slot: Int32) {
    guard let key = keys[Int(slot)] else { return }
    index.remove(key, in: keys)
    keys[Int(slot)] = nil
    free.append(slot)
  }

  @inlinable
  mutating func revise(_ slot: Int32) {
    lastRevision &+= 1
    revisions[Int(slot)] = lastRevision
  }
}

/// The bases of the revisions of sources. They are so far apart that no two sources share a revision.
@usableFromInline
enum RevisionBase {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var last = 0

  /// Returns a base that no source has.
  @usableFromInline
  static func next() -> Int {
    lock.withLock {
      last += 1
      return last << 32
    }
  }
}
