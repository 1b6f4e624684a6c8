import SectionedTesting
import Testing

/// Whatever any callback of any batch does, the running batch must end first, and the next batch has what the callback
/// did. At each moment all outputs must show the same version of the list.
@Suite("Callbacks may do anything")
struct ReentrancyTests {
  @Test(arguments: Deed.allCases)
  func theRunningBatchEndsFirst(deed: Deed) throws {
    let all = Trigger.allCases.flatMap { trigger in Moment.allCases.map { (trigger, $0) } }
    for (trigger, moment) in TestSeeds.share(of: all) {
      let wrong = try Reentrancy().perform(deed, in: moment, of: trigger)
      #expect(wrong == [], "\(deed) in \(moment) of \(trigger)")
    }
  }
}
