import Foundation
import TestTraits
import Testing

@testable import CoreData

/// Two coordinators with the same model. An ID of one names no object of the other, although both have a row with that
/// key.
@Suite("IDs of another store") struct OtherStoreIDTests {
  @Test("An object is not found by an ID of another store", arguments: MusicStack.types)
  func otherStore(type: String) throws {
    let stack = try MusicStack(type)
    defer { withExtendedLifetime(stack) {} }
    let there = stack.newContext()
    let id = try there.performAndWait {
      let tag = try there.insert("Tag", ["name": "there"])
      try there.save()
      return tag.objectID
    }
    try MusicStack(type).run { (context) throws in
      let tag = try context.insert("Tag", ["name": "here"])
      #expect(context.registeredObject(for: tag.objectID) === tag)
      try context.save()
      #expect(tag.key == id.key)
      #expect(context.registeredObject(for: id) == nil)
      let error = #expect(throws: NSError.self) { try context.existingObject(with: id) }
      #expect(error?.code == NSManagedObjectReferentialIntegrityError)
      #expect(context.registeredObject(for: tag.objectID) === tag)
      #expect(try context.existingObject(with: tag.objectID) === tag)
    }
  }

  @Test("An object is not asked for by an ID of another store: that traps with the way out", .startsProcesses)
  func objectOfAnotherStore() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stack = try MusicStack(NSInMemoryStoreType)
      let there = stack.newContext()
      let id = try there.performAndWait {
        let tag = try there.insert("Tag", ["name": "there"])
        try there.save()
        return tag.objectID
      }
      try MusicStack(NSInMemoryStoreType).run { (context) throws in _ = context.object(with: id) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("is of a store that this context's coordinator does not have. Ask a context of its coordinator"))
  }
}
