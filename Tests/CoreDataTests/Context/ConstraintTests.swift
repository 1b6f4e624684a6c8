import Foundation
import Testing

@testable import CoreData

/// Tracks have codes that are unique.
@Suite("Uniqueness constraints")
struct ConstraintTests {
  private static let policies: [NSMergePolicy] = [
    .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
  ]

  /// After this context read the store, another one saved a track with the code x. Now this one saves a new track with
  /// the same code and without a note.
  private func insertion(_ type: String, _ policy: NSMergePolicy) throws -> (outcome: String, stored: [String]) {
    let stack = try MusicStack(type)
    var outcome = ""
    try stack.run { (context) throws in
      context.mergePolicy = policy
      #expect(try context.all("Track").isEmpty)
      try stack.saving { try $0.insert("Track", ["title": "there", "code": "x", "note": "n", "plays": 3]) }
      let track = try context.insert("Track", ["title": "here", "code": "x"])
      do {
        try context.save()
        #expect(!context.hasChanges)
        outcome = track.managedObjectContext == nil ? "gone" : "\(track.text("title")) \(track.objectID.isTemporaryID)"
      } catch let error as NSError {
        let conflict = try #require(error.constraintConflicts.first)
        #expect(conflict.constraint == ["code"] && conflict.constraintValues["code"] as? String == "x")
        #expect(conflict.databaseObject?.text("title") == "there")
        #expect(conflict.databaseSnapshot?["note"] as? String == "n")
        #expect(conflict.conflictingObjects == [track] && conflict.conflictingSnapshots.count == 1)
        #expect(error.localizedDescription == "Two objects of Track have the same code.")
        #expect(context.hasChanges && track.text("title") == "here")
        outcome = "error \(error.code)"
      }
    }
    return (outcome, try stack.tracks())
  }

  @Test("A new object whose values are stored, settled as the policy says", arguments: MusicStack.types)
  func inserted(type: String) throws {
    #expect(try insertion(type, .error) == ("error 133021", ["x there n 3"]))
    #expect(try insertion(type, .mergeByPropertyStoreTrump) == ("gone", ["x there n 3"]))
    #expect(try insertion(type, .mergeByPropertyObjectTrump) == ("here false", ["x here n 3"]))
    #expect(try insertion(type, .overwrite) == ("here false", ["x here nil 0"]))
    #expect(try insertion(type, .rollback) == ("gone", ["x there n 3"]))
  }

  /// A child inserts a track whose code is already stored, and saves. Then its parent saves.
  @Test("A parent's save settles what its child inserted", arguments: MusicStack.types)
  func parents(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.insert("Track", ["title": "there", "code": "x", "plays": 3])
      try context.save()
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      try child.performAndWait { () throws in
        let track = try child.insert("Track", ["title": "here", "code": "x"])
        try child.save()
        #expect(track.managedObjectContext === child && !child.hasChanges)
      }
      #expect(context.insertedObjects.map { $0.text("title") } == ["here"])
      try context.save()
      #expect(!context.hasChanges)
      try child.performAndWait { () throws in #expect(try child.all("Track").map { $0.text("title") } == ["here"]) }
    }
    #expect(try stack.tracks() == ["x here nil 3"])
  }

