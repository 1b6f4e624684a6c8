import Foundation
import Testing

@testable import CoreData

/// The context knows only the IDs of these objects. Their rows never existed, or exist no more.
@Suite("Relating objects that turn out to have no row")
struct LostObjectTests {
  @Test("One that was never saved is found at no other end", arguments: MusicStack.types)
  func neverSaved(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let album = try context.insert("Album", ["title": "a"])
      let tag = try context.insert("Tag", ["name": "t"])
      let person = try context.insert("Person", ["name": "p"])
      try context.save()
      let ids = try ["Track", "Passport"].map { try context.insert($0).objectID }
      let lost = ids.map { context.object(with: $0) }
      try context.obtainPermanentIDs(for: lost)
      let permanent = lost.map(\.objectID)
      let others = [album, tag, person].map(\.objectID)
      context.reset()
      let again = others.map { context.object(with: $0) }
      let (track, passport) = (context.object(with: permanent[0]), context.object(with: permanent[1]))
      let trace = EventTrace(context)
      track.setValue(again[0], forKey: "album")
      track.setValue(Set([again[1]]), forKey: "tags")
      passport.setValue(again[2], forKey: "owner")
      #expect(track.isDeleted && passport.isDeleted)
      #expect(again[0].text("tracks") == "[]")
      #expect([again[1].text("tracks"), again[2].text("passport")] == ["{}", "nil"])
      context.processPendingChanges()
      #expect(trace.take() == ["-passport -track"])
      for object in again { #expect(!object.hasChanges) }
      try context.save()
    }
  }

  @Test("One that another context deleted is let go of where it is found out", arguments: MusicStack.types)
  func foundOut(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let gone = try context.insert("Album", ["title": "gone"])
      let bad = try context.insert("Tag", ["name": "bad"])
      let track = try context.insert("Track", ["title": "1"])
      try context.save()
      for object in [gone, bad] { context.refresh(object, mergeChanges: false) }
      let ids = [gone.objectID, bad.objectID]
      try stack.saving { other in for id in ids { other.delete(other.object(with: id)) } }
      track.setValue(gone, forKey: "album")
      track.setValue(Set([bad]), forKey: "tags")
      let trace = EventTrace(context)
      #expect(gone.text("title") == "nil")
      #expect(bad.text("name") == "nil")
      context.processPendingChanges()
      #expect(trace.take() == ["~1(tags) -album -tag"])
      #expect([track.text("album"), track.text("tags")] == ["nil", "{}"])
      // It can be related to nothing from now on.
      track.setValue(gone, forKey: "album")
      track.setValue(Set([bad]), forKey: "tags")
      #expect([track.text("album"), track.text("tags")] == ["nil", "{}"])
      track.mutableSetValue(forKey: "tags").add(bad)
      #expect(track.text("tags") == "{}")
      try context.save()
    }
    try stack.run { (context) throws in
      #expect(try context.all("Track").map { [$0.text("album"), $0.text("tags")] } == [["nil", "{}"]])
    }
  }
}
