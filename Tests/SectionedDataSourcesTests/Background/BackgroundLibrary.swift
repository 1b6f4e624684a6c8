import CoreData
import Dispatch
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

@testable import SectionedDataSources

/// The value of a track, made on a background context.
struct TrackValue: Hashable, Sendable {
  var title: String
  var position: Int

  static let placeholder = TrackValue(title: "…", position: -1)
}

/// Tracks in albums, both by position and title, as values.
typealias BackgroundTracks = BackgroundDataSource<NSManagedObject, NSManagedObject, String, TrackValue>

/// What is collected on several threads. Unchecked: it is behind the lock.
final class Collected<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var collected: [Element] = []

  var all: [Element] { lock.withLock { collected } }

  func append(_ element: Element) { lock.withLock { collected.append(element) } }

  func takeAll() -> [Element] {
    lock.withLock {
      defer { collected = [] }
      return collected
    }
  }
}

/// A place where a context's queue waits for the main actor.
final class Gate: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Called on the queue: notifies the main actor, and waits.
  func pass() {
    reached.signal()
    opened.wait()
  }

  /// Called on the main actor: waits until the queue is here.
  func waitUntilReached() { reached.wait() }

  func open() { opened.signal() }
}

extension MusicLibrary {
  /// Makes a background source of the library's container.
  ///
  /// - Parameters:
  ///   - anomalies: the handler of the source.
  ///   - willMake: called with each track before its value is made, on the context's queue.
  @MainActor
  func backgroundTracks(
    nearby: Int = 1, keeping: ItemLimit = .all, anomalies: AnomalyHandler = .standard,
    willMake: @escaping @Sendable (NSManagedObject) -> Void = { _ in }
  ) -> BackgroundTracks {
    BackgroundTracks(
      in: container, placeholder: .placeholder, sectionPlaceholder: "…", nearby: nearby, keeping: keeping,
      anomalies: anomalies
    ) { context in
      let controller = Controller(
        itemFetchRequest: FetchedDataSourceRandomTests.request("Track"),
        sectionFetchRequest: FetchedDataSourceRandomTests.request("Album"), managedObjectContext: context,
        sectionGroupingKeyPath: "album.identifier", cacheName: nil)
      controller.verifiesChanges = true
      return controller
    } section: { album in
      album.map(MusicLibrary.name) ?? "unmatched"
    } item: { track in
      willMake(track)
      return TrackValue(title: MusicLibrary.name(track), position: track.position)
    }
  }

  /// Inserts and saves albums with tracks from `A: a1 a2 | B:`. Positions count from 0.
  func fill(_ text: String) throws {
    try run {
      var number = 0
      for (position, part) in text.split(separator: "|").enumerated() {
        let words = part.split(whereSeparator: { " :".contains($0) }).map(String.init)
        let album = album(words[0], position)
        for title in words.dropFirst() {
          track(title, number, in: album)
          number += 1
        }
      }
      try context.save()
    }
  }

  /// Edits the library's context and saves.
  func save(_ edits: (NSManagedObjectContext) throws -> Void) throws {
    try run {
      try edits(context)
      try context.save()
    }
  }

  /// The track with a title, in the library's context.
  func track(_ title: String) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.predicate = NSPredicate(format: "title == %@", title)
    return try context.fetch(request)[0]
  }
}

extension BackgroundDataSource where SectionValue == String, Value == TrackValue {
  /// `A: a1 … | B:`: the values as they are. Rows without a value are asked for.
  var text: String {
    (0..<numberOfSections).map { index in
      "\(section(at: index) ?? "none"):" + items(inSection: index).map { " \($0.title)" }.joined()
    }.joined(separator: " | ")
  }

  /// The same where nothing is asked for.
  var quietText: String {
    snapshot.sections.map { section in
      "\(sections[section.id.id] ?? "…"):" + section.items.map { " \(items[$0.id.id]?.title ?? "…")" }.joined()
    }.joined(separator: " | ")
  }

  /// Waits until the queue and the main actor are at rest. On the public interface, a merge is followed in several turns
  /// of the context's queue.
  @MainActor func rest() async {
    for _ in 0..<4 {
      managedObjectContext.performAndWait {}
      await settle()
    }
  }

  /// The text when all values have arrived.
  @MainActor func wholeText() async -> String {
    await rest()
    _ = text
    await rest()
    return text
  }
}

/// Observes a background source: each value that the main actor sees changes in a step that names its row.
final class ValueLaw {
  private let source: BackgroundTracks
  private var items: [NSManagedObjectID: TrackValue]
  private var sections: [NSManagedObjectID?: String]
  /// The faults found, which a test expects to be none.
  private(set) var faults: [String] = []
  /// The lists as texts, after each step.
  private(set) var texts: [String] = []
  private var token: ObservationToken?

  init(_ source: BackgroundTracks) {
    self.source = source
    (items, sections) = (source.items, source.sections)
    token = source.observe { [unowned self] in check($0) }
  }

  private func check(_ update: BackgroundTracks.Update) {
    let (changes, new) = (update.changes, update.new)
    let places =
      (changes.items.inserted + changes.itemsBrought).map(\.place) + changes.items.updated.map(\.new)
      + changes.items.moved.filter { $0.keys != [] }.map(\.to)
    let named = Set(places.map { new[$0].id.id })
    let indices =
      changes.sections.inserted.map(\.place) + changes.sections.updated.map(\.new)
      + changes.sections.moved.filter { $0.keys != [] }.map(\.to)
    let namedSections = Set(indices.map { new.sections[$0].id.id })
    let listed = Set(new.sections.flatMap { $0.items.map(\.id.id) })
    let listedSections = Set(new.sectionIDs.map(\.id))
    for id in listed where items[id] != source.items[id] && !named.contains(id) {
      faults.append("the value of \(id) changed, and \(changes) does not name it")
    }
    for id in listedSections where sections[id] != source.sections[id] && !namedSections.contains(id) {
      faults.append("the value of a section changed, and \(changes) does not name it")
    }
    if !listed.isSuperset(of: source.items.keys) { faults.append("a value is kept of a row that left") }
    if !listedSections.isSuperset(of: source.sections.keys) { faults.append("a value is kept of a section that left") }
    (items, sections) = (source.items, source.sections)
    texts.append(source.quietText)
  }
}
