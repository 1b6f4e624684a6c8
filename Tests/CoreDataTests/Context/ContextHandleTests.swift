import Dispatch
import Testing

@testable import CoreData

@Suite("A context is referred to without being kept alive")
struct ContextHandleTests {
  @Test func aHandleLeadsToItsContextUntilThatIsGone() {
    var context: NSManagedObjectContext? = NSManagedObjectContext(.privateQueue)
    let handle = context?.handle
    #expect(handle?.context === context)
    #expect(handle?.isEmpty == false)
    context = nil
    #expect(handle?.context == nil)
    #expect(handle?.isEmpty == true)
  }

  /// Contexts are made and released on some threads while other threads ask for all contexts.
  @Test func aContextThatGoesAwayIsNotHandedOut() {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: MusicModel.make())
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      for _ in 0..<1_000 {
        if number.isMultiple(of: 2) {
          let context = NSManagedObjectContext(.privateQueue)
          context.persistentStoreCoordinator = coordinator
        } else {
          #expect(coordinator.registeredContexts.allSatisfy { $0.persistentStoreCoordinator === coordinator })
        }
      }
    }
    #expect(coordinator.registeredContexts.isEmpty)
  }
}
