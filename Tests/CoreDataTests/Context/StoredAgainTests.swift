import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// One context deletes an object. Another one has changed it and stores it again, so that the versions of its row begin
/// anew.
@Suite("Merging a row that was stored again") struct StoredAgainTests {
  /// Saves the artist often, deletes it, and stores it again as Simone, from a context that insists on its change. The
  /// version of the stored row is then low.
  ///
  /// - Returns: the artist in this context, and the notifications of the deletion and of the new row. A later save
  ///   follows both.
  private func storeAgain(
    _ stack: MusicStack, _ context: NSManagedObjectContext
  ) throws -> (nina: NSManagedObject, saves: [Notification]) {
    let nina = try context.saveNina().nina
    let save = stack.insisting("Simone", forKey: "name", of: nina.objectID)
    for name in ["a", "b", "c"] {
      nina.setValue(name, forKey: "name")
      try context.save()
    }
    let deletion = try stack.saving { other in other.delete(other.object(with: nina.objectID)) }
    let saves = [deletion, try save()]
    try stack.saving { try $0.insert("Tag", ["name": "a"]) }
    return (nina, saves)
  }

  /// A context that merges both saves must have the stored values, whatever their order.
  @Test("A row that is stored again is newer, whatever its version", arguments: MusicStack.types, [false, true])
  func storedAgain(type: String, isReversed: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let (_, saves) = try storeAgain(stack, context)
      for save in isReversed ? saves.reversed() : saves { context.mergeChanges(fromContextDidSave: save) }
      #expect(try context.all("Artist").map { $0.text("name") } == ["Simone"])
    }
  }

  /// This time the merging context has changed the artist's name. Its change stays, and overwrites the stored name.
  @Test("A row that is stored again keeps what is changed here", arguments: MusicStack.types, [false, true])
  func storedAgainUnderAChange(type: String, isReversed: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let (nina, saves) = try storeAgain(stack, context)
      nina.setValue("own", forKey: "name")
      for save in isReversed ? saves.reversed() : saves { context.mergeChanges(fromContextDidSave: save) }
      #expect(nina.text("name") == "own")
      #expect(nina.committedValues(forKeys: ["name"])["name"] as? String == "Simone")
      try context.save()
      try stack.run { other in
        let names = try other.texts("Artist", "name")
        #expect(names == ["own"])
      }
    }
  }
}
