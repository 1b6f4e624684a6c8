import Observation

/// A reader of a part of an observed list, like the body of a SwiftUI view. It counts how often it is notified.
///
/// Unchecked: it is used only where the list is used.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
package final class PartReader: @unchecked Sendable {
  package let name: String
  package private(set) var timesNotified = 0
  private let body: () -> Void

  /// Reads a part for the first time.
  package init(_ name: String, _ body: @escaping () -> Void) {
    (self.name, self.body) = (name, body)
    read()
  }

  /// Reads the part again, like a view that is drawn again.
  package func read() {
    withObservationTracking(body) { [weak self] in self?.timesNotified += 1 }
  }
}

/// A part of a list that a test reads from the observed list, and also computes naively.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
package struct ReadPart {
  package let name: String
  /// Reads the part from the observed list.
  package let read: () -> String
  /// Computes the same value from the whole list.
  package let value: () -> String

  package init(_ name: String, read: @escaping () -> String, value: @escaping () -> String) {
    (self.name, self.read, self.value) = (name, read, value)
  }

  /// Makes a change, and returns what is wrong. Each reader whose value changed must be notified exactly once, and no
  /// other reader.
  ///
  /// - Parameter isExact: false if a reader whose value stayed the same may be notified once.
  package static func mistakes(
    of parts: [ReadPart], isExact: Bool = true, _ comment: String, during change: () throws -> Void
  ) rethrows -> [String] {
    let before = parts.map { $0.value() }
    var mistakes = zip(parts, before).compactMap { $0.mistake(reading: $1, "\(comment), before") }
    let readers = parts.map { part in PartReader(part.name) { _ = part.read() } }
    try change()
    for ((part, reader), old) in zip(zip(parts, readers), before) {
      let new = part.value()
      if let mistake = part.mistake(reading: new, "\(comment), after") { mistakes.append(mistake) }
      let expected = old == new ? (isExact ? 0...0 : 0...1) : 1...1
      if !expected.contains(reader.timesNotified) {
        mistakes.append("\(comment): \(part.name) was notified \(reader.timesNotified) times; \(old) → \(new)")
      }
    }
    return mistakes
  }

  private func mistake(reading value: String, _ comment: String) -> String? {
    let read = read()
    return read == value ? nil : "\(comment): \(name) reads \(read), not \(value)"
  }
}
