import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// A row keeps its values right after its header, in the same allocation. The test compares it with an array.
@Suite("Rows") struct RowTests {
  private struct Refusal: Error {}

  /// Counts the objects that are alive.
  private final class Counter: @unchecked Sendable {
    // Unchecked: used by one thread.
    var living = 0
  }

  private final class Counted {
    let counter: Counter
    init(_ counter: Counter) {
      self.counter = counter
      counter.living += 1
    }
    deinit { counter.living -= 1 }
  }

  @Test("A row holds what an array holds, and nothing of it longer than the row lives", arguments: TestSeeds.seeds(3))
  func twin(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let counter = Counter()
    var rows: [Row] = []
    var twins: [[Value]] = []
    for number in 0..<2_000 {
      let count = Int.random(in: 0..<70, using: &random)
      var twin = [Value](repeating: .null, count: count)
      // Some slots are set twice.
      let writes = (0..<count * 2).map { _ in (Int.random(in: 0..<count, using: &random), value(counter, &random)) }
      let row = Row(key: RowKey(entity: 1, primaryKey: Int64(number)), version: Int64(count), count: count) { values in
        for (slot, value) in writes {
          values[slot] = value
          twin[slot] = value
        }
      }
      rows.append(row)
      twins.append(twin)
      if rows.count > 50 {
        let place = Int.random(in: rows.indices, using: &random)
        rows.remove(at: place)
        twins.remove(at: place)
      }
    }
    for (row, twin) in zip(rows, twins) {
      #expect(row.count == twin.count && row.version == Int64(twin.count))
      #expect(zip(row.values, twin).allSatisfy { $0.isSame(as: $1) })
      #expect(twin.indices.allSatisfy { row[$0].isSame(as: twin[$0]) })
      #expect(Row(key: row.key, version: 0, values: twin).values.count == twin.count)
    }
    #expect(counter.living > 0)
    rows = []
    twins = []
    #expect(counter.living == 0)
  }

  @Test("A row that cannot be filled lets go of what it has") func refusal() {
    let counter = Counter()
    #expect(throws: Refusal.self) {
      try Row(key: RowKey(entity: 0, primaryKey: 1), version: 0, count: 3) { values in
        values[1] = .opaque(OpaqueBox(Counted(counter)))
        throw Refusal()
      }
    }
    #expect(counter.living == 0)
  }

  @Test("A slot that there is not stops the program", .startsProcesses) func bounds() async {
    await #expect(processExitsWith: .failure) {
      _ = Row(key: RowKey(entity: 0, primaryKey: 1), version: 0, values: [.null])[1]
    }
  }

  private func value(_ counter: Counter, _ random: inout SeededRandom) -> Value {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .int(Int64.random(in: 0..<9, using: &random))
    case 1: .string(String(repeating: "é", count: Int.random(in: 0..<20, using: &random)))
    case 2: .opaque(OpaqueBox(Counted(counter)))
    default: .null
    }
  }
}
