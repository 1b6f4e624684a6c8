import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Two contexts insert, change and delete tracks whose codes are unique. The first one learns of the second one's saves
/// only when it has saved itself.
@Suite("Uniqueness constraints, at random")
struct ConstraintStressTests {
  @Test(arguments: 0...4, MusicStack.types)
  func savesAreAsTheNaiveOnes(policy: UInt, type: String) throws {
    let policy = try #require(NSMergePolicyType(rawValue: policy))
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("constraints, policy \(policy.rawValue), \(type): seed \(seed); set SEED to repeat")
    var random = SeededRandom(seed: seed)
    var naive = NaiveConstraints()
    let stack = try MusicStack(type)
    let codes = ["u", "v", "w", "x", "y", "z", nil]
    var count = 0
    try stack.run { (context) throws in
      context.mergePolicy = NSMergePolicy(merge: policy)
      let replay = ReplayingDelegate()
      let order = [NSSortDescriptor(key: "title", ascending: true)]
      let list = try context.tracks(order, delegate: replay)
      replay.start(list)
      func newTrack() -> NaiveConstraints.Track {
        count += 1
        return .init(
          title: "t\(1000 + count)", code: random.one(of: codes), note: random.oneIn(2) ? "n\(count)" : nil,
          plays: random.below(3))
      }
      func insert(_ track: NaiveConstraints.Track, into context: NSManagedObjectContext) throws {
        try context.insert(
          "Track", ["title": track.title, "code": track.code, "note": track.note, "plays": track.plays])
      }
      for step in 0..<60 {
        for _ in 0..<random.below(5) {
          let tracks = try context.all("Track", by: "title")
          if tracks.isEmpty || random.oneIn(2) {
            let track = newTrack()
            naive.inserted.append(track)
            try insert(track, into: context)
            continue
          }
          let object = random.one(of: tracks)
          let title = object.text("title")
          if random.oneIn(4) {
            if naive.stored[title] != nil { naive.deleted.insert(title) }
            naive.inserted.removeAll { $0.title == title }
            naive.updated.removeAll { $0.title == title }
            context.delete(object)
            continue
          }
          let known = (naive.inserted + naive.updated).first { $0.title == title } ?? naive.stored[title]
          var track = try #require(known, "step \(step), seed \(seed)")
          if random.oneIn(3) { track.plays = random.below(9) } else { track.code = random.one(of: codes) }
          naive.put(track)
          object.setValue(track.plays, forKey: "plays")
          object.setValue(track.code, forKey: "code")
        }
        let unknown = try stack.saving { other in
          for _ in 0..<random.below(3) {
            let track = newTrack()
            guard track.code == nil || !naive.stored.values.contains(where: { $0.code == track.code }) else { continue }
            naive.stored[track.title] = track
            try insert(track, into: other)
          }
        }
        if naive.save(policy) {
          try context.save()
        } else {
          let error = #expect(throws: NSError.self) { try context.save() }
          #expect(error?.code == NSManagedObjectConstraintMergeError)
          context.rollback()
          naive.forgetChanges()
        }
        #expect(!context.hasChanges)
        try #require(try stack.tracks() == naive.texts, "step \(step), seed \(seed)")
        context.mergeChanges(fromContextDidSave: unknown)
        let fetched = try context.all("Track", by: "title").map { $0.text("title") }
        try #require(fetched == naive.stored.keys.sorted(), "step \(step), seed \(seed)")
        try #require(replay.problem == nil && replay.sections == list.ids, "step \(step), seed \(seed)")
        try #require(list.fetchedObjects?.map { $0.text("title") } == fetched, "step \(step), seed \(seed)")
      }
    }
  }
}
