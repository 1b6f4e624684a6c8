#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import SectionedChanges
  import SectionedFetchedResults
  import SectionedTesting
  import Testing

  @testable import SectionedDataSources

  @Suite("Each pair of events of a context, policies and fetches of sources of rows by primary keys")
  struct RowsPairsTests {
    @Test("leaves what fetches give: flat, by values, and in sections of objects") func pairs() {
      Subject.tryPairs(oneIn: 6)
    }

    private final class Subject: MusicPairSubject {
      enum Operation: Sendable {
        case deed(MusicDeed), policy(PolicyDeed)
        case backwards, forwards, behindFirst, all
      }

      static let operations: [Operation] = {
        let deeds = MusicDeed.allCases.filter { $0 != .reset && $0 != .refreshAll }
        let all = deeds.map { Operation.deed($0) } + PolicyDeed.allCases.map { Operation.policy($0) }
        return all + [.backwards, .forwards, .behindFirst, .all]
      }()

      static let takesOneStep = false

      let library: MusicLibrary
      let hand: MusicHand
      private let flat: PairWatch<RowsSource>
      private let values: PairWatch<ValueRowsSource>
      private let sections: PairWatch<SectionRowsSource>
      private let anomalies: CollectedAnomalies
      private let name: String
      private var isAscending = true
      private var bound = -2
      var isTogether = false

      /// Returns the request of the first two lists. It sorts by position, and the positions are the sections of the
      /// second list.
      private static func request(_ isAscending: Bool, above bound: Int) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.sortDescriptors = [
          NSSortDescriptor(key: "position", ascending: isAscending), NSSortDescriptor(key: "title", ascending: true),
        ]
        request.predicate = NSPredicate(format: "position > %d", bound)
        return request
      }

      init(_ start: PairStart, _ name: String) throws {
        self.name = name
        let library = try MusicLibrary()
        let (anomalies, handler) = collecting()
        (self.library, self.anomalies) = (library, anomalies)
        func text(_ track: NSManagedObject) -> String { "\(MusicLibrary.name(track))@\(track.position)" }
        let made = try library.run {
          let hand = try MusicHand(start, in: library)
          let request = Subject.request(true, above: -2)
          let flat = try RowsSource(request, in: library.context, anomalies: handler)
          let values = try ValueRowsSource(request, in: library.context, anomalies: handler)
          let controller = library.controller()
          controller.itemFetchRequest.sortDescriptors = PolicyDeed.order(true)
          controller.sectionFetchRequest.sortDescriptors = PolicyDeed.order(true)
          let sections = try SectionRowsSource(controller, anomalies: handler)
          return (
            hand: hand, flat: PairWatch(flat, "\(name), flat", section: { _ in "" }, item: text),
            values: PairWatch(values, "\(name), values", section: { $0 ?? "nil" }, item: text),
            sections: PairWatch(
              sections, "\(name), sections",
              section: { $0.object.map { "\(MusicLibrary.name($0))@\($0.position)" } ?? "unmatched" }, item: text)
          )
        }
        (hand, flat, values, sections) = (made.hand, made.flat, made.values, made.sections)
        values.ask(inStepsOf: flat.source)
        sections.ask(inStepsOf: flat.source)
        flat.ask(inStepsOf: sections.source)
      }

      var steps: Int { library.run { flat.laws.steps + sections.laws.steps } }

      func act(_ operation: Operation) throws {
        switch operation {
        case .deed(let deed): return try deed.perform(hand)
        case .policy(let deed): return try deed.perform(on: sections.source.controller)
        case .backwards: isAscending = false
        case .forwards: isAscending = true
        case .behindFirst: bound = 0
        case .all: bound = -2
        }
        try flat.source.fetch(Self.request(isAscending, above: bound))
        try values.source.fetch(Self.request(isAscending, above: bound))
      }

      func performTogether(_ operations: () throws -> Void) throws {
        try flat.source.performTogether {
          try values.source.performTogether { try sections.source.performTogether(operations) }
        }
      }

      func read() {}

      func check(_ moment: String) throws {
        library.context.processEverything()
        try library.run {
          flat.check(nil, moment)
          values.check(nil, moment)
          sections.check(nil, moment)
          let tracks = try library.context.fetch(Self.request(isAscending, above: bound))
          #expect(flat.source.allItems == tracks, "\(name), \(moment)")
          #expect(values.source.allItems == tracks, "\(name), \(moment)")
          var names: [String] = []
          for track in tracks where names.last != "\(track.position)" { names.append("\(track.position)") }
          let shown = values.source.allSections.map { $0 ?? "nil" }
          #expect(shown == names, "\(name), \(moment)")
          let controller = sections.source.controller
          let reference = try ReferenceList(for: controller)
          #expect(ReferenceList(shownBy: controller) == reference, "\(name), \(moment)")
          let items = (0..<sections.source.numberOfSections).map { index in
            sections.source.items(inSection: index).map(\.objectID)
          }
          #expect(items == reference.sections.map(\.items), "\(name), \(moment)")
          #expect(anomalies.all == [], "\(name), \(moment)")
        }
      }
    }
  }
#endif
