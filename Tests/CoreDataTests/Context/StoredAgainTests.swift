import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// One context deletes an object, and another one, which has changed it, stores it again: its row begins anew.
@Suite("Merging a row that was stored again") struct StoredAgainTests {
  /// The artist was saved often, is deleted, and is stored again by one who insists on a change, as Simone: what is
  /// stored then begins with a low version.
  ///
  /// - Returns: the artist here, and both saves; neither is the newest.
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

  /// Whoever merges both has what is stored, in any order.
  @Test("A row that is stored again is newer, whatever its version", arguments: MusicStack.types, [false, true])
  func storedAgain(type: String, isReversed: Bool) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      let (_, saves) = try storeAgain(stack, context)
      for save in isReversed ? saves.reversed() : saves { context.mergeChanges(fromContextDidSave: save) }
      #expect(try context.all("Artist").map { $0.text("name") } == ["Simone"])
    }
  }

  /// The same where the one who merges has changed the artist's name: that stays, and is saved over what is stored.
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
