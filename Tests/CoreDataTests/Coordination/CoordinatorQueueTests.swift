import CoreData
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite("The queue of a coordinator")
struct CoordinatorQueueTests {
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())

  private struct Failure: Error, Equatable {}

  @Test("Blocks run one after the other, in their order")
  func order() {
    let order = Mutex<[Int]>([])
    for number in 1...20 {
      coordinator.perform { order.withLock { $0.append(number) } }
    }
    coordinator.performAndWait { order.withLock { $0.append(21) } }
    #expect(order.withLock { $0 } == Array(1...21))
  }

  @Test("Waiting blocks may wait again, and give back what they make")
  func waiting() throws {
    let sum = coordinator.performAndWait { coordinator.performAndWait { 20 } + 1 }
    #expect(sum == 21)
    #expect(throws: Failure()) { try coordinator.performAndWait { throw Failure() } }
  }

  @Test("What an awaited block makes or throws comes back")
  func awaiting() async throws {
    let text = await coordinator.perform { "made" }
    #expect(text == "made")
    await #expect(throws: Failure()) { try await coordinator.perform { throw Failure() } }
  }
}
