import CoreData
import Foundation

/// The requests of a background source: changes of the fetch requests, and elements whose values are wanted. The main
/// actor adds them, and the context's queue takes them.
///
/// Unchecked: a lock guards all state.
final class ValueRequests<Edit: Sendable>: @unchecked Sendable {
  /// Wanted elements, in the order of the requests. An element is not requested again until it is answered.
  struct Wanted<ID: Hashable> {
    var waiting: [ID] = []
    var asked: Set<ID> = []
  }

  /// Changes of the fetch requests that share one fetch, with the number of the last one.
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

  /// - Parameter limit: the number of the oldest waiting items that are forgotten when more than twice as many wait.
  ///   They may be requested again.
  init(limit: Int) { self.limit = limit }

  /// Adds changes of the fetch requests; an empty array repeats the fetch.
  ///
  /// - Returns: the number of these changes, and whether the caller must schedule the work.
  func add(_ edits: [Edit]) -> (number: Int, schedules: Bool) {
    lock.withLock {
      self.edits += edits
      lastEdit += 1
      return (lastEdit, takeSchedule())
    }
  }

  /// Adds a wanted item.
  ///
  /// - Returns: whether the caller must schedule the work.
  func want(_ item: NSManagedObjectID) -> Bool {
    lock.withLock {
      lastRead = item
      guard items.add(item) else { return false }
      // Half of them at a time, so that a call costs O(1) on average.
      if items.waiting.count > 2 * limit { items.forget(limit) }
      return takeSchedule()
    }
  }

  /// Adds a wanted section.
  ///
  /// - Returns: whether the caller must schedule the work.
  func want(section: NSManagedObjectID?) -> Bool { lock.withLock { sections.add(section) && takeSchedule() } }

  /// Records that an item with a value was read, because its neighbours may need values after a change of the list.
  func noteRead(_ item: NSManagedObjectID) { lock.withLock { lastRead = item } }

  /// The item that was read last; nil if none was read.
  var focus: NSManagedObjectID? { lock.withLock { lastRead } }

  /// Ends all work, because the source was released.
  func cancel() { lock.withLock { isCancelled = true } }

  private func takeSchedule() -> Bool {
    guard !isScheduled, !isCancelled else { return false }
    isScheduled = true
    return true
  }
}

// Calls from the context's queue.
extension ValueRequests {
  /// Records that the scheduled work begins, so that later requests schedule more work.
  func beginWork() { lock.withLock { isScheduled = false } }

  /// Returns whether the caller must schedule more work: some is left, and none is scheduled.
  func needsSchedule(hasMore: Bool) -> Bool { lock.withLock { (hasMore || !areEmpty) && takeSchedule() } }

  /// Whether all requests were taken.
  var isEmpty: Bool { lock.withLock { areEmpty } }

  /// Whether the making of values must stop, because the requests were changed or the source was released.
  var isInterrupted: Bool { lock.withLock { isCancelled || lastTaken < lastEdit } }

  /// Removes and returns the changes of the fetch requests; nil if there are none.
  func takeEdits() -> Edits? {
    lock.withLock {
      guard lastTaken < lastEdit, !isCancelled else { return nil }
      lastTaken = lastEdit
      defer { edits = [] }
      return Edits(all: edits, number: lastEdit)
    }
  }

  /// Removes and returns the items that were requested last, the newest first.
  func takeItems(atMost count: Int) -> [NSManagedObjectID] { lock.withLock { items.take(count) } }

  /// Removes and returns the sections that were requested last, the newest first.
  func takeSections(atMost count: Int) -> [NSManagedObjectID?] { lock.withLock { sections.take(count) } }

  /// Adds taken elements again, because the making of their values was interrupted.
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
  /// Records that elements have values, or can get none now, so that they may be requested again.
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