  /// The track a has the code x. Then b gets the same code, and another title.
  @Test("A saved object that gets another's values, settled as the policy says", arguments: MusicStack.types)
  func updated(type: String) throws {
    let results = try Self.policies.map { policy in
      let stack = try MusicStack(type)
      try stack.run { (context) throws in
        context.mergePolicy = policy
        try context.insert("Track", ["title": "a", "code": "x", "note": "n"])
        let b = try context.insert("Track", ["title": "b", "code": "y"])
        try context.save()
        b.setValue("x", forKey: "code")
        b.setValue("c", forKey: "title")
        do {
          try context.save()
          #expect(!context.hasChanges)
        } catch let error as NSError {
          #expect(error.code == NSManagedObjectConstraintMergeError)
          #expect(error.constraintConflicts.first?.conflictingSnapshots.first?["title"] as? String == "b")
        }
      }
      return try stack.tracks()
    }
    #expect(
      results == [
        ["x a n 0", "y b nil 0"], ["x a n 0", "y c nil 0"], ["x c n 0"], ["x c nil 0"], ["x a n 0", "y b nil 0"],
      ])
  }

  @Test("Several new objects with the same values, settled as the policy says", arguments: MusicStack.types)
  func withinContext(type: String) throws {
    let results = try Self.policies.map { policy in
      let stack = try MusicStack(type)
      try stack.run { (context) throws in
        context.mergePolicy = policy
        for (title, note) in [("a", "n"), ("b", nil), ("c", nil)] {
          try context.insert("Track", ["title": title, "code": "x", "note": note])
        }
        do {
          try context.save()
        } catch let error as NSError {
          let conflict = try #require(error.constraintConflicts.first)
          #expect(conflict.databaseObject == nil && conflict.databaseSnapshot == nil)
          #expect(conflict.conflictingObjects.map { $0.text("title") } == ["a", "b", "c"])
        }
      }
      return try stack.tracks()
    }
    #expect(results == [[], ["x a n 0"], ["x c n 0"], ["x c nil 0"], ["x a n 0"]])
  }

  @Test("What passes a value on, or gives it up, is in no conflict", arguments: MusicStack.types)
  func passedOn(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tracks = try ["x", "y", "z"].map { try context.insert("Track", ["title": $0, "code": $0]) }
      try context.save()
      tracks[0].setValue("y", forKey: "code")
      tracks[1].setValue("x", forKey: "code")
      context.delete(tracks[2])
      try context.insert("Track", ["title": "n", "code": "z"])
      try context.insert("Track", ["title": "m"])
      try context.insert("Track", ["title": "o"])
      try context.save()
    }
    #expect(try stack.tracks() == ["nil m nil 0", "nil o nil 0", "x y nil 0", "y x nil 0", "z n nil 0"])
  }

  /// The stored track has an album and a tag. The new one, with the same code, has another tag.
  @Test("By property, the relationships of what goes pass to what stays", arguments: MusicStack.types)
  func relationships(type: String) throws {
    for (policy, title) in [(NSMergePolicy.mergeByPropertyStoreTrump, "there"), (.mergeByPropertyObjectTrump, "here")] {
      let stack = try MusicStack(type)
      try stack.run { (context) throws in
        context.mergePolicy = policy
        let album = try context.insert("Album", ["title": "A"])
        let old = try context.insert("Track", ["title": "there", "code": "x", "album": album])
        old.setValue(Set([try context.insert("Tag", ["name": "old"])]), forKey: "tags")
        try context.save()
        let new = try context.insert("Track", ["title": "here", "code": "x"])
        new.setValue(Set([try context.insert("Tag", ["name": "new"])]), forKey: "tags")
        try context.save()
      }
      try stack.run { context in
        let tracks = try context.all("Track")
        #expect(tracks.map { "\($0.text("title")) \($0.text("album")) \($0.text("tags"))" } == ["\(title) A {new old}"])
        #expect(try context.all("Album").map { $0.text("tracks") } == ["[\(title)]"])
      }
    }
  }

  @Test("The outcome is reported as ordinary changes", arguments: MusicStack.types)
  func events(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let old = try context.insert("Track", ["title": "old", "code": "x"])
      try context.save()
      let trace = EventTrace(context)
      let replay = ReplayingDelegate()
      let list = try context.tracks([NSSortDescriptor(key: "title", ascending: true)], delegate: replay)
      replay.start(list)
      try context.insert("Track", ["title": "new", "code": "x"])
      context.processPendingChanges()
      #expect(trace.take() == ["+new"])
      try context.save()
      #expect(trace.take() == ["-old", "promoted(new) stored"])
      #expect(old.managedObjectContext == nil)
      #expect(list.fetchedObjects?.map { $0.text("title") } == ["new"])
      #expect(replay.problem == nil && replay.sections == list.ids)
    }
  }

  @Test("A policy of the program's own settles conflicts itself, leaves them to its superclass, or to nothing")
  func custom() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    func save(_ policy: CustomPolicy, _ code: String, title: String) throws {
      try stack.run { (context) throws in
        context.mergePolicy = policy
        try context.insert("Track", ["title": title, "code": code])
        try context.save()
      }
    }
    try save(CustomPolicy { _ in false }, "x", title: "a")
    // This policy gives the new track another code.
    try save(
      CustomPolicy { conflict in
        conflict.conflictingObjects.first?.setValue("y", forKey: "code")
        return true
      }, "x", title: "b")
    #expect(try stack.tracks() == ["x a nil 0", "y b nil 0"])
    try save(
      CustomPolicy { conflict in
        conflict.conflictingObjects.first?.setValue(conflict.databaseObject?.value(forKey: "title"), forKey: "note")
        return false
      }, "y", title: "c")
    #expect(try stack.tracks() == ["x a nil 0", "y c b 0"])
    let error = #expect(throws: NSError.self) { try save(CustomPolicy { _ in true }, "y", title: "d") }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(error?.constraintConflicts.count == 1)
    #expect(try stack.tracks() == ["x a nil 0", "y c b 0"])
  }

  @Test("An object elsewhere that has the values by now is in conflict, too, however old what is read of it")
  func stale() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let old = try context.insert("Track", ["title": "old", "code": "y", "note": "stale"])
      try context.save()
      try stack.saving { other in
        let same = other.object(with: old.objectID)
        same.setValue("x", forKey: "code")
        same.setValue("fresh", forKey: "note")
      }
      try context.insert("Track", ["title": "new", "code": "x"])
      try context.save()
    }
    #expect(try stack.tracks() == ["x new fresh 0"])
  }

  @Test("What settling a conflict makes invalid is an error, and nothing is saved", arguments: MusicStack.types)
  func invalid(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      try context.insert("Track", ["title": "a", "code": "x"])
      try context.save()
      context.mergePolicy = CustomPolicy(.overwriteMergePolicyType) { conflict in
        conflict.conflictingObjects.first?.setValue(nil, forKey: "title")
        return false
      }
      try context.insert("Track", ["title": "b", "code": "x"])
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSValidationMissingMandatoryPropertyError)
    }
    #expect(try stack.tracks() == ["x a nil 0"])
  }
}

/// Settles a conflict by a closure, or else as its superclass does.
private final class CustomPolicy: NSMergePolicy, @unchecked Sendable {
  private let settle: (NSConstraintConflict) -> Bool

  /// - Parameter settle: settles a conflict. Returns true if it did, so that the superclass leaves the conflict alone.
  init(
    _ type: NSMergePolicyType = .mergeByPropertyObjectTrumpMergePolicyType,
    _ settle: @escaping (NSConstraintConflict) -> Bool
  ) {
    self.settle = settle
    super.init(merge: type)
  }

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    try super.resolve(constraintConflicts: list.filter { !settle($0) })
  }
}

extension NSError {
  var constraintConflicts: [NSConstraintConflict] {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict] ?? []
  }
}

extension MusicStack {
  /// Returns the stored tracks: code, title, note and plays of each one.
  func tracks() throws -> [String] {
    var texts: [String] = []
    try run { context in
      texts = try context.all("Track").map { track in
        ["code", "title", "note", "plays"].map { track.text($0) }.joined(separator: " ")
      }
    }
    return texts.sorted()
  }
}
