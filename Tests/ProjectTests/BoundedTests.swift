import Foundation
import TestTraits
import Testing

/// Tests that wait, so that all of them would run at the same time. Only as many do as there are slots.
@Suite("Bounded tests", .opensStores)
struct BoundedTests {
  private static let running = Running()

  /// Counts the running tests.
  private actor Running {
    private var count = 0

    func begin() -> Int {
      count += 1
      return count
    }

    func end() { count -= 1 }
  }

  @Test(arguments: 0..<200) func fewRunAtOnce(_ number: Int) async {
    await expectFew()
  }

  /// A test with the trait on its suite and on itself takes one slot. If it took two, tests that have one would wait
  /// for each other.
  @Test(.opensStores, arguments: 0..<50) func bothTraitsTakeOneSlot(_ number: Int) async {
    await expectFew()
  }

  private func expectFew() async {
    #expect(await Self.running.begin() <= Bounded.storesAtOnce)
    for _ in 0..<20 { await Task.yield() }
    await Self.running.end()
  }
}
