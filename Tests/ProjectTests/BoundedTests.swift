import Foundation
import TestTraits
import Testing

/// Tests that wait, each among all other tests: as many run at once as there are slots.
@Suite("Bounded tests", .opensStores)
struct BoundedTests {
  private static let running = Running()

  /// Counts tests.
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

  /// A trait of the suite and of the test take one slot together: else all slots would be waited for by tests that have
  /// one.
  @Test(.opensStores, arguments: 0..<50) func bothTraitsTakeOneSlot(_ number: Int) async {
    await expectFew()
  }

  private func expectFew() async {
    #expect(await Self.running.begin() <= Bounded.storesAtOnce)
    for _ in 0..<20 { await Task.yield() }
    await Self.running.end()
  }
}
