import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// An observed source of tracks. It counts the steps of the source, and records what its observer saw of all sources.
final class EventStorey {
  let name: String
  /// Whether the list may contain a track several times. The text does not show which of the copies moved.
  let hasCopies: Bool
  /// The list as text, with all values that are shown of its objects.
  let text: () -> String
  /// Checks the laws of sources. Called while no event is in progress.
  let check: () -> Void
  private(set) var steps = 0
  /// The items that steps only updated, without a move.
  private(set) var updated: [NSManagedObjectID] = []
  /// The changes of the steps.
  private(set) var changes: [String] = []
  /// Called with each step.
  var notify: () -> Void = {}
  private var token: ObservationToken?

  init<Source: SectionedDataSource>(
    _ name: String, _ source: Source, hasCopies: Bool = false, section: @escaping (Source.Section) -> String
  )
  where Source.Item == NSManagedObject {
    (self.name, self.hasCopies) = (name, hasCopies)
    let laws = FetchedLaws(source, name)
    text = { Self.text(source, section) }
    check = { laws.checkAtRest() }
    token = source.observe { [weak self, unowned source] update in
      guard let self else { return }
      steps += 1
      changes.append("\(update.changes)")
      updated += update.changes.items.updated.compactMap { source.item(at: $0.new)?.objectID }
      notify()
    }
  }

  func forgetSteps() { (steps, updated, changes) = (0, [], []) }

  private static func text<Source: SectionedDataSource>(
    _ source: Source, _ section: (Source.Section) -> String
  ) -> String
  where Source.Item == NSManagedObject {
    (0..<source.numberOfSections).map { index in
      let name = source.section(at: index).map(section) ?? "none"
      return "\(name):" + source.items(inSection: index).map { " " + text(of: $0) }.joined()
    }.joined(separator: " | ")
  }

  /// The own values of a track.
  static func text(of track: NSManagedObject) -> String {
    let album = (track.value(forKey: "album") as? NSManagedObject)?.value(forKey: "identifier") as? String
    return "\(MusicLibrary.name(track))@\(track.position)/\(album ?? "-")"
  }
}

/// Sources on one context: fetched lists, grouped lists, windows and sectioned sources, with random sources built on
/// them.
struct EventTower {
  typealias List = FetchedList<NSManagedObject>
  typealias Library = FetchedDataSource<NSManagedObject, NSManagedObject>

  let library: MusicLibrary
  private(set) var storeys: [EventStorey] = []
  let anomalies: CollectedAnomalies
  private let handler: AnomalyHandler
  private let quiet: AnomalyHandler
  private var random: SeededRandom

  static var order: [NSSortDescriptor] {
    [NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "title", ascending: true)]
  }

  /// - Parameter depth: the number of sources built on each fetched source.
  init(on library: MusicLibrary, depth: Int, seed: UInt64) throws {
    self.library = library
    random = SeededRandom(seed: seed)
    (anomalies, handler) = collecting()
    quiet = AnomalyHandler { _ in }
    let (low, high) = (list("position < 4"), list("position >= 4"))
    let both = try ComposedDataSource([ChildSource(low), ChildSource(high)], anomalies: handler)
    let all = list(nil)
    let byAlbum = try all.grouped(by: .keyPath("album.title"))
    let window = list(nil)
    try window.setWindow(limit: .first(3), offset: 1)
    let requests = ["Track", "Album"].map { name in
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.sortDescriptors = Self.order
      return request
    }
    let sectioned = Library(
      sections: requests[1], items: requests[0], by: "album.identifier", in: library.context, anomalies: handler)
    // In random order, because the source that is fetched first follows an event first.
    var fetches: [() throws -> Void] = [
      low.performFetch, high.performFetch, all.performFetch, window.performFetch, sectioned.performFetch,
    ]
    fetches.shuffle(using: &random)
    for fetch in fetches { try fetch() }
    let album = { (section: FetchedSection<NSManagedObject>) in
      section.object.map { "\(MusicLibrary.name($0))@\($0.position)" } ?? "unmatched"
    }
    storeys.append(EventStorey("low", low) { "\($0)" })
    storeys.append(EventStorey("high", high) { "\($0)" })
    storeys.append(EventStorey("both", both) { "\($0)" })
    storeys.append(EventStorey("by album", byAlbum) { $0 ?? "nil" })
    storeys.append(EventStorey("window", window) { "\($0)" })
    storeys.append(EventStorey("sectioned", sectioned, section: album))
    let top = try ComposedDataSource(
      [
        ChildSource(both, asSectionOf: "both", id: "both"), ChildSource(byAlbum, asSectionOf: "album", id: "album"),
        ChildSource(window, asSectionOf: "window", id: "window"),
        ChildSource(sectioned, asSectionOf: "sectioned", id: "sectioned"),
      ], anomalies: quiet)
    storeys.append(EventStorey("top", top, hasCopies: true) { $0 })
    try build(on: both, depth, hasCopies: false) { "\($0)" }
    try build(on: byAlbum, depth, hasCopies: false) { $0 ?? "nil" }
    try build(on: sectioned, depth, hasCopies: false, section: album)
    try build(on: top, depth, hasCopies: true) { $0 }
  }

  private func list(_ predicate: String?) -> List {
    List(
      entityName: "Track", predicate: predicate.map { NSPredicate(format: $0) }, sortDescriptors: Self.order,
      in: library.context, anomalies: handler)
  }

  /// A number that depends only on the own values of a track.
  private static func number(_ track: NSManagedObject) -> Int {
    EventStorey.text(of: track).utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff }
  }

  private mutating func build<Base: SectionedDataSource>(
    on base: Base, _ depth: Int, hasCopies: Bool, section: @escaping (Base.Section) -> String
  ) throws where Base.Item == NSManagedObject {
    guard depth > 0 else { return }
    switch random.below(5) {
    case 0:
      let source = FilteredDataSource(base, where: { Self.number($0) % 3 != 0 })
      storeys.append(EventStorey("filtered", source, hasCopies: hasCopies, section: section))
      try build(on: source, depth - 1, hasCopies: hasCopies, section: section)
    case 1:
      let source = GroupedDataSource(base, by: { Self.number($0) % 3 }, order: .ascending)
      let group = { (group: Int?) in group.map { "\($0)" } ?? "nil" }
      storeys.append(EventStorey("grouped", source, hasCopies: hasCopies, section: group))
      try build(on: source, depth - 1, hasCopies: hasCopies, section: group)
    case 2:
      let source = SortedDataSource(base, by: { EventStorey.text(of: $0) > EventStorey.text(of: $1) })
      storeys.append(EventStorey("sorted", source, hasCopies: hasCopies, section: section))
      try build(on: source, depth - 1, hasCopies: hasCopies, section: section)
    case 3:
      // Each step of the base reaches this source on two paths.
      let matching = FilteredDataSource(base, where: { Self.number($0) % 2 == 0 })
      let source = try ComposedDataSource([ChildSource(base), ChildSource(matching)], anomalies: quiet)
      storeys.append(EventStorey("composed", source, hasCopies: true, section: section))
      try build(on: source, depth - 1, hasCopies: true, section: section)
    default:
      let matching = FilteredDataSource(base, where: { Self.number($0) % 2 == 0 })
      let source = try SwitchingDataSource(
        [ChildSource(base), ChildSource(matching)], selection: random.below(2), anomalies: quiet)
      storeys.append(EventStorey("switched", source, hasCopies: hasCopies, section: section))
      try build(on: source, depth - 1, hasCopies: hasCopies, section: section)
    }
  }
}
