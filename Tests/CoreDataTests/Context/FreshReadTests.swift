import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A read transaction is shared by the threads of a coordinator. A context that begins to read sees what was saved by
/// then: it does not join one that another context has opened before somebody else saved.
@Suite("Fresh reads")
struct FreshReadTests {
  /// One context has read, and its block goes on. Another coordinator saves. A third context, which has read nothing yet,
  /// fetches, changes what it found, and saves.
  @Test("Contexts begin with what is saved", arguments: MusicStack.types.dropFirst())
  func beginning(type: String) throws {
    let stack = try MusicStack(type)
    try stack.saving { try $0.insert("Artist", ["name": "Nina"]) }
    let elsewhere = try stack.newExternalContext()
    let (reader, hasRead, mayEnd) = (stack.newContext(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
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
    try stack.run { context in
      let artist = try #require(try context.fetch(request).first)
      #expect(artist.value(forKey: "name") as? String == "Simone")
      artist.setValue("Nina Simone", forKey: "name")
      try context.save()
    }
  }
}
