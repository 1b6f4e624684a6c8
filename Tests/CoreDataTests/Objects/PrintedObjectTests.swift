import Foundation
import Testing

@testable import CoreData

@Suite("Objects and their IDs as text")
struct PrintedObjectTests {
  @Test(
    "Arrays and optional values print entity and key, an object alone its class and URI", arguments: MusicStack.types)
  func texts(type: String) throws {
    try MusicStack(type).run { context in
      let track = try context.insert("LiveTrack", ["title": "a"])
      #expect("\([track])".wholeMatch(of: /\[LiveTrack t\d+\]/) != nil)
      #expect("\([track.objectID])" == "\([track])")
      try context.save()
      let uri = track.objectID.uriRepresentation().absoluteString
      let name = "LiveTrack \(track.objectID.uriRepresentation().lastPathComponent)"
      #expect("\([track])" == "[\(name)]" && "\(track as NSManagedObject?)" == "Optional(\(name))")
      #expect("\([track.objectID])" == "[\(name)]")
      #expect("\(track)" == "<\(Swift.type(of: track)): \(uri)>")
      #expect("\(track.objectID)".hasPrefix("0x") && "\(track.objectID)".hasSuffix(" <\(uri)>"))
    }
  }

  @Test("An error of validation names its object by entity and key") func validation() throws {
    try MusicStack(NSInMemoryStoreType).run { context in
      let track = try context.insert("Track")
      let error = try #require(throws: NSError.self) { try context.save() }
      let text = error.localizedDescription
      #expect(text.firstMatch(of: /title of Track t\d+\s/) != nil, "\(text)")
      #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === track)
    }
  }
}
