import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each pair of events of a context, policies and user's moves of a fetched source")
struct FetchedDataSourcePairsTests {
  @Test("leaves what two fetches give") func pairs() { Subject.tryPairs(oneIn: 6) }

  /// A source with empty sections, and a filter and a picker on it.
  private final class Subject: MusicPairSubject {
    typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>
    typealias Filter = FilteredDataSource<Source>

    enum Operation: Sendable {
      case deed(MusicDeed), policy(PolicyDeed), moveOfSource(PolicyDeed)
      case addItemToFirst, search, endSearch
    }

    static let operations: [Operation] = {
      var all = MusicDeed.allCases.map { Operation.deed($0) } + PolicyDeed.allCases.map { Operation.policy($0) }
      let moves: [PolicyDeed] = [.moveOnly, .moveOnlyToFull, .moveElsewhere, .moveAndFail]
      all += moves.map { Operation.moveOfSource($0) }
      return all + [.addItemToFirst, .search, .endSearch]
    }()

    /// A block that is still on the context's queue is a step of its own, such as the fetch after a reset.
    static let takesOneStep = false

    let library: MusicLibrary
    let hand: MusicHand
    private let watch: PairWatch<Source>
    private let filter: PairWatch<Filter>
    private let picker: PairWatch<PickerList<Filter>>
    private let anomalies: CollectedAnomalies
    private let name: String
    var isTogether = false

    private var source: Source { watch.source }

    init(_ start: PairStart, _ name: String) throws {
      self.name = name
      let library = try MusicLibrary()
      let (anomalies, handler) = collecting()
      (self.library, self.anomalies) = (library, anomalies)
      func trackText(_ track: NSManagedObject) -> String { "\(MusicLibrary.name(track))@\(track.position)" }
      func sectionText(_ section: FetchedSection<NSManagedObject>) -> String {
        section.object.map { "\(MusicLibrary.name($0))@\($0.position)" } ?? "unmatched"
      }
      let made = try library.run {
        let hand = try MusicHand(start, in: library)
        let source = Source(
          sections: FetchedDataSourceRandomTests.request("Album"),
          items: FetchedDataSourceRandomTests.request("Track"), by: "album.identifier", in: library.context,
          anomalies: handler)
        source.controller.verifiesChanges = true
        try source.performFetch()
        let found = Filter(source) { MusicLibrary.name($0).contains($1.text) }
        let watch = PairWatch(source, "\(name), source", section: sectionText, item: trackText)
        let filter = PairWatch(found, "\(name), filter", section: sectionText, item: trackText)
        let picker = PairWatch(
          PickerList(found), "\(name), picker", section: { _ in "" },
          item: { $0.item.map(trackText) ?? "blank" })
        filter.ask(inStepsOf: source)
        picker.ask(inStepsOf: source)
        return (hand: hand, watch: watch, filter: filter, picker: picker)
      }
      (hand, watch, filter, picker) = (made.hand, made.watch, made.filter, made.picker)
    }

    var steps: Int { library.run { watch.laws.steps } }

    func act(_ operation: Operation) throws {
      switch operation {
      case .deed(let deed): try deed.perform(hand)
      case .policy(let deed): try deed.perform(on: source.controller)
      case .moveOfSource(let deed):
        try deed.perform(on: source.controller) { [source] from, to, edits in
          try source.performUserMove(from: from, to: to, edits: edits)
        }
      case .addItemToFirst:
        guard source.controller.allSections.count > 0 else { return }
        try source.addItem(inSection: 0) { [hand] in $0.setValue("x\(hand.nextNumber())", forKey: "title") }
        try hand.look()
      case .search: filter.source.text = "1"
      case .endSearch: filter.source.text = ""
      }
    }

    func performTogether(_ operations: () throws -> Void) throws {
      let before = watch.laws.steps
      try source.performTogether {
        try operations()
        read()
      }
      #expect(watch.laws.steps - before <= 1, "\(name): more than one step")
    }

    /// Reads only while the source is held, because filling an object may end an event.
    func read() {
      guard !source.core.isAtRest else { return }
      watch.read()
      filter.read()
      picker.read()
    }

    func check(_ moment: String) throws {
      library.context.processEverything()
      try library.run {
        watch.check(nil, moment)
        filter.check(nil, moment)
        picker.check(nil, moment)
        let reference = try ReferenceList(for: source.controller)
        let ids = (0..<source.numberOfSections).map { source.section(at: $0)?.object?.objectID }
        let items = (0..<source.numberOfSections).map { source.items(inSection: $0).map(\.objectID) }
        #expect(ReferenceList(shownBy: source.controller) == reference, "\(name), \(moment)")
        #expect(ids == reference.sections.map(\.id), "\(name), \(moment)")
        #expect(items == reference.sections.map(\.items), "\(name), \(moment)")
        let text = filter.source.text
        let found = source.allItems.filter { text.isEmpty || MusicLibrary.name($0).contains(text) }
        #expect(filter.source.allItems == found, "\(name), \(moment)")
        let rows = (0..<picker.source.numberOfRows).map { picker.source.item(atRow: $0) }
        #expect(rows == found.map { Optional($0) }, "\(name), \(moment)")
        #expect(anomalies.all == [], "\(name), \(moment)")
      }
    }
  }
}
