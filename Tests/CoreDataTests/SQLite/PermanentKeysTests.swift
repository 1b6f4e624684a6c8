import Testing

@testable import CoreData

@Suite("Permanent keys by temporary ones")
struct PermanentKeysTests {
  /// Runs, gaps and keys that are lower than the first one. Each must be found, whatever the order.
  @Test(arguments: [[5, 6, 7], [7, 6, 5], [5, 6, 9, 10, 7, 3], [Int64.min, .max, 0], []] as [[Int64]])
  func eachIsFound(_ temporary: [Int64]) {
    var keys = PermanentKeys()
    for (place, key) in temporary.enumerated() { keys.add(RowKey(entity: 0, primaryKey: Int64(place + 1)), for: key) }
    #expect(temporary.map { keys[$0]?.primaryKey } == temporary.indices.map { Int64($0 + 1) })
    for other in [4, 8, 11, 100] as [Int64] where !temporary.contains(other) { #expect(keys[other] == nil) }
  }
}
