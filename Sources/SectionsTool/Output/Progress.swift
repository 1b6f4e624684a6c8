import Foundation

/// Shows on a terminal that long work goes on; silent everywhere else.
struct Progress {
  let label: String
  private let start = Date()
  private var shown = false

  init(_ label: String) { self.label = label }

  mutating func update(_ done: Int, of total: Int) {
    guard Terminal.showsProgress, shown || Date().timeIntervalSince(start) > 0.5 else { return }
    shown = true
    StandardStreams.complain("\r\u{1b}[K\(label) \(done)/\(total)")
  }

  func end() {
    if shown { StandardStreams.complain("\r\u{1b}[K") }
  }
}
