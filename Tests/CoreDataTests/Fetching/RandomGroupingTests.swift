import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Compares random groups of random tracks, saved and unsaved, with loops over the objects.
@Suite("Groups agree with loops")
struct RandomGroupingTests {
  private struct Track {
    let object: NSManagedObject
    func number(_ key: String) -> Double? { (object.value(forKey: key) as? NSNumber)?.doubleValue }
    /// Returns the value of one of `elements`.
    func element(_ text: String) -> Double? {
      switch text {
      case "number * 2 - 1": number("number").map { $0 * 2 - 1 }
      case "seconds / 2": number("seconds").map { $0 / 2 }
      default: number(text)
      }
    }
    func text(_ keyPath: String) -> String { RandomGroupingTests.text(object.value(forKeyPath: keyPath)) }
  }

  /// Returns a value as text. A Boolean counts as a number, because its class depends on its source.
  private static func text(_ value: Any?) -> String {
    (value as? NSNumber).map { "\($0.doubleValue)" } ?? value.map { "\($0)" } ?? "nil"
  }

  /// The arguments of the functions.
  private static let elements = ["number", "seconds", "number * 2 - 1", "seconds / 2"]
  private static let functions = ["sum:", "count:", "min:", "max:", "average:", "median:", "stddev:"]

  /// Returns what a loop computes; nil, if there are no numbers.
  private static func naive(_ function: String, _ numbers: [Double]) -> Double? {
    let sorted = numbers.sorted()
    switch function {
    case "sum:": return sorted.reduce(0, +)
    case "count:": return Double(sorted.count)
    case "min:": return sorted.first
    case "max:": return sorted.last
    case "average:": return sorted.isEmpty ? nil : sorted.reduce(0, +) / Double(sorted.count)
    case "median:":
      guard !sorted.isEmpty else { return nil }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    default:
      guard !sorted.isEmpty else { return nil }
      let mean = sorted.reduce(0, +) / Double(sorted.count)
      let squares = sorted.map { ($0 - mean) * ($0 - mean) }.reduce(0, +)
      return (squares / Double(sorted.count)).squareRoot()
    }
  }

  @Test(arguments: TestSeeds.seeds(12, from: 900), MusicStack.types)
  func groups(_ seed: UInt64, type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      var random = SeededRandom(seed: seed)
      func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
      let saved = stack.newContext()
      let singers = try ["Nina", "Omar"].map { try context.insert("Person", ["name": $0]) }
      func change(_ track: NSManagedObject) {
        track.setValue([nil, "pop", "rock", "Rock", "é"][below(5)], forKey: "genre")
        track.setValue([true, false, nil][below(3)], forKey: "isLoved")
        track.setValue(below(4) == 0 ? nil : below(9) - 4, forKey: "number")
        track.setValue(below(4) == 0 ? nil : Double(below(17)) / 4 - 2, forKey: "seconds")
        track.setValue(below(3) == 0 ? nil : singers[below(2)], forKey: "singer")
      }
      for index in 0..<40 { change(try context.insert(index % 5 == 0 ? "LiveTrack" : "Track", ["title": "\(index)"])) }
      try context.save()
      for round in 0..<25 {
        if round == 10 {
          // From here on nothing more is saved.
          for index in 0..<4 { change(try context.insert("Track", ["title": "new \(index)"])) }
          for (index, track) in try context.all("Track").enumerated() {
            if index % 7 == 0 { context.delete(track) } else if index % 3 == 0 { change(track) }
          }
        }
        let keys = ["genre", "isLoved", "singer.name", "number"].filter { _ in below(2) == 0 }
        let columns = (0..<1 + below(3)).map { _ in
          (function: Self.functions[below(Self.functions.count)], key: Self.elements[below(4)])
        }
        let bound = below(4)
        let hasHaving = !keys.isEmpty && below(2) == 0
        let request = NSFetchRequest<NSDictionary>(entityName: "Track")
        request.resultType = .dictionaryResultType
        request.predicate = [nil, NSPredicate(format: "seconds > 0"), NSPredicate(format: "singer != nil")][below(3)]
        request.propertiesToGroupBy = keys.isEmpty ? nil : keys
        if hasHaving { request.havingPredicate = NSPredicate(format: "count:(title) > %d", bound) }
        request.propertiesToFetch =
          keys
          + columns.enumerated().map { index, column in
            let description = NSExpressionDescription()
            description.name = "c\(index)"
            description.expression = .init(format: "\(column.function)(\(column.key))")
            return description
          }
        let tracks = try context.all("Track").filter { request.predicate?.evaluate(with: $0) ?? true }.map(Track.init)
        var groups = Dictionary(grouping: tracks) { track in keys.map { track.text($0) } }
        if keys.isEmpty, groups.isEmpty { groups[[]] = [] }
        if hasHaving { groups = groups.filter { $0.value.count > bound } }
        let found = try context.fetch(request)
        let comment = "seed \(seed), \(type): \(columns) by \(keys) where \(request.predicate?.description ?? "-")"
        #expect(found.count == groups.count, "\(comment)")
        // Without pending changes, neither the groups nor their values contain unsaved changes.
        request.includesPendingChanges = false
        let stored = try saved.performAndWait { UncheckedTransfer(try saved.fetch(request)) }.value
        #expect(Set(try context.fetch(request)) == Set(stored), "\(comment)")
        for group in found {
          let name = keys.map { Self.text(group[$0]) }
          let known = groups.removeValue(forKey: name)
          let members = try #require(known, "\(name): \(comment)")
          for (index, column) in columns.enumerated() {
            let expected = Self.naive(column.function, members.compactMap { $0.element(column.key) })
            let value = (group["c\(index)"] as? NSNumber)?.doubleValue
            let isClose = expected == value || abs((expected ?? .infinity) - (value ?? -.infinity)) < 1e-9
            #expect(isClose, "\(name) c\(index): \(value as Any), not \(expected as Any): \(comment)")
          }
        }
      }
    }
  }
}
