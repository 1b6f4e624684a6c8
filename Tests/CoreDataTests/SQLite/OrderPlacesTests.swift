import Testing

@testable import CoreData

@Suite("The numbers that keep the order of a relationship")
struct OrderPlacesTests {
  @Test(
    arguments: [
      // The first insertion.
      ([nil, nil, nil], [2048, 3072, 4096]),
      // At the end.
      ([2048, 3072, nil, nil], [2048, 3072, 4096, 5120]),
      // Between two rows, as Apple spreads them.
      ([4096, nil, nil, 5120], [4096, 4437, 4778, 5120]),
      // Before all rows, as Apple spreads them.
      ([nil, nil, nil, nil, nil, 2048], [343, 684, 1025, 1366, 1707, 2048]),
      // One row moved: only it is written.
      ([3072, 4096, 2048], [3072, 4096, 5120]),
      ([4096, 2048, 3072], [1024, 2048, 3072]),
      // Two neighbours swapped.
      ([2048, 4096, 3072, 5120], [2048, 2560, 3072, 5120]),
      // No number is left between the two rows, so all are numbered again.
      ([2048, nil, 2049], [2048, 3072, 4096]),
      ([nil, 1], [2048, 3072]),
      // Equal numbers cannot keep an order.
      ([2048, 2048], [1024, 2048]),
      // Nothing to do.
      ([5, 7, 9], [5, 7, 9]),
      ([], []),
      // There is no room after the greatest number.
      ([Int64.max, nil], [2048, 3072]),
      ([Int64.min, nil, Int64.max], [2048, 3072, 4096]),
    ] as [([Int64?], [Int64])])
  func numbersAscendAndFewChange(_ present: [Int64?], _ wanted: [Int64]) {
    #expect(OrderPlaces.assign(present) == wanted)
  }

  @Test func anyOrderIsKept() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let count = Int.random(in: 0...30, using: &generator)
      let present = (0..<count).map { _ in Bool.random() ? Int64.random(in: 0...40_000, using: &generator) : nil }
      let places = OrderPlaces.assign(present)
      #expect(places.count == count)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "\(present)")
    }
  }
}
