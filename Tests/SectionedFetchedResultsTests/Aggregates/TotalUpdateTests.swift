import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The fixture shows `A: a1 a2 | B: | C: c1`. No aggregate is declared.
@Suite("A section whose number of items changes while it shows the same ones is updated by that name")
struct TotalUpdateTests {
  private static let total: Set<String> = [ItemAggregate.count.name]

  private func updates(_ fixture: LibraryFixture, _ edits: () throws -> Void) throws -> [ListUpdate<Int>] {
    var updated: [ListUpdate<Int>] = []
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      if line == "changes" { updated += fixture.recorder.changes.last?.sections.updated ?? [] }
    }
    _ = try fixture.record(edits)
    return updated
  }

  @Test func aHiddenItemThatComesOrGoesIsAnUpdateOfItsSection() throws {
    let fixture = try LibraryFixture { $0.itemLimit = .first(1) }
    let update = [ListUpdate(old: 0, new: 0, keys: Self.total)]
    #expect(try updates(fixture) { fixture.library.track("a3", 2, in: fixture.albums[0]) } == update)
    #expect(try updates(fixture) { fixture.library.context.delete(fixture.tracks[1]) } == update)
    // A hidden item that stays, and one that is shown.
    #expect(try updates(fixture) { fixture.tracks[0].setValue("a", forKey: "title") } == [])
    #expect(try updates(fixture) { fixture.library.track("b1", 0, in: fixture.albums[1]) } == [])
    // The first item slides out: the section has other items.
    #expect(try updates(fixture) { fixture.library.track("a0", -1, in: fixture.albums[0]) } == [])
  }

  @Test func aSectionThatChangesAsWellHasAllItsKeys() throws {
    let fixture = try LibraryFixture { $0.itemLimit = .none }
    let updated = try updates(fixture) {
      fixture.library.track("c2", 1, in: fixture.albums[2])
      fixture.albums[2].setValue("C2", forKey: "title")
    }
    #expect(updated.map(\.new) == [2])
    #expect(updated.first?.keys.map { $0.isSuperset(of: Self.total.union(["title"])) } == true)
  }

  @Test func aFetchThatBringsHiddenItemsIsAnUpdateToo() throws {
    let fixture = try LibraryFixture {
      $0.itemLimit = .first(1)
      $0.itemFetchRequest.predicate = NSPredicate(format: "position == 0")
    }
    fixture.controller.itemFetchRequest.predicate = nil
    #expect(
      try updates(fixture) { try fixture.controller.performFetch() } == [ListUpdate(old: 0, new: 0, keys: Self.total)])
  }

  /// The window of the whole list ends before C.
  @Test func aSectionBehindTheEndOfTheListIsUpdated() throws {
    let fixture = try LibraryFixture { $0.itemFetchRequest.fetchLimit = 1 }
    #expect(
      try updates(fixture) { fixture.library.track("c2", 1, in: fixture.albums[2]) }
        == [ListUpdate(old: 2, new: 2, keys: Self.total)])
  }

  @Test("random events, beside the totals of both lists", arguments: TestSeeds.seeds(40))
  func random(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try MusicLibrary(random.one(of: [.memory, .sqlite]))
    let (controller, recorder) = (library.controller(), MusicLibrary.recorder())
    controller.itemFetchRequest.sortDescriptors = PolicyDeed.order(true)
    controller.sectionFetchRequest.sortDescriptors = PolicyDeed.order(true)
    let hand = try library.run {
      let hand = try MusicHand(.large, in: library)
      try controller.performFetch()
      controller.delegate = recorder
      return hand
    }
    for step in 0..<60 {
      let (policy, deed) = (random.one(of: PolicyDeed.allCases), random.one(of: MusicDeed.allCases))
      let isPolicy = random.oneIn(3)
      let before = library.run { Self.totals(of: controller) }
      let count = recorder.changes.count
      try library.run {
        try hand.look()
        if isPolicy { try policy.perform(on: controller) } else { try deed.perform(hand) }
        library.context.processPendingChanges()
      }
      library.context.processEverything()
      guard recorder.changes.count == count + 1, let changes = recorder.changes.last else { continue }
      if isPolicy ? policy.isSilent : [.reset, .rollback, .merge, .mergeAlbum, .refreshAll].contains(deed) { continue }
      let after = library.run { Self.totals(of: controller) }
      let note = "seed \(seed), step \(step): \(isPolicy ? "\(policy)" : "\(deed)")"
      for (index, section) in after.enumerated() {
        guard let old = before.first(where: { $0.id == section.id }) else { continue }
        let keys =
          changes.sections.updated.first { $0.new == index }.map(\.keys)
          ?? changes.sections.moved.first { $0.to == index }.map(\.keys)
        let isNamed = keys.map { $0.map { $0.isSuperset(of: Self.total) } ?? true } ?? false
        if old.total != section.total, old.shown == section.shown {
          #expect(isNamed, "section \(index) of \(changes), \(note)")
        } else if let keys, let keys {
          #expect(keys.isDisjoint(with: Self.total), "section \(index) of \(changes), \(note)")
        }
      }
    }
  }

  private typealias Totals = (id: NSManagedObjectID?, shown: Set<NSManagedObjectID>, total: Int)

  private static func totals(of controller: MusicLibrary.Controller) -> [Totals] {
    controller.allSections.map { section in
      (section.object?.objectID, Set(section.items?.map(\.objectID) ?? []), section.totalNumberOfObjects)
    }
  }
}
