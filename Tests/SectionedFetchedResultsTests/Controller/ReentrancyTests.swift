import SectionedTesting
import Testing

/// The running batch ends first, what was done comes as the next, and every output is one version of the list at each
/// moment: whatever is done in whichever callback of whichever batch.
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
