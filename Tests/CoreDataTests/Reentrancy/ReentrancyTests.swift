import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A program may make any call to its context in any callback.
@Suite("Calls in callbacks")
struct ReentrancyTests {
  @Test(
    "Any call in any callback: nothing stops the program, and nothing is lost", arguments: CallbackPlace.allCases,
    TestSeeds.seeds(8))
  func calls(place: CallbackPlace, seed: UInt64) throws {
    var random = SeededRandom(seed: seed &* 131)
    // The content without any call.
    let plain = try CallbackStage(NSInMemoryStoreType).run(place, .nothing, depth: 1)
    #expect(plain.isReached, "no callback \(place)")
    for _ in 0..<5 {
      guard let call = ReentrantCall.allCases.randomElement(using: &random) else { return }
      let type = random.oneIn(3) ? NSSQLiteStoreType : NSInMemoryStoreType
      let depth = random.oneIn(2) ? 1 : 3
      let stage = try CallbackStage(type)
      let contents = try stage.run(place, call, depth: depth)
      guard call.isHarmless else { continue }
      #expect(contents.first == plain.first, "\(type), \(place), \(call), \(depth), seed \(seed): \(stage.log)")
    }
  }
}
