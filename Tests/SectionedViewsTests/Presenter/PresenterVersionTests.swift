import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import TestTraits
import Testing

@testable import SectionedChanges

/// A fetched source changes its list in place if it has the only reference. So the tests ask for the list from each
/// kind of observer: one that was notified of a step, one that was not yet, and one that has kept a list.
@Suite("A list that is changed in place stays the old one for observers that are not notified yet")
@MainActor
struct PresenterVersionTests {
  private typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  private let library: MusicLibrary
  private var context: NSManagedObjectContext { library.container.viewContext }

  /// Three albums with four tracks each.
  init() throws {
    library = try MusicLibrary()
    for number in 0..<3 {
      let album = library.make("Album", ["identifier": "\(number)", "title": "\(number)", "position": number])
      for track in 0..<4 { library.make("Track", ["title": "\(number)\(track)", "position": track, "album": album]) }
    }
    try context.save()
  }

  private func edit(_ random: inout SeededRandom, _ number: Int) throws {
    let tracks = try context.fetch(MusicLibrary.request("Track"))
    let albums = try context.fetch(MusicLibrary.request("Album"))
    let track = tracks.isEmpty ? nil : random.one(of: tracks)
    switch random.below(6) {
    case 0:
      library.make("Track", ["title": "t\(number)", "position": random.below(9), "album": random.one(of: albums)])
    case 1: track.map { context.delete($0) }
    case 2: track?.setValue(random.below(9), forKey: "position")
    case 3: track?.setValue(random.one(of: albums), forKey: "album")
    case 4 where random.oneIn(4): random.one(of: albums).setValue(random.below(9), forKey: "position")
    default: track?.setValue("r\(number)", forKey: "title")
    }
  }

  private func written(_ list: Source.Snapshot) -> String { "\(list)" }

  private func root(_ source: Source) -> ObjectIdentifier? {
    source.snapshot.sections.root.map { ObjectIdentifier($0) }
  }

  @Test("Each observer asks for its own version, alone or after other observers", arguments: TestSeeds.seeds(12))
  func versions(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // A second generator, because observers are notified while the first one is in use.
    var observerRandom = SeededRandom(seed: seed + 1_000)
    let source = Source(
      sections: MusicLibrary.request("Album"), items: MusicLibrary.request("Track"), by: "album.identifier", in: context
    )
    try source.performFetch()
    var list = written(source.snapshot)
    var shown: ListPresenter<Source>?
    var kept: [(update: Source.Update, old: String, new: String)] = []
    var asks = true
    let before = source.observe { update in
      guard asks else { return }
      // The presenter is notified after this observer.
      #expect(shown.map { written($0.shown) } == list)
      #expect(written(update.old) == list)
    }
    let presenter = ListPresenter(source)
    shown = presenter
    let after = source.observe { update in
      let new = written(update.new)
      #expect(written(presenter.shown) == new)
      if observerRandom.oneIn(5) { kept.append((update, list, new)) }
      if observerRandom.oneIn(5), !kept.isEmpty { kept.remove(at: observerRandom.below(kept.count)) }
      list = new
    }
    var inPlace = 0
    for number in 0..<120 {
      asks = random.oneIn(2)
      if random.oneIn(10) {
        // Several steps while the source is held are one step. Until then the source has the list before them.
        try source.performTogether {
          for next in 0..<3 {
            try edit(&random, 1_000 * next + number)
            context.processPendingChanges()
            #expect(written(source.snapshot) == list && written(presenter.shown) == list)
          }
        }
      } else {
        let old = root(source)
        for next in 0..<(random.oneIn(6) ? 3 : 1) { try edit(&random, 1_000 * next + number) }
        context.processPendingChanges()
        if old == root(source) { inPlace += 1 }
      }
      #expect(written(source.snapshot) == list && written(presenter.shown) == list)
      if random.oneIn(8) { try context.save() }
    }
    for (update, old, new) in kept {
      #expect(written(update.old) == old && written(update.new) == new)
      #expect(try Source.Update.ChangeSet(from: update.old, to: update.new).count <= update.changes.count)
    }
    #expect(inPlace > 20)
    withExtendedLifetime((before, after)) {}
  }

