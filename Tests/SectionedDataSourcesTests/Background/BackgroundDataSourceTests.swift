import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedDataSources

/// The library is `A: a1 a2 a3 | B: | C: c1 c2`, all saved. Values of one row on each side of a read row are made, too.
@Suite("A background source has values on the main actor, step by step", .opensStores)
@MainActor
struct BackgroundDataSourceTests {
  private static let story = "A: a1 a2 a3 | B: | C: c1 c2"
  private static let whole = "A: a1 a2 a3 | B: | C: c1 c2"

  private func library(_ text: String = story) throws -> MusicLibrary {
    let library = try MusicLibrary()
    try library.fill(text)
    return library
  }

  @Test("the first list is one step with the values of its beginning, and the rest comes when it is asked for")
  func firstList() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    #expect(source.phase == .loading && source.numberOfSections == 0 && source.text == "")
    await source.rest()
    #expect(law.texts == ["A: a1 a2 … | B: | …: … …"])
    #expect(source.phase == .loaded && laws.takeChanges().map(\.insertedItemIDs.count) == [5])
    let last = ItemPlace(section: 2, item: 1)
    #expect(source.item(at: last) == .placeholder)
    await source.rest()
    #expect(source.item(at: last)?.title == "c2" && law.texts.last == "A: a1 a2 … | B: | C: c1 c2")
    let changes = laws.takeChanges()
    #expect(changes.map { $0.items.updated.map(\.new) } == [[ItemPlace(section: 2, item: 0), last]])
    #expect(changes.map { $0.sections.updated.map(\.new) } == [[2]] && changes.map(\.count) == [3])
    #expect(await source.wholeText() == Self.whole && law.faults.isEmpty)
    laws.checkAtRest()
  }

  @Test("nothing is asked for by looking at identifiers, counts and places")
  func lightReading() async throws {
    let library = try library()
    let made = Collected<String>()
    let source = library.backgroundTracks(nearby: 0) { made.append(MusicLibrary.name($0)) }
    await source.rest()
    #expect(made.takeAll() == ["a1"])
    let id = try #require(source.itemID(at: ItemPlace(section: 2, item: 0)))
    #expect(source.numberOfItems == 5 && source.numberOfItems(inSection: 2) == 2 && !source.hasValue(for: id))
    #expect(source.place(of: id) == ItemPlace(section: 2, item: 0))
    await source.rest()
    #expect(made.all.isEmpty)
    #expect(source.item(for: id) == .placeholder)
    await source.rest()
    #expect(made.all == ["c1"] && source.hasValue(for: id))
  }

  @Test("an identifier leads to the object, and a save of the main context is one step with the new value")
  func edited() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    #expect(await source.wholeText() == Self.whole)
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    let context = library.container.viewContext
    let place = ItemPlace(section: 0, item: 1)
    let track = try #require(source.object(at: place, in: context))
    #expect(MusicLibrary.name(track) == "a2")
    track.setValue("new", forKey: "title")
    try context.save()
    #expect(source.text == Self.whole)
    await source.rest()
    #expect(law.texts == ["A: a1 new a3 | B: | C: c1 c2"])
    #expect(laws.takeChanges().map { $0.items.updated.map(\.new) } == [[place]])
    context.delete(track)
    try context.save()
    await source.rest()
    #expect(law.texts.last == "A: a1 a3 | B: | C: c1 c2" && laws.steps == 2 && law.faults.isEmpty)
    #expect(source.object(at: ItemPlace(section: 9, item: 0), in: context) == nil)
    laws.checkAtRest()
  }

  @Test("a row that enters the list near the last one that was asked for has its value at once")
  func inserted() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    #expect(await source.wholeText() == Self.whole)
    _ = source.item(at: ItemPlace(section: 0, item: 0))
    let law = ValueLaw(source)
    try library.save { _ in
      let album = try #require(try library.track("a1").value(forKey: "album") as? NSManagedObject)
      library.track("a0", 0, in: album)
    }
    await source.rest()
    #expect(law.faults.isEmpty && law.texts.allSatisfy { !$0.contains("…") }, "\(law.texts)")
    #expect(await source.wholeText() == "A: a0 a1 a2 a3 | B: | C: c1 c2")
  }

  @Test("steps that pile up behind a busy main actor are combined")
  func pileUp() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    #expect(await source.wholeText() == Self.whole)
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    // The main actor is occupied until all these saves have been processed on the queue.
    var last = "a1"
    for title in ["b", "c", "d", "e", "f"] {
      try library.save { _ in try library.track(last).setValue(title, forKey: "title") }
      for _ in 0..<4 { source.managedObjectContext.performAndWait {} }
      last = title
    }
    #expect(source.text == Self.whole && laws.steps == 0)
    await source.rest()
    // The first step may be on its way to the main actor when the second one is made.
    #expect((1...2).contains(laws.steps), "\(laws.steps) steps")
    #expect(law.texts.last == "A: f a2 a3 | B: | C: c1 c2" && law.faults.isEmpty)
    laws.checkAtRest()
  }

  @Test("the newest request wins, with one step, and the old list stays until then")
  func newestRequest() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    #expect(await source.wholeText() == Self.whole)
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    let (gate, made) = (Gate(), Collected<Int>())
    source.perform { _ in gate.pass() }
    gate.waitUntilReached()
    for bound in 0..<4 {
      source.changeRequests { items, _ in
        made.append(bound)
        items.predicate = NSPredicate(format: "position > %d", bound)
      }
    }
    source.changeRequests { _, sections in
      sections.sortDescriptors = FetchedDataSourceRandomTests.request("Album", isDescending: true).sortDescriptors
    }
    #expect(source.phase == .refreshing && source.text == Self.whole)
    gate.open()
    await source.rest()
    #expect(made.all == [0, 1, 2, 3] && source.phase == .loaded)
    #expect(laws.takeChanges().filter { !$0.isEmpty }.count == 1)
    #expect(law.texts.last == "C: c2 | B: | A:" && law.faults.isEmpty)
    laws.checkAtRest()
  }

  @Test("values for a list that is out of date are no longer made")
  func cancelledValues() async throws {
    let titles = (0..<40).map { "t\($0 + 10)" }
    let library = try library("A: " + titles.joined(separator: " "))
    let (gate, made) = (Gate(), Collected<String>())
    let source = library.backgroundTracks(nearby: 39) { track in
      let title = MusicLibrary.name(track)
      made.append(title)
      if title == "t10" { gate.pass() }
    }
    gate.waitUntilReached()
    source.changeRequests { items, _ in items.predicate = NSPredicate(format: "position >= 35") }
    gate.open()
    await source.rest()
    #expect(made.all == ["t10", "t45", "t46", "t47", "t48", "t49"])
    #expect(source.quietText == "A: t45 t46 t47 t48 t49")
  }

  @Test("objects that are deleted while their values are made leave with the next step", arguments: [false, true])
  func deletedMeanwhile(isSQLite: Bool) async throws {
    let library = try MusicLibrary(isSQLite ? .sqlite : .memory)
    try library.fill(Self.story)
    let (gate, albums) = (Gate(), Collected<String?>())
    let source = library.backgroundTracks(nearby: 5) { track in
      if MusicLibrary.name(track) == "a1" { gate.pass() }
      // The album may be a fault whose row was deleted.
      albums.append((track.value(forKey: "album") as? NSManagedObject)?.value(forKey: "title") as? String)
    }
    gate.waitUntilReached()
    try library.save { context in
      let album = try #require(try library.track("a1").value(forKey: "album") as? NSManagedObject)
      context.delete(album)
      context.delete(try library.track("c1"))
    }
    gate.open()
    #expect(await source.wholeText() == "B: | C: c2")
    #expect(albums.all.count >= 5)
    #expect(Set(source.items.keys).count == 1)
  }

  @Test("an error of a fetch reaches the main actor, and the list stays")
  func failure() async throws {
    let library = try library()
    let (anomalies, handler) = collecting()
    let source = library.backgroundTracks(anomalies: handler)
    var phases: [LoadingPhase] = []
    var errors = 0
    source.onError = { _ in errors += 1 }
    #expect(await source.wholeText() == Self.whole)
    let token = source.observe { phases.append($0.phase) }
    // A sectioned controller does not support a limit of the section request.
    source.changeRequests { items, sections in
      items.predicate = NSPredicate(format: "position > 2")
      sections.fetchLimit = 1
    }
    await source.rest()
    #expect(source.error != nil && errors == 1 && anomalies.kinds == [.fetchFailed])
    #expect(source.text == Self.whole && phases == [.refreshing, .loaded])
    source.changeRequests { items, _ in items.fetchBatchSize = 7 }
    await source.rest()
    #expect(source.error == nil && errors == 1)
    #expect(source.text == Self.whole, "the requests are those before the failure")
    token.cancel()
  }

  @Test("a first fetch that fails is a phase, and the next one may succeed")
  func firstFailure() async throws {
    let library = try library()
    let (anomalies, handler) = collecting()
    let source = BackgroundTracks(
      in: library.container, placeholder: .placeholder, sectionPlaceholder: "…", anomalies: handler
    ) { context in
      MusicLibrary.Controller(
        itemFetchRequest: FetchedDataSourceRandomTests.request("Track"),
        sectionFetchRequest: FetchedDataSourceRandomTests.request("Album"),
        managedObjectContext: context, sectionGroupingKeyPath: "album.nothing", cacheName: nil)
    } section: {
      $0.map(MusicLibrary.name) ?? "unmatched"
    } item: {
      TrackValue(title: MusicLibrary.name($0), position: 0)
    }
    await source.rest()
    #expect(source.phase == .failed && source.error != nil && anomalies.kinds == [.fetchFailed])
    source.perform { $0.sectionGroupingKeyPath = "album.identifier" }
    source.reload()
    await source.rest()
    #expect(source.phase == .loaded && source.error == nil && source.numberOfItems == 5)
  }

  @Test("after a reset of its context the source shows new values of all rows")
  func reset() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    #expect(await source.wholeText() == Self.whole)
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    source.perform { $0.managedObjectContext.reset() }
    await source.rest()
    #expect(source.quietText == Self.whole && law.faults.isEmpty && source.error == nil)
    try library.save { _ in try library.track("a1").setValue("z", forKey: "title") }
    #expect(await source.wholeText() == "A: z a2 a3 | B: | C: c1 c2")
    #expect(law.faults.isEmpty)
    laws.checkAtRest()
  }

  @Test("an edit on the background context is a step, and an unsaved object keeps its identifier")
  func backgroundEdit() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    #expect(await source.wholeText() == Self.whole)
    let law = ValueLaw(source)
    source.perform { controller in
      let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: controller.managedObjectContext)
      track.setValue("c0", forKey: "title")
      track.setValue(3, forKey: "position")
      track.setValue(controller.section(at: 2), forKey: "album")
    }
    #expect(await source.wholeText() == "A: a1 a2 a3 | B: | C: c0 c1 c2")
    let id = source.itemID(at: ItemPlace(section: 2, item: 0))
    source.perform { try $0.managedObjectContext.save() }
    #expect(await source.wholeText() == "A: a1 a2 a3 | B: | C: c0 c1 c2")
    #expect(source.itemID(at: ItemPlace(section: 2, item: 0)) == id && law.faults.isEmpty)
  }

  @Test("the oldest values make room, in a step that names their rows, and come back when they are asked for")
  func limit() async throws {
    let count = 200
    let library = try library("A: " + (0..<count).map { "t\($0 + 100)" }.joined(separator: " "))
    let source = library.backgroundTracks(nearby: 0, keeping: .first(64))
    await source.rest()
    let (laws, law) = (FetchedLaws(source), ValueLaw(source))
    for item in 0..<count { _ = source.item(at: ItemPlace(section: 0, item: item)) }
    await source.rest()
    #expect(source.items.count <= 64 && source.items.count >= 32 && law.faults.isEmpty)
    let gone = try #require(
      (0..<count).map { ItemPlace(section: 0, item: $0) }.first { !source.hasValue(for: source.snapshot[$0].id) })
    #expect(source.item(at: gone) == .placeholder)
    await source.rest()
    #expect(source.item(at: gone)?.title == "t\(gone.item + 100)" && law.faults.isEmpty)
    laws.checkAtRest()
  }

  @Test("sources built on it, and its sequence of updates, follow it like any other")
  func builtUpon() async throws {
    let library = try library()
    let source = library.backgroundTracks()
    let found = FilteredDataSource(source) { track, query in track.title.hasPrefix(query.text) }
    let laws = FetchedLaws(found)
    let updates = source.updates
    found.text = "c"
    await source.rest()
    await source.rest()
    #expect(found.allItems.map(\.title) == ["c1", "c2"] && found.allSections == ["C"])
    try library.save { _ in try library.track("a2").setValue("c3", forKey: "title") }
    await source.rest()
    #expect(found.allItems.map(\.title) == ["c3", "c1", "c2"])
    laws.checkAtRest()
    let last = try #require(updates.takeWaiting())
    #expect(last.old.numberOfSections == 0 && last.new == source.snapshot)
    #expect(try last.changes.apply(to: last.old, contentOf: last.new) == last.new)
  }

  private final class Marker: Sendable {}

  private struct WeakMarker {
    private(set) weak var marker: Marker?
  }

  @Test("a source that is released releases its controller and its closures, on their queue")
  func released() async throws {
    let library = try library()
    var marker: Marker? = Marker()
    let watched = WeakMarker(marker: marker)
    var source: BackgroundTracks? = library.backgroundTracks { [marker] _ in withExtendedLifetime(marker) {} }
    marker = nil
    await source?.rest()
    #expect(source?.numberOfItems == 5 && watched.marker != nil)
    let context = try #require(source?.managedObjectContext)
    source = nil
    context.performAndWait {}
    // The task that delivered the steps ends in a later turn.
    for _ in 0..<100 where watched.marker != nil { await Task.yield() }
    #expect(watched.marker == nil)
  }
}
