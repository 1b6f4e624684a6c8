import Foundation
import TestTraits
import Testing

@testable import CoreData

@Suite("A context with a parent")
struct ParentTests {
  @Test("It has its parent's coordinator, and keeps the parent alive", arguments: MusicStack.types)
  func setUp(type: String) throws {
    let stack = try MusicStack(type)
    var parent: NSManagedObjectContext? = stack.newContext()
    let child = NSManagedObjectContext(.privateQueue)
    #expect(child.parent == nil)
    child.parent = parent
    #expect(child.parent === parent)
    #expect(child.persistentStoreCoordinator === stack.coordinator)
    let kept = { [weak parent] in parent }
    parent = nil
    #expect(kept() != nil)
    try child.performAndWait {
      try child.insert("Tag", ["name": "a"])
      try child.save()
      #expect(try child.texts("Tag", "name") == ["a"])
    }
  }

  @Test("A parent that gets its coordinator later gives it to those below it")
  func lateCoordinator() throws {
    let stack = try MusicStack()
    let parent = NSManagedObjectContext(.privateQueue)
    let grandchild = Family.context(below: Family.context(below: parent))
    grandchild.performAndWait { () -> Void in
      #expect(throws: (any Error).self) { try grandchild.all("Tag") }
    }
    parent.persistentStoreCoordinator = stack.coordinator
    #expect(grandchild.persistentStoreCoordinator === stack.coordinator)
    try grandchild.performAndWait { () throws in #expect(try grandchild.all("Tag").isEmpty) }
  }

  @Test("A parent is set before anything else", .startsProcesses)
  func lateParent() async {
    await #expect(processExitsWith: .failure) {
      let stack = try MusicStack()
      let context = stack.newContext()
      context.parent = stack.newContext()
    }
    await #expect(processExitsWith: .failure) {
      let family = try Family()
      family.child.parent = family.stack.newContext()
    }
    await #expect(processExitsWith: .failure) {
      let family = try Family()
      family.child.persistentStoreCoordinator = try MusicStack().coordinator
    }
    await #expect(processExitsWith: .failure) {
      let parent = NSManagedObjectContext(.privateQueue)
      let child = Family.context(below: parent)
      parent.parent = child
    }
  }

  @Test("Fetches see what the parent has not saved", arguments: MusicStack.types)
  func fetching(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let (nina, album) = try root.saveNina()
      let old = try root.insert("Album", ["title": "c", "year": 3])
      try root.save()
      let new = try root.insert("Album", ["title": "b", "year": 2, "artist": nina])
      album.setValue("d", forKey: "title")
      root.delete(old)
      // The child's own changes come on top of that.
      try child.insert("Album", ["title": "a", "artist": child.mine(nina)])
      #expect(try child.texts("Album", "title") == ["a", "b", "d"])
      #expect(try child.texts("Album", "title", where: "artist.name == 'Nina'") == ["a", "b", "d"])
      #expect(try child.all("Artist", where: "ANY albums.year == 2").count == 1)
      #expect(try child.all("Artist", where: "SUBQUERY(albums, $a, $a.title == 'a').@count == 1").count == 1)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
      (request.fetchOffset, request.fetchLimit) = (1, 1)
      #expect(try child.fetch(request).map { $0.text("title") } == ["b"])
      #expect(try child.count(for: NSFetchRequest<NSManagedObject>(entityName: "Album")) == 3)
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Album")
      ids.resultType = .managedObjectIDResultType
      ids.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      #expect(try child.fetch(ids).dropFirst() == [new.objectID, album.objectID])
      let rows = NSFetchRequest<NSDictionary>(entityName: "Album")
      rows.resultType = .dictionaryResultType
      rows.propertiesToFetch = ["title"]
      rows.sortDescriptors = ids.sortDescriptors
      #expect(try child.fetch(rows).compactMap { $0["title"] as? String } == ["a", "b", "d"])
      #expect(child.mine(nina).text("albums") == "{a b d}")
      #expect(child.mine(new).text("artist.name") == "Nina")
      #expect(child.mine(new).objectID.isTemporaryID)
      #expect(try child.existingObject(with: new.objectID).text("title") == "b")
      #expect(throws: (any Error).self) { try child.existingObject(with: old.objectID) }
    }
  }

  @Test("A save hands the parent transient values, too, which no store has", arguments: MusicStack.types)
  func transientValues(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let track = try child.insert("Track", ["title": "t", "badge": "T"])
      try child.save()
      let upper = root.mine(track)
      #expect(upper.text("badge") == "T")
      #expect(track.text("badge") == "T")
      try root.save()
      #expect(upper.text("badge") == "T")
      track.setValue("U", forKey: "badge")
      #expect(track.hasChanges && !track.hasPersistentChangedValues)
      try child.save()
      #expect(!child.hasChanges)
      #expect(track.text("badge") == "U" && upper.text("badge") == "U")
      child.refreshAllObjects()
      root.refreshAllObjects()
      // In the parent this value is an unsaved change, which a refresh keeps.
      #expect(upper.text("badge") == "U")
      #expect(root.hasChanges && !upper.hasPersistentChangedValues)
      // If the parent has set the value since, another change by the child does not revert it.
      upper.setValue("V", forKey: "badge")
      track.setValue("new", forKey: "title")
      try child.save()
      #expect(upper.text("title") == "new" && upper.text("badge") == "V")
      try root.save()
      try family.stack.run { (other) throws in #expect(try other.all("Track")[0].value(forKey: "badge") == nil) }
    }
  }

  @Test("A save makes changes of the parent, reported as one event", arguments: MusicStack.types)
  func saving(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let (nina, album) = try root.saveNina()
      let doomed = try root.insert("Album", ["title": "doomed", "artist": nina])
      try root.save()
      #expect(nina.text("albums") == "{a doomed}")
      let (rootTrace, childTrace) = (EventTrace(root), EventTrace(child))
      child.mine(album).setValue(1, forKey: "year")
      child.delete(child.mine(doomed))
      let new = try child.insert("Album", ["title": "new", "artist": child.mine(nina)])
      let track = try child.insert("Track", ["title": "t", "album": new])
      try child.save()
      #expect(!child.hasChanges)
      #expect(childTrace.take().last == "stored")
      #expect(rootTrace.take() == ["+new +t ~Nina(albums) ~a(year) -doomed"])
      #expect(root.hasChanges)
      #expect(root.insertedObjects.count == 2 && root.deletedObjects == [doomed])
      #expect(album.isUpdated && nina.text("albums") == "{a new}")
      #expect(root.mine(track).text("album") == "new")
      // Nothing is stored yet.
      try family.stack.run { (other) throws in #expect(try other.texts("Album", "title") == ["a", "doomed"]) }
      try root.save()
      try family.stack.run { (other) throws in
        #expect(try other.texts("Album", "title") == ["a", "new"])
        #expect(try other.all("Track")[0].text("album.artist.name") == "Nina")
      }
      #expect(new.text("title") == "new" && child.mine(nina).text("albums") == "{a new}")
    }
  }

  @Test("IDs are temporary until the store has the objects; then all contexts have the permanent ones")
  func promotions() throws {
    for type in MusicStack.types {
      let family = try Family(type)
      let (root, child) = (family.root, family.child)
      let grandchild = Family.context(below: child)
      try grandchild.performAndWait {
        try family.run {
          let trace = EventTrace(grandchild)
          let album = try grandchild.insert("Album", ["title": "a"])
          let track = try grandchild.insert("Track", ["title": "t", "album": album])
          let temporary = album.objectID
          try grandchild.save()
          try child.save()
          #expect(album.objectID.isTemporaryID && root.mine(album).objectID == temporary)
          _ = trace.take()
          try root.save()
          #expect(trace.take() == ["promoted(a,t)"])
          #expect(!album.objectID.isTemporaryID && root.mine(album).objectID == album.objectID)
          #expect(child.mine(album).text("tracks") == "[t]")
          for context in [root, child, grandchild] {
            let own = context.object(with: temporary)
            #expect(own.objectID == album.objectID && context.registeredObject(for: temporary) === own)
            #expect(try context.existingObject(with: temporary).text("title") == "a")
          }
          #expect(track.value(forKey: "album") as? NSManagedObject === album)
          track.setValue("u", forKey: "title")
          try grandchild.save()
          try child.save()
          try root.save()
          try family.stack.run { (other) throws in #expect(try other.texts("Track", "title") == ["u"]) }
        }
      }
    }
  }

  @Test("Permanent IDs can be had at once, of what the parent has inserted, too", arguments: MusicStack.types)
  func obtaining(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tag = try root.insert("Tag", ["name": "a"])
      let own = try child.insert("Tag", ["name": "b"])
      let mine = child.mine(tag)
      try child.obtainPermanentIDs(for: [mine, own])
      #expect(!tag.objectID.isTemporaryID && tag.objectID == mine.objectID)
      #expect(!own.objectID.isTemporaryID)
      try child.save()
      #expect(root.insertedObjects.map(\.objectID).contains(own.objectID))
      try root.save()
      try family.stack.run { (other) throws in
        #expect(try Set(other.all("Tag").map(\.objectID)) == [tag.objectID, own.objectID])
      }
    }
  }

  @Test("Ordered relationships and those from many to many go up in their order", arguments: MusicStack.types)
  func relationships(type: String) throws {
    let family = try Family(type)
    let (root, child) = (family.root, family.child)
    try family.run {
      let tracks = try ["a", "b", "c"].map { try root.insert("Track", ["title": $0]) }
      let album = try root.insert("Album", ["title": "x", "tracks": NSOrderedSet(array: tracks)])
      let tag = try root.insert("Tag", ["name": "t", "tracks": Set([tracks[0]])])
      let mix = try root.insert("Mix", ["tracks": NSOrderedSet(array: tracks)])
      try root.save()
      let mine = child.mine(album)
      let d = try child.insert("Track", ["title": "d"])
      mine.setValue(NSOrderedSet(array: [d, child.mine(tracks[2]), child.mine(tracks[0])]), forKey: "tracks")
      child.mine(tag).setValue(Set([child.mine(tracks[1]), d]), forKey: "tracks")
      child.mine(mix).mutableOrderedSetValue(forKey: "tracks").insert(d, at: 1)
      // The parent adds a track that the child has not seen.
      try root.insert("Track", ["title": "e", "album": album])
      try child.save()
      #expect(album.text("tracks") == "[d c a e]")
      #expect(tag.text("tracks") == "{b d}")
      #expect(mix.text("tracks") == "[a d b c]")
      #expect(tracks[1].text("album") == "nil")
      try root.save()
      try family.stack.run { (other) throws in
        #expect(try other.all("Album")[0].text("tracks") == "[d c a e]")
        #expect(try other.all("Tag")[0].text("tracks") == "{b d}")
        #expect(try other.all("Mix")[0].text("tracks") == "[a d b c]")
      }
    }
  }

  @Test("What a child deletes goes by the parent's relationships; what it took away before stays")
  func deletion() throws {
    for type in MusicStack.types {
      let family = try Family(type)
      let (root, child) = (family.root, family.child)
      try family.run {
        let (nina, album) = try root.saveNina()
        let kept = try root.insert("Album", ["title": "kept", "artist": nina])
        try root.save()
        child.mine(kept).setValue(nil, forKey: "artist")
        child.delete(child.mine(nina))
        let late = try root.insert("Album", ["title": "late", "artist": nina])
        try child.save()
        #expect(root.deletedObjects == [nina, album])
        // This album was never saved, so it is gone with its owner.
        #expect(late.managedObjectContext == nil && kept.text("artist") == "nil")
        try root.save()
        try family.stack.run { (other) throws in #expect(try other.texts("Album", "title") == ["kept"]) }
      }
    }
  }

  @Test("A rollback goes back to what the parent has, a refresh takes it in, a reset forgets")
  func takingBack() throws {
    for type in MusicStack.types {
      let family = try Family(type)
      let (root, child) = (family.root, family.child)
      try family.run {
        let tag = try root.insert("Tag", ["name": "a"])
        let mine = child.mine(tag)
        mine.setValue("b", forKey: "name")
        try child.insert("Tag", ["name": "new"])
        child.rollback()
        #expect(mine.text("name") == "a" && !child.hasChanges)
        tag.setValue("c", forKey: "name")
        tag.setValue(1, forKey: "weight")
        #expect(mine.text("name") == "a")
        mine.setValue(2, forKey: "weight")
        child.refresh(mine, mergeChanges: true)
        #expect(mine.text("name") == "c" && mine.text("weight") == "2")
        child.refresh(mine, mergeChanges: false)
        #expect(mine.text("weight") == "1" && !child.hasChanges)
        tag.setValue("d", forKey: "name")
        child.refreshAllObjects()
        #expect(mine.text("name") == "d")
        child.reset()
        #expect(mine.managedObjectContext == nil && child.mine(tag).text("name") == "d")
        root.delete(tag)
        #expect(try child.all("Tag").isEmpty)
      }
    }
  }
}
