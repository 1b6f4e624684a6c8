import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// An object's values are in its row or in its changed values, or they are not read yet. The test compares them with
/// two dictionaries, one of the current values and one of the saved values.
@Suite("Row storage") struct RowStorageTests {
  private struct Twin {
    var values: [String: Int64?]
    var saved: [String: Int64?]
  }

  @Test(
    "Values stand as dictionaries have them, through saves, rollbacks, refreshes and faults",
    arguments: MusicStack.types)
  func twin(type: String) throws {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    print("row storage seed \(seed); set SEED to repeat")
    var generator = SeededRandom(seed: seed)
    // Properties of both levels of the entity hierarchy.
    let keys = ["plays", "seconds", "rating"]
    try MusicStack(type).run { context in
      let tracks = try (0..<6).map { number in
        try context.insert(number.isMultiple(of: 2) ? "Track" : "LiveTrack", ["title": "\(number)", "plays": 0])
      }
      try context.save()
      let start: [String: Int64?] = ["plays": 0, "seconds": nil, "rating": nil]
      var twins = tracks.map { _ in Twin(values: start, saved: start) }
      for step in 0..<600 {
        let index = Int.random(in: tracks.indices, using: &generator)
        let track = tracks[index]
        switch Int.random(in: 0..<12, using: &generator) {
        case 0:
          try context.save()
          for index in twins.indices { twins[index].saved = twins[index].values }
        case 1:
          context.rollback()
          for index in twins.indices { twins[index].values = twins[index].saved }
        case 2:
          context.refresh(track, mergeChanges: false)
          twins[index].values = twins[index].saved
        case 3: context.refresh(track, mergeChanges: true)
        default:
          let key = keys[Int.random(in: keys.indices, using: &generator)]
          let isNil = key != "plays" && Int.random(in: 0..<4, using: &generator) == 0
          let value: Int64? = isNil ? nil : Int64.random(in: 0..<4, using: &generator)
          track.setValue(value, forKey: key)
          twins[index].values[key] = .some(value)
        }
        try compare(track, twins[index], keys, "step \(step)")
      }
      for (track, twin) in zip(tracks, twins) { try compare(track, twin, keys, "at the end") }
    }
  }

  private func compare(_ track: NSManagedObject, _ twin: Twin, _ keys: [String], _ what: Comment) throws {
    let changed = track.changedValues()
    let committed = track.committedValues(forKeys: keys)
    for key in keys {
      let value = try #require(twin.values[key])
      let saved = try #require(twin.saved[key])
      #expect(number(track.value(forKey: key)) == value, what)
      #expect(number(committed[key]) == saved, what)
      #expect((changed[key] != nil) == (value != saved), what)
    }
  }

  private func number(_ value: Any?) -> Int64? { (value as? NSNumber)?.int64Value }
}
