import CoreData

/// The commits that a store has seen, and which of them were its own.
///
/// Commits are numbered without gaps, so each state has a known number of external commits, even if two threads report
/// their reads in reverse order. Two states with different external commits must never have the same count, because a
/// list of one state would then be searched as if it were of the other.
struct PostgresCommits {
  /// The number of the newest commit seen; nil before the first read.
  private(set) var number: Int64?
  /// The first state for which the count is known.
  private var first: Int64 = 0
  private var firstCount = 0
  /// Own commits that no read has reached yet.
  private var expected: Set<Int64> = []
  /// Own commits that were seen after the first state, in ascending order.
  private var own: [Int64] = []

  /// The era of the numbers. A new era begins if a server takes over that lacks commits which this store has seen.
  private var era = 0
  /// The count with which the era began.
  private var eraCount = 0

  private static let ownLimit = 128

  /// The number of external commits seen since the first read.
  var count: Int { number.map { count(through: $0) } ?? 0 }

  /// Returns the number of external commits in a state that was seen, given the number of its newest commit.
  ///
  /// - Returns: the count; -1, which is less than every count, if the state is of another era or too old for its count
  ///   to be known. The reader of that state then checks again.
  func count(through number: Int64, in era: Int? = nil) -> Int {
    guard number >= first, era ?? self.era == self.era else { return -1 }
    // Another program may have written any number.
    return firstCount &+ Int(number &- first) &- own.count { $0 <= number }
  }

  /// Records a commit of this store, which does not count as external.
  ///
  /// - Parameter number: the commit's number. If it was already seen, it stays counted as external.
  mutating func noteOwn(_ number: Int64) { if number > self.number ?? 0 { expected.insert(number) } }

  /// Whether a number belongs to an external commit that was not seen yet.
  func isNews(_ number: Int64) -> Bool { number > self.number ?? -1 && !expected.contains(number) }

  /// Whether an era has begun since a count.
  func hasNewEra(since count: Int) -> Bool { era > 0 && count < eraCount }

  /// Records the state that a read has seen, by the number of its newest commit.
  ///
  /// - Returns: whether there are new external commits.
  mutating func see(_ newest: Int64, in era: Int = 0) -> Bool {
    if era < self.era { return false }
    if era > self.era {
      eraCount = count + 1
      (self.era, number, first, firstCount) = (era, newest, newest, eraCount)
      (expected, own) = ([], [])
      return true
    }
    defer { expected = expected.filter { $0 > newest } }
    guard let former = number else {
      (number, first) = (newest, newest)
      return false
    }
    // Two concurrent reads may be reported in reverse order.
    guard newest > former else { return false }
    let before = count
    number = newest
    own += expected.filter { $0 > former && $0 <= newest }.sorted()
    if own.count > Self.ownLimit {
      let last = own[own.count - Self.ownLimit / 2 - 1]
      (firstCount, first) = (count(through: last), last)
      own.removeAll { $0 <= last }
    }
    return count > before
  }
}
