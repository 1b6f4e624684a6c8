import SectionedTesting
import Testing

@testable import CoreData

/// Written against a merge, which has no number, that counts as an event: an object would report what it changed before.
@Suite("The events that wait in a context")
struct EventQueueTests {
  @Test("they are delivered in order, and a merge is not an event in delivery", arguments: TestSeeds.seeds(10))
  func order(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var queue = EventQueue()
    var waiting: [ContextNotice] = []
    var delivered: ContextNotice?
    // Whether the notice in delivery still waits to be delivered by objects.
    var isUnderWay = false
    for step in 0..<200 {
      if random.oneIn(3) {
        let notice = ContextNotice()
        if !random.oneIn(3) {
          queue.close()
          notice.number = queue.closed
        }
        queue.append(notice)
        waiting.append(notice)
      } else if let notice = delivered {
        if isUnderWay {
          let taken = queue.takeFirst()
          #expect(taken === notice, "seed \(seed), step \(step)")
          waiting.removeFirst()
          isUnderWay = false
        } else {
          queue.endFirst()
          delivered = nil
        }
      } else if let notice = waiting.first {
        queue.beginFirst()
        (delivered, isUnderWay) = (notice, true)
      }
      let number = delivered.flatMap { $0.number > 0 ? $0.number : nil }
      #expect(queue.currentNumber == number, "seed \(seed), step \(step)")
      #expect(queue.firstNumber == number ?? waiting.first?.number ?? .max, "seed \(seed), step \(step)")
      #expect(queue.isEmpty == waiting.isEmpty && queue.hasNext == (waiting.count > (isUnderWay ? 1 : 0)))
    }
  }
}