  /// Observers change the source while other observers wait for their notification. Presenters are held, made within a
  /// callback, and deallocated. The list is fetched again, rolled back and reset. At every moment, a presenter has the
  /// list of its last notification.
  @Test("Whatever happens between two steps, a presenter has what its view was handed", arguments: TestSeeds.seeds(12))
  func moments(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var inner = SeededRandom(seed: seed + 1_000)
    let source = Source(
      sections: MusicLibrary.request("Album"), items: MusicLibrary.request("Track"), by: "album.identifier",
      in: context)
    try source.performFetch()
    var presenters: [(presenter: ListPresenter<Source>, reported: LastReport)] = []
    func add() {
      let presenter = ListPresenter(source)
      let reported = LastReport(written(source.snapshot))
      presenter.didUpdate = { update, _ in reported.list = "\(update.new)" }
      presenters.append((presenter, reported))
    }
    func check(_ moment: String) {
      for (number, (presenter, reported)) in presenters.enumerated() {
        #expect(written(presenter.shown) == reported.list, "presenter \(number), \(moment)")
      }
    }
    var (depth, deepest) = (0, 0)
    let observer = { (update: Source.Update) in
      check("in a callback")
      guard depth < 2, inner.oneIn(3) else { return }
      depth += 1
      deepest = max(deepest, depth)
      try? edit(&inner, 500)
      context.processPendingChanges()
      check("after a change in a callback")
      if inner.oneIn(3) { add() }
      depth -= 1
    }
    let first = source.observe(observer)
    add()
    let second = source.observe(observer)
    for number in 0..<80 {
      switch random.below(12) {
      case 0: presenters[random.below(presenters.count)].presenter.hold()
      case 1, 2: for (presenter, _) in presenters { presenter.release() }
      case 3:
        source.controller.itemFetchRequest.predicate = random.oneIn(2) ? nil : NSPredicate(format: "position < 6")
        try source.performFetch()
      case 4: context.rollback()
      case 5 where random.oneIn(3):
        try context.save()
        context.reset()
        try source.performFetch()
      case 6 where presenters.count > 1: presenters.remove(at: random.below(presenters.count))
      case 7: try context.save()
      default: for next in 0..<(random.oneIn(5) ? 3 : 1) { try edit(&random, 1_000 * next + number) }
      }
      context.processPendingChanges()
      check("after event \(number)")
    }
    for (presenter, _) in presenters { for _ in 0..<80 { presenter.release() } }
    for (presenter, _) in presenters { #expect(presenter.shown == source.snapshot) }
    #expect(deepest > 0)
    withExtendedLifetime((first, second)) {}
  }

  private final class LastReport {
    var list: String
    init(_ list: String) { self.list = list }
  }

  /// Another thread keeps each step and reads both of its lists, while the next steps are made in place.
  @Test("Another thread compares the lists of steps while the list goes on", .endsWithin(minutes: 20))
  func otherThread() async throws {
    let source = Source(
      sections: MusicLibrary.request("Album"), items: MusicLibrary.request("Track"), by: "album.identifier",
      in: context)
    try source.performFetch()
    let updates = source.updates
    let steps = 300
    let last = "r\(steps - 1)"
    let comparing = Task.detached {
      var (seen, wrong) = (0, 0)
      for await update in updates {
        let changes = try SectionedChangeSet(from: update.old, to: update.new)
        if changes.count != update.changes.count { wrong += 1 }
        seen += update.changes.count
        if update.changes.items.inserted.contains(where: { _ in true }), update.new.numberOfItems == 13 { break }
      }
      return (seen, wrong)
    }
    var random = SeededRandom(seed: 7)
    let tracks = try context.fetch(MusicLibrary.request("Track"))
    for number in 0..<steps {
      let track = random.one(of: tracks)
      if random.oneIn(2) {
        track.setValue("r\(number)", forKey: "title")
      } else {
        track.setValue(random.below(9), forKey: "position")
      }
      context.processPendingChanges()
      if random.oneIn(10) { await Task.yield() }
    }
    library.make("Track", ["title": last, "position": 3, "album": try #require(tracks[0].value(forKey: "album"))])
    context.processPendingChanges()
    let (seen, wrong) = try await comparing.value
    #expect(seen > 0 && wrong == 0)
  }
}
