import CoreData
import Foundation
import TestTraits
import Testing

/// A typed key path names the property that its accessor reads.
@Suite("Typed key paths")
struct KeyRecordingTests {
  final class Song: NSManagedObject {
    var title: String? { value(forKey: "title") as? String }
    // swift-format-ignore: NeverForceUnwrap
    var count: Int64 { value(forKey: "count") as! Int64 }
    var made: Date { value(forKey: "made") as! Date }
    var album: Song? { value(forKey: "album") as? Song }
    var both: String { "\(value(forKey: "a") ?? "")\(value(forKey: "b") ?? "")" }
    var constant: Int { 3 }
    var shout: String { (value(forKey: "title") as? String ?? "").uppercased() }
    var shoutOrNot: String? { (value(forKey: "title") as? String)?.uppercased() }
    var minutes: Int { (value(forKey: "seconds") as? Int ?? 0) / 60 }
    var longOnes: Int { value(forKey: "seconds") as? Double ?? 0 > 300 ? 1 : 0 }
    var day: Date { (value(forKey: "made") as? Date ?? .distantPast).addingTimeInterval(1) }
    var isLoved: Bool { value(forKey: "isLoved") as? Bool ?? false }
    var rank: Int16? { value(forKey: "rank") as? Int16 }
  }

  @Test func oneProperty() {
    #expect(NSSortDescriptor(keyPath: \Song.title, ascending: true).key == "title")
    #expect(NSSortDescriptor(keyPath: \Song.count, ascending: false).key == "count")
    #expect(NSSortDescriptor(keyPath: \Song.made, ascending: false).key == "made")
    #expect(NSSortDescriptor(keyPath: \Song.album, ascending: true).key == "album")
    #expect(!NSSortDescriptor(keyPath: \Song.count, ascending: false).ascending)
  }

  @Test func whatIsMadeOfAPropertyHasNoKey() {
    #expect(NSSortDescriptor(keyPath: \Song.isLoved, ascending: true).key == "isLoved")
    #expect(NSSortDescriptor(keyPath: \Song.rank, ascending: true).key == "rank")
    #expect(NSSortDescriptor(keyPath: \Song.shout, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \Song.minutes, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \Song.longOnes, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \Song.day, ascending: true).key == nil)
  }

  @Test func anythingElseHasNoKey() {
    #expect(NSSortDescriptor(keyPath: \Song.both, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \Song.constant, ascending: true).key == nil)
    #expect(NSSortDescriptor(keyPath: \String.count, ascending: true).key == nil)
  }

  @Test(.startsProcesses) func whatMayBeNilAndIsMadeOfAPropertyStopsTheProgram() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSSortDescriptor(keyPath: \Song.shoutOrNot, ascending: true)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("use NSSortDescriptor(key:ascending:)"))
  }

  @Test(.startsProcesses) func aPathThroughAnotherObjectStopsTheProgram() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NSSortDescriptor(keyPath: \Song.album?.title, ascending: true)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("use NSSortDescriptor(key:ascending:)"))
  }
}
