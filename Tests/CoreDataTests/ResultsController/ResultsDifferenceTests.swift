import Foundation
import Testing

@testable import CoreData

@Suite("Fetched results controller: changes as a difference") struct ResultsDifferenceTests {
  @Test func leadsFromTheOldIDsToTheNew() throws {
    let stack = try MusicStack()
    let context = stack.context
    let trace = DifferenceTrace()
    try context.edit {
      for title in ["a", "b", "c", "d"] { try context.insert("Track", ["title": title]) }
      try context.save()
    }
    let controller = try context.edit { try context.tracks(delegate: trace) }
    func ids() -> [NSManagedObjectID] { context.edit { (controller.fetchedObjects ?? []).map(\.objectID) } }
    let before = ids()
    try context.edit {
      let tracks = try #require(controller.fetchedObjects)
      context.delete(tracks[0])
      tracks[1].setValue("z", forKey: "title")
      tracks[2].setValue("new", forKey: "note")
      try context.insert("Track", ["title": "a2"])
    }
    let difference = try #require(trace.differences.first)
    #expect(trace.differences.count == 1)
    #expect(before.applying(difference) == ids())
    // A move, like an update, is a removal and an insertion with associated offsets.
    #expect(difference.removals.count == 3)
    #expect(difference.insertions.count == 3)
    let associated = difference.removals.compactMap { change -> [Int?]? in
      guard case .remove(let offset, _, let associated) = change else { return nil }
      return [offset, associated]
    }
    #expect(associated == [[0, nil], [1, 3], [2, 1]])
  }

  @Test func isNotMadeForSections() throws {
    let stack = try MusicStack()
    let context = stack.context
    let trace = DifferenceTrace()
    let controller = try context.edit {
      try context.tracks([NSSortDescriptor(key: "genre", ascending: true)], sections: "genre", delegate: trace)
    }
    try context.edit { _ = try context.insert("Track", ["title": "a"]) }
    #expect(trace.differences.isEmpty)
    #expect(context.edit { controller.text } == ": a")
  }

  @Test func aDelegateThatTakesNoneIsNotOfferedASecond() throws {
    let stack = try MusicStack()
    let context = stack.context
    let end = EndOfChanges()
    let controller = try context.edit { try context.tracks(delegate: end) }
    try context.edit { _ = try context.insert("Track", ["title": "a"]) }
    #expect(controller.tracker.reports == [.indexTitles])
    let trace = DifferenceTrace()
    controller.delegate = trace
    #expect(controller.tracker.reports == .all)
  }
}
