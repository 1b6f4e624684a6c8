import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Performs random events, policies, fetches and moves. After each one it compares the aggregates with values computed
/// anew from the objects, and the change sets with what changed.
@Suite("Aggregates after random events")
struct AggregateEventsTests {
  /// - Parameter isExact: whether to leave out the aggregates that a grouped query does not give exactly.
  fileprivate static func declared(isExact: Bool) -> [ItemAggregate] {
    let all: [ItemAggregate] = [
      .count, .count(where: "position > 2"), .sum("position"), .average("position"), .min("position"),
      .max("position"), .min("title"), .max("title"),
    ]
    return isExact ? Array(all.dropLast(2)) : all
  }

  @Test("they are what a fresh computation gives", arguments: TestSeeds.seeds(80))
  func events(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let run = try Run(seed, random.one(of: [.memory, .sqlite]), isLarge: random.oneIn(2), isExact: random.oneIn(2))
    let events = 60
    for step in 0..<events {
      if random.oneIn(4) {
        let deed = random.one(of: PolicyDeed.allCases)
        try run.act("step \(step): \(deed)", isReported: !deed.isSilent) { try deed.perform(on: run.controller) }
      } else {
        let deeds = (0...random.below(2)).map { _ in random.one(of: MusicDeed.allCases) }
        // After these, the list is read again, or it goes through several versions.
        let isReported = Set(deeds).isDisjoint(with: [.reset, .rollback, .merge, .mergeAlbum, .refreshAll])
        try run.act("step \(step): \(deeds)", isReported: isReported) {
          for deed in deeds { try deed.perform(run.hand) }
        }
      }
    }
  }

  private final class Run {
    let library: MusicLibrary
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.recorder()
    let hand: MusicHand
    private let declared: [ItemAggregate]
    private let seed: UInt64
    /// The values of the shown sections after the last act.
    private var known: [NSManagedObjectID?: [AggregateValue?]] = [:]

    init(_ seed: UInt64, _ store: MusicLibrary.Store, isLarge: Bool, isExact: Bool) throws {
      self.seed = seed
      let declared = AggregateEventsTests.declared(isExact: isExact)
      self.declared = declared
      let (library, recorder) = (try MusicLibrary(store), recorder)
      let controller = library.controller()
      controller.itemFetchRequest.sortDescriptors = PolicyDeed.order(true)
      controller.sectionFetchRequest.sortDescriptors = PolicyDeed.order(true)
      controller.aggregates = declared
      hand = try library.run {
        let hand = try MusicHand(isLarge ? .large : .small, in: library)
        try controller.performFetch()
        controller.delegate = recorder
        return hand
      }
      (self.library, self.controller) = (library, controller)
      try check("at first")
    }

    /// - Parameter isReported: whether the delegate is notified of all changes.
    func act(_ moment: String, isReported: Bool, _ body: () throws -> Void) throws {
      let (before, count) = (known, recorder.changes.count)
      try library.run {
        try hand.look()
        try body()
        library.context.processPendingChanges()
      }
      library.context.processEverything()
      try check(moment)
      guard isReported, recorder.changes.count == count + 1, let changes = recorder.changes.last else { return }
      checkUpdates(changes, since: before, "seed \(seed), \(moment)")
    }

    /// Checks that each section of both lists whose values differ is reported as changed.
    private func checkUpdates(
      _ changes: MusicLibrary.Controller.ChangeSet, since before: [NSManagedObjectID?: [AggregateValue?]],
      _ note: String
    ) {
      let updated = changes.sections.updated.map(\.new) + changes.sections.moved.filter { $0.keys != [] }.map(\.to)
      let ids = library.run { controller.allSections.map { $0.object?.objectID } }
      for (index, id) in ids.enumerated() {
        guard let old = before[id], old != known[id] else { continue }
        #expect(updated.contains(index), "section \(index) of \(changes), \(note)")
      }
    }

    /// Compares each section, and the list, with the current objects.
    private func check(_ moment: String) throws {
      let note = Comment(rawValue: "seed \(seed), \(moment)")
      try library.run {
        let reference = try ReferenceList(for: controller)
        #expect(ReferenceList(shownBy: controller) == reference, note)
        #expect(recorder.errors.isEmpty, note)
        let request = try #require(controller.itemFetchRequest.copy() as? NSFetchRequest<NSManagedObject>)
        (request.fetchLimit, request.fetchOffset) = (0, 0)
        let tracks = try library.context.fetch(request)
        let sections = controller.allSections
        known = Dictionary(
          uniqueKeysWithValues: sections.map { section in
            (section.object?.objectID, declared.map { section.value(of: $0) })
          })
        let albums = Set(try library.context.fetch(controller.sectionFetchRequest))
        func album(_ track: NSManagedObject) -> NSManagedObject? {
          (track.value(forKey: "album") as? NSManagedObject).flatMap { albums.contains($0) ? $0 : nil }
        }
        for section in sections {
          let items = tracks.filter { album($0) === section.object }
          #expect(section.totalNumberOfObjects == items.count, note)
          for (aggregate, value) in zip(declared, Self.values(of: items)) {
            #expect(section.value(of: aggregate) == value, "\(aggregate) of \(section.name), \(note.rawValue)")
          }
        }
        let showsUnmatched = controller.unmatchedItems == .shownLast
        let all = tracks.filter { showsUnmatched || album($0) != nil }
        #expect(sections.totalNumberOfObjects == all.count, note)
        #expect(sections.numberOfObjects == controller.items.count, note)
        for (aggregate, value) in zip(declared, Self.values(of: all)) {
          #expect(sections.value(of: aggregate) == value, "\(aggregate) of the list, \(note.rawValue)")
        }
      }
    }

    /// Computes the values by plain arithmetic.
    private static func values(of items: [NSManagedObject]) -> [AggregateValue?] {
      let positions = items.compactMap {
        $0.value(forKey: "position") as? Int64 ?? ($0.value(forKey: "position") as? Int).map(Int64.init)
      }
      let titles = items.compactMap { $0.value(forKey: "title") as? String }
      let sum = positions.reduce(0, +)
      return [
        .integer(Int64(items.count)), .integer(Int64(positions.filter { $0 > 2 }.count)),
        positions.isEmpty ? nil : .integer(sum),
        positions.isEmpty ? nil : .real(Double(sum) / Double(positions.count)), positions.min().map { .integer($0) },
        positions.max().map { .integer($0) }, titles.min().map { .text($0) }, titles.max().map { .text($0) },
      ]
    }
  }
}
