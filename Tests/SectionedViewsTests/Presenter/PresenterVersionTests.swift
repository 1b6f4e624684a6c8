import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import Testing

@testable import SectionedChanges

/// A fetched source changes its list in place where nobody else has it. So whoever has been told of a step, has not been
/// told yet, or has kept one is asked for the list each time.
@Suite("A list that is changed in place is the old one for whoever was not told")
@MainActor
struct PresenterVersionTests {
  private typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  private let library: MusicLibrary
  private var context: NSManagedObjectContext { library.container.viewContext }

  /// Three albums with four tracks each.
  init() throws {
    library = try MusicLibrary()
    for number in 0..<3 {
      let album = make("Album", ["identifier": "\(number)", "title": "\(number)", "position": number])
      for track in 0..<4 { make("Track", ["title": "\(number)\(track)", "position": track, "album": album]) }
    }
    try context.save()
  }

  @discardableResult
  private func make(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  private func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [
      NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "title", ascending: true),
    ]
    return request
  }

  private func edit(_ random: inout SeededRandom, _ number: Int) throws {
    let tracks = try context.fetch(request("Track"))
    let albums = try context.fetch(request("Album"))
    let track = tracks.isEmpty ? nil : random.one(of: tracks)
    switch random.below(6) {
    case 0:
      make("Track", ["title": "t\(number)", "position": random.below(9), "album": random.one(of: albums)])
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

  @Test("Each asks for its own version, by itself or after others", arguments: TestSeeds.seeds(12))
  func versions(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // Observers are notified while the program draws.
    var observerRandom = SeededRandom(seed: seed + 1_000)
    let source = Source(sections: request("Album"), items: request("Track"), by: "album.identifier", in: context)
    try source.performFetch()
    var list = written(source.snapshot)
    var shown: ListPresenter<Source>?
    var kept: [(update: Source.Update, old: String, new: String)] = []
    var asks = true
    let before = source.observe { update in
      guard asks else { return }
      // The presenter is told behind this one.
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
        // Several steps while the source is held are one; what is asked meanwhile is the list before.
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
}
