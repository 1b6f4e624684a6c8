/// The result of a benchmark at one size.
struct BenchmarkResult {
  let name: String
  let size: String
  /// The largest allowed ratio; nil for a ratio that is not checked.
  let bound: Double?
  /// The median ratio of each round.
  private(set) var rounds: [Double]
  private(set) var minimum: Double
  private(set) var maximum: Double
  /// The median times of each round.
  private var times: [(ours: Double, baseline: Double)]
  var bytesPerRow: Double?
  /// The number of rows, for a figure that is compared with those of other sizes.
  var rows: Int?

  /// The median of the rounds.
  var median: Double { Self.median(rounds.sorted()) }
  var medianNanoseconds: Double { Self.median(times.map(\.ours).sorted()) }
  var baselineNanoseconds: Double { Self.median(times.map(\.baseline).sorted()) }

  /// Whether the median of the rounds exceeds the bound. A disturbance of one round does not affect it.
  var isOver: Bool { bound.map { median > $0 } ?? false }

  /// - Parameter samples: the repetitions. Each has the times of the baseline and of our code, measured one after the
  ///   other.
  init(name: String, size: String, bound: Double?, samples: [Sample]) {
    self.name = name
    self.size = size
    self.bound = bound
    let ratios = samples.map(\.ratio).sorted()
    rounds = [Self.median(ratios)]
    minimum = ratios.first ?? .nan
    maximum = ratios.last ?? .nan
    times = [
      (
        Self.median(samples.map { $0.ours / .nanoseconds(1) }.sorted()),
        Self.median(samples.map { $0.baseline / .nanoseconds(1) }.sorted())
      )
    ]
  }

  /// Makes a figure of one of several sizes.
  ///
  /// - Parameter samples: the repetitions. Their baseline is the same work at the smallest size.
  init(name: String, rows: Int, size: String, samples: [Sample]) {
    self.init(name: name, size: size, bound: nil, samples: samples)
    self.rows = rows
  }

  /// Makes a figure that is not a time, for example bytes per row, or changes per operation.
  init(name: String, size: String, bound: Double, value: Double, bytesPerRow: Double? = nil) {
    self.name = name
    self.size = size
    self.bound = bound
    rounds = [value]
    minimum = value
    maximum = value
    times = [(0, 0)]
    self.bytesPerRow = bytesPerRow
  }

  /// Returns the figure with the round of another result added.
  func adding(_ other: BenchmarkResult) throws -> BenchmarkResult {
    guard name == other.name, size == other.size else {
      throw BenchmarkError("\(name), \(size) was not measured in each round.")
    }
    var sum = self
    sum.rounds += other.rounds
    sum.minimum = min(minimum, other.minimum)
    sum.maximum = max(maximum, other.maximum)
    sum.times += other.times
    return sum
  }

  private static func median(_ sorted: [Double]) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
