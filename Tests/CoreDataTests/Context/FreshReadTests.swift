import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// The threads of a coordinator share a read transaction. But a context that begins to read must see everything that
/// was saved before. So it does not join a read transaction that is older than a save.
@Suite("Fresh reads")
struct FreshReadTests {
  /// One context has read, and its block still runs. Then another coordinator saves. Then a third context fetches,
  /// changes the result and saves. It has read nothing before, or nothing in this block.
  @Test("Contexts begin with what is saved", arguments: MusicStack.types.dropFirst(), [false, true])
  func beginning(type: String, hasReadBefore: Bool) throws {
    let stack = try MusicStack(type)
    try stack.saving { try $0.insert("Artist", ["name": "Nina"]) }
    let elsewhere = try stack.newExternalContext()
    let context = stack.newContext()
    let (reader, hasRead, mayEnd) = (stack.newContext(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
    if hasReadBefore { _ = try context.performAndWait { try context.count(for: request) } }
    reader.perform { [handle = UncheckedTransfer(request)] in
      _ = try? reader.fetch(handle.value)
      hasRead.signal()
      mayEnd.wait()
    }
    hasRead.wait()
    defer { mayEnd.signal() }
    try elsewhere.performAndWait {
      try elsewhere.fetch(request).first?.setValue("Simone", forKey: "name")
      try elsewhere.save()
    }
    try context.performAndWait {
      let artist = try #require(try context.fetch(request).first)
      #expect(artist.value(forKey: "name") as? String == "Simone")
      artist.setValue("Nina Simone", forKey: "name")
      try context.save()
    }
  }
}
