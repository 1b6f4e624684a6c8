import CoreData
import Dispatch
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

@testable import SectionedDataSources

/// The value of a track, as made on a background context.
struct TrackValue: Hashable, Sendable {
  var title: String
  var position: Int

  static let placeholder = TrackValue(title: "…", position: -1)
}

/// Tracks in albums as values. Both are ordered by position and title.
typealias BackgroundTracks = BackgroundDataSource<NSManagedObject, NSManagedObject, String, TrackValue>

/// Elements that several threads collect. Unchecked, because a lock guards them.
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

/// A point at which a context's queue waits for the main actor.
final class Gate: Sendable {
  private let reached = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  /// Signals the main actor and waits until it opens the gate. Called on the context's queue.
  func pass() {
    reached.signal()
    opened.wait()
  }

  /// Waits until the queue has reached the gate. Called on the main actor.
  func waitUntilReached() { reached.wait() }

  func open() { opened.signal() }
}

extension MusicLibrary {
  /// Makes a background source of the library's container.
  ///
  /// - Parameters:
  ///   - nearby: the number of further rows on each side of a read row whose values are made, too.
  ///   - keeping: the number of values that the source keeps.
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

  /// Inserts and saves albums with tracks, as in `A: a1 a2 | B:`. The tracks' positions count from 0.
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
  /// The values in the form `A: a1 … | B:`. Reading it requests the values that are missing.
  var text: String {
    (0..<numberOfSections).map { index in
      "\(section(at: index) ?? "none"):" + items(inSection: index).map { " \($0.title)" }.joined()
    }.joined(separator: " | ")
  }

  /// The same text, without requesting missing values.
  var quietText: String {
    snapshot.sections.map { section in
      "\(sections[section.id.id] ?? "…"):" + section.items.map { " \(items[$0.id.id]?.title ?? "…")" }.joined()
    }.joined(separator: " | ")
  }

  /// Waits until the queue and the main actor are idle. With Apple's public interface only, following a merge takes
  /// several turns of the context's queue.
  @MainActor func rest() async {
    for _ in 0..<4 {
      managedObjectContext.performAndWait {}
      await settle()
    }
  }

  /// Requests all values, waits for them, and returns the text.
  @MainActor func wholeText() async -> String {
    await rest()
    _ = text
    await rest()
    return text
  }
}

/// An observer of a background source. It checks that a value on the main actor changes only in a step that updates its
/// row.
final class ValueLaw {
  private let source: BackgroundTracks
  private var items: [NSManagedObjectID: TrackValue]
  private var sections: [NSManagedObjectID?: String]
  /// The faults found. A test expects none.
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
