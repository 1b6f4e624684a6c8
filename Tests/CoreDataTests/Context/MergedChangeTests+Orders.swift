import Foundation
import Testing

@testable import CoreData

extension MergedChangeTests {
  @Test("An order that a member came into and left again follows the store's", arguments: MusicStack.types)
  func orderAfterAVisit(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tracks = try ["1", "2", "3"].map { try context.insert("Track", ["title": $0]) }
      let album = try context.insert("Album", ["title": "a"])
      try context.save()
      let (id, ids) = (album.objectID, tracks.map(\.objectID))
      tracks[2].setValue(album, forKey: "album")
      let saved = try stack.saving { other in
        let order = [1, 0].map { other.object(with: ids[$0]) }
        other.object(with: id).setValue(NSOrderedSet(array: order), forKey: "tracks")
      }
      for object in [album, tracks[2]] { context.refresh(object, mergeChanges: false) }
      tracks[0].setValue("first", forKey: "title")
      context.refresh(tracks[0], mergeChanges: true)
      context.mergeChanges(fromContextDidSave: saved)
      #expect(album.text("tracks") == "[2 first]")
      try context.save()
      #expect(album.text("tracks") == "[2 first]")
    }
  }
}
