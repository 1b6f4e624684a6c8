import Foundation

extension BenchmarkResult {
  /// Prints the figure as text or as a JSON object.
  func report(json: Bool) {
    let line = json ? jsonLine : textLine
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private var textLine: String {
    let verdict = bound.map { _ in isOver ? "OVER" : "ok  " } ?? "    "
    let ratio = Self.number(median)
    let spread = minimum == maximum ? "" : "  (\(Self.number(minimum))–\(Self.number(maximum)))"
    let limit = bound.map { " of at most \(Self.number($0))" } ?? ""
    let times =
      baselineNanoseconds == 0
      ? "" : "  \(Self.time(medianNanoseconds)) against \(Self.time(baselineNanoseconds))"
    let rounds = rounds.count < 2 ? "" : "  rounds " + self.rounds.map(Self.number).joined(separator: " ")
    return "\(verdict) \(pad(name, 24)) \(pad(size, 28)) \(ratio)\(limit)\(spread)\(times)\(rounds)"
  }

  /// Lists the figures that exceed their bounds, as text.
  static func verdict(on table: [BenchmarkResult]) -> String {
    let bounded = table.filter { $0.bound != nil }
    let over = bounded.filter(\.isOver)
    let rounds = table.map(\.rounds.count).max() ?? 0
    let head = "\(over.count) of \(bounded.count) rows are over their bounds by the median of \(rounds) rounds"
    guard !over.isEmpty else { return head + "." }
    let lines = over.map { figure in
      "  \(figure.name), \(figure.size): \(number(figure.median)) of at most \(figure.bound.map(number) ?? "")"
    }
    return ([head + ":"] + lines).joined(separator: "\n")
  }

  private var jsonLine: String {
    let bytes = bytesPerRow.map { Self.number($0) } ?? "null"
    let atMost = bound.map { Self.number($0) } ?? "null"
    let rows = rows.map { "\"rows\":\($0)," } ?? ""
    return """
      {"name":"\(name)","size":"\(size)",\(rows)"ratio":\(Self.number(median)),"median_ns":\(Int(medianNanoseconds)),\
      "baseline_ns":\(Int(baselineNanoseconds)),"min_ratio":\(Self.number(minimum)),\
      "max_ratio":\(Self.number(maximum)),"bytes_per_row":\(bytes),"rounds":[\(self.rounds.map(Self.number).joined(separator: ","))],\
      "at_most":\(atMost),"over":\(isOver)}
      """
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 0.1 ? "%.4f" : "%.2f", value)
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.0f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.1f µs", nanoseconds / 1_000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }
}
