import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Two artists are stored, and an album of the second one. A transaction of a history names the album that it writes,
/// but not the artists at the other end.
@Suite("Objects that a history does not name") struct UnnamedOwnerTests {
  let stack: MusicStack
  let root: NSManagedObjectContext
  let child: NSManagedObjectContext

  init() throws {
    stack = try MusicStack(NSSQLiteStoreType)
    root = stack.newContext()
    child = Family.context(below: root)
    child.automaticallyMergesChangesFromParent = true
    try stack.saving { context in
      try context.insert("Artist", ["name": "Ella"])
      try context.insert("Album", ["title": "a", "artist": context.insert("Artist", ["name": "Nina"])])
    }
  }

  /// Writes as another process would.
  ///
  /// - Returns: a notification that names what a transaction would name.
  private func writing(
    _ key: String, _ edit: (NSManagedObjectContext) throws -> NSManagedObject
  ) throws -> Notification {
    let other = try stack.newExternalContext()
    let uri = try other.performAndWait { () throws in
      let object = try edit(other)
      try other.save()
      return object.objectID.uriRepresentation()
    }
    let id = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
    return Notification(
      name: NSManagedObjectContext.didSaveObjectIDsNotification, userInfo: [key: Set([id])])
  }

  private static func ella(_ context: NSManagedObjectContext) throws -> NSManagedObject {
    try #require(try context.all("Artist", where: "name == 'Ella'").first)
  }

  /// The cascade must also delete an album that another process has given to the artist since, whether or not the
  /// context knows that album.
  @Test(arguments: [true, false], [true, false])
  func whatIsDeletedHereTakesAlongWhatWasPutUnderIt(isNew: Bool, isBelow: Bool) throws {
    let context = isBelow ? child : root
    try context.performAndWait { () throws in context.delete(try Self.ella(context)) }
    let written = try writing(isNew ? NSInsertedObjectIDsKey : NSUpdatedObjectIDsKey) { other in
      let album = try isNew ? other.insert("Album", ["title": "b"]) : #require(try other.all("Album").first)
      album.setValue(try Self.ella(other), forKey: "artist")
      return album
    }
    root.performAndWait { root.mergeChanges(fromContextDidSave: written) }
    try context.performAndWait { () throws in
      #expect(try context.texts("Album", "title") == (isNew ? ["a"] : []))
      try context.save()
    }
  }

  /// If a child has read an artist's albums, it must read them again.
  @Test func aChildFollowsWhatItsParentMerged() throws {
    let ella = try child.performAndWait { () throws in
      let ella = try Self.ella(child)
      #expect((ella.value(forKey: "albums") as? Set<NSManagedObject>)?.count == 0)
      return ella
    }
    let written = try writing(NSInsertedObjectIDsKey) { other in
      try other.insert("Album", ["title": "b", "artist": Self.ella(other)])
    }
    root.performAndWait { root.mergeChanges(fromContextDidSave: written) }
    child.performAndWait { #expect((ella.value(forKey: "albums") as? Set<NSManagedObject>)?.count == 1) }
  }

  /// The program read the artist's albums before it inserted the artist. So the context has not recorded that they were
  /// read.
  @Test(arguments: [false, true])
  func whatWasKnownBeforeTheInsertionIsReadAgain(isSaved: Bool) throws {
    let entity = try #require(stack.coordinator.managedObjectModel.entitiesByName["Artist"])
    let made = Artist(entity: entity, insertInto: nil)
    func albums() -> Int? { (made.value(forKey: "albums") as? Set<NSManagedObject>)?.count }
    #expect(albums() == 0)
    try root.performAndWait {
      root.insert(made)
      made.setValue("Made", forKey: "name")
      if isSaved { try root.save() }
    }
    let written = try writing(NSInsertedObjectIDsKey) { other in
      let album = try other.insert("Album", ["title": "b"])
      album.setValue(try other.all("Artist", where: "name == 'Made'").first, forKey: "artist")
      return album
    }
    root.performAndWait {
      root.mergeChanges(fromContextDidSave: written)
      #expect(albums() == (isSaved ? 1 : 0))
    }
  }
}
