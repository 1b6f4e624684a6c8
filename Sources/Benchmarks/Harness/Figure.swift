/// What one benchmark found at one size.
struct Figure {
  let name: String
  let size: String
  /// What the ratio may be at most; nil where it is only looked at.
  let bound: Double?
  let median: Double
  let minimum: Double
  let maximum: Double
  let medianNanoseconds: Double
  let baselineNanoseconds: Double
  var bytesPerRow: Double?
  /// How many rows were worked with, where figures of several sizes are looked at together.
  var rows: Int?

  /// - Parameter samples: one pair a repetition, baseline and ours measured one after the other.
  init(name: String, size: String, bound: Double?, samples: [Sample]) {
    self.name = name
    self.size = size
    self.bound = bound
    let ratios = samples.map(\.ratio).sorted()
    median = Self.median(ratios)
    minimum = ratios.first ?? .nan
    maximum = ratios.last ?? .nan
    medianNanoseconds = Self.median(samples.map { $0.ours / .nanoseconds(1) }.sorted())
    baselineNanoseconds = Self.median(samples.map { $0.baseline / .nanoseconds(1) }.sorted())
  }

  /// A figure that is one of several sizes.
  ///
  /// - Parameter samples: the baseline is the same work at the smallest size.
  init(name: String, rows: Int, size: String, samples: [Sample]) {
    self.init(name: name, size: size, bound: nil, samples: samples)
    self.rows = rows
  }

  /// A figure that is no time: bytes a row, or changes over operations.
  init(name: String, size: String, bound: Double, value: Double, bytesPerRow: Double? = nil) {
    self.name = name
    self.size = size
    self.bound = bound
    median = value
    minimum = value
    maximum = value
    medianNanoseconds = 0
    baselineNanoseconds = 0
    self.bytesPerRow = bytesPerRow
  }

  private static func median(_ sorted: [Double]) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
