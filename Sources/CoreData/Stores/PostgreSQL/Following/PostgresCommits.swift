#if PostgreSQL
  /// Which commits a store has seen, and which of them were its own.
  ///
  /// Commits are numbered without gaps. So it is known of each state how many commits of others it has, also where one who
  /// looked before another says so after it: two states of which one has more have not one count. Whoever has a list as of
  /// the one would else search in the other as if that were the same.
  struct PostgresCommits {
    /// The number of the newest one that was seen; nil before the first look.
    private(set) var number: Int64?
    /// From which state on the counts are known.
    private var first: Int64 = 0
    private var firstCount = 0
    /// Own ones that no look has passed yet.
    private var expected: Set<Int64> = []
    /// Own ones that were seen, behind the first state, ascending.
    private var own: [Int64] = []

    private static let ownLimit = 128

    /// The number of others' that were seen since the first look.
    var count: Int { number.map { count(through: $0) } ?? 0 }

    /// The number of others' that a state has, which was seen: by the number of its newest commit.
    ///
    /// - Returns: for a state from so long ago that it is not known, less than for any other; who has that looks again.
    func count(through number: Int64) -> Int {
      guard number >= first else { return -1 }
      // Another program may have written any number.
      return firstCount &+ Int(number &- first) &- own.count { $0 <= number }
    }

    /// - Parameter number: one that was seen before is taken for another's for good.
    mutating func noteOwn(_ number: Int64) { if number > self.number ?? 0 { expected.insert(number) } }

    /// Whether a number is that of a commit of another's that was not seen yet.
    func isNews(_ number: Int64) -> Bool { number > self.number ?? -1 && !expected.contains(number) }

    /// - Returns: whether there are new ones of others.
    mutating func see(_ newest: Int64) -> Bool {
      defer { expected = expected.filter { $0 > newest } }
      guard let former = number else {
        (number, first) = (newest, newest)
        return false
      }
      // Two who look at one time may come in the other order.
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
#endif
