import CoreData
import Foundation

/// The requests of a background source, which the main actor adds and the context's queue takes: changes of the fetches,
/// and the elements whose values are wanted.
///
/// Unchecked: everything is behind the lock.
final class ValueRequests<Edit: Sendable>: @unchecked Sendable {
  /// Wanted elements, in the order in which they were asked for. Each is asked for once until it is answered.
  struct Wanted<ID: Hashable> {
    var waiting: [ID] = []
    var asked: Set<ID> = []
  }

  /// Changes of the fetches, to be made together, with the number of the last one.
  struct Edits {
    let all: [Edit]
    let number: Int
  }

  private let lock = NSLock()
  private let limit: Int
  private var edits: [Edit] = []
  private var lastEdit = 0
  /// The number of the last change that was taken.
  private var lastTaken = 0
  private var items = Wanted<NSManagedObjectID>()
  private var sections = Wanted<NSManagedObjectID?>()
  private var lastRead: NSManagedObjectID?
  private var isScheduled = false
  private var isCancelled = false

  /// - Parameter limit: the largest number of items that wait. The oldest ones are forgotten, and may be asked for again.
  init(limit: Int) { self.limit = limit }

  /// Adds a change of the fetches.
  ///
  /// - Returns: its number, and whether the caller is to schedule the work.
  func add(_ edits: [Edit]) -> (number: Int, schedules: Bool) {
    lock.withLock {
      self.edits += edits
      lastEdit += 1
      return (lastEdit, takeSchedule())
    }
  }

  /// Adds a wanted item.
  ///
  /// - Returns: whether the caller is to schedule the work.
  func want(_ item: NSManagedObjectID) -> Bool {
    lock.withLock {
      lastRead = item
      guard items.add(item) else { return false }
      // Half at a time, so that a request costs O(1).
      if items.waiting.count > 2 * limit { items.forget(limit) }
      return takeSchedule()
    }
  }

  /// Adds a wanted section.
  ///
  /// - Returns: whether the caller is to schedule the work.
  func want(section: NSManagedObjectID?) -> Bool { lock.withLock { sections.add(section) && takeSchedule() } }

  /// Records that an item with a value was read: its neighbours are wanted if the list changes.
  func noteRead(_ item: NSManagedObjectID) { lock.withLock { lastRead = item } }

  /// The item that was read last; nil when none was.
  var focus: NSManagedObjectID? { lock.withLock { lastRead } }

  /// Ends all work, because the source is gone.
  func cancel() { lock.withLock { isCancelled = true } }

  private func takeSchedule() -> Bool {
    guard !isScheduled, !isCancelled else { return false }
    isScheduled = true
    return true
  }
}

// The context's queue.
extension ValueRequests {
  /// Records that the scheduled work begins: later requests schedule it again.
  func beginWork() { lock.withLock { isScheduled = false } }

  /// Whether work is left and not scheduled yet. The caller schedules it.
  func needsSchedule(hasMore: Bool) -> Bool { lock.withLock { (hasMore || !areEmpty) && takeSchedule() } }

  /// Whether nothing is asked for that is not taken.
  var isEmpty: Bool { lock.withLock { areEmpty } }

  /// Whether values that are being made are no longer the next thing to do.
  var isInterrupted: Bool { lock.withLock { isCancelled || lastTaken < lastEdit } }

  /// Removes and returns the changes of the fetches; nil when there is none.
  func takeEdits() -> Edits? {
    lock.withLock {
      guard lastTaken < lastEdit, !isCancelled else { return nil }
      lastTaken = lastEdit
      defer { edits = [] }
      return Edits(all: edits, number: lastEdit)
    }
  }

  /// Removes and returns the items that were asked for last, the newest first.
  func takeItems(atMost count: Int) -> [NSManagedObjectID] { lock.withLock { items.take(count) } }

  /// Removes and returns the sections that were asked for last, the newest first.
  func takeSections(atMost count: Int) -> [NSManagedObjectID?] { lock.withLock { sections.take(count) } }

  /// Adds taken elements again, because their making was interrupted.
  ///
  /// - Parameters:
  ///   - items: the items, the newest first.
  ///   - sections: the sections, the newest first.
  func putBack(_ items: some Sequence<NSManagedObjectID>, sections: some Sequence<NSManagedObjectID?>) {
    lock.withLock {
      self.items.waiting += items.reversed()
      self.sections.waiting += sections.reversed()
    }
  }

  private var areEmpty: Bool { lastTaken == lastEdit && items.waiting.isEmpty && sections.waiting.isEmpty }
}

extension ValueRequests {
  /// Records that elements have their values, or cannot get one now: they may be asked for again.
  func answered(_ items: some Sequence<NSManagedObjectID>, sections: some Sequence<NSManagedObjectID?>) {
    lock.withLock {
      for item in items { self.items.asked.remove(item) }
      for section in sections { self.sections.asked.remove(section) }
    }
  }
}

extension ValueRequests.Wanted {
  fileprivate mutating func add(_ id: ID) -> Bool {
    guard asked.insert(id).inserted else { return false }
    waiting.append(id)
    return true
  }

  fileprivate mutating func forget(_ count: Int) {
    asked.subtract(waiting.prefix(count))
    waiting.removeFirst(count)
  }

  fileprivate mutating func take(_ count: Int) -> [ID] {
    let newest = waiting.suffix(count)
    waiting.removeLast(newest.count)
    return newest.reversed()
  }
}
