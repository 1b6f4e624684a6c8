import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Each pair of events of a context and settings of fetched lists")
struct FetchedListPairsTests {
  @Test("leaves what a fetch gives: in a list, a window, a picker and groups") func pairs() {
    Subject.tryPairs(oneIn: 4)
  }

  /// A list with a picker on it, a window, and a grouped list, all on one context.
  private final class Subject: MusicPairSubject {
    typealias List = FetchedList<NSManagedObject>
    typealias Groups = GroupedDataSource<List, String>

    enum Operation: Sendable {
      case deed(MusicDeed)
      case predicate(Int), backwards, forwards, reload
      case windowOfOne, windowOfOneBehindOne, fold, noWindow
      case leaveContext, enterContext, addItem
      case groupByAlbum, groupByPosition, nilGroupLast, toggleBlank
    }

    static let operations: [Operation] =
      MusicDeed.allCases.filter { $0 != .swapKeys }.map { Operation.deed($0) }
      + [
        .predicate(0), .predicate(1), .predicate(3), .predicate(4), .backwards, .forwards, .reload, .windowOfOne,
        .windowOfOneBehindOne, .fold, .noWindow, .leaveContext, .enterContext, .addItem, .groupByAlbum,
        .groupByPosition,
        .nilGroupLast, .toggleBlank,
      ]

    /// A block that is still on the context's queue is a step of its own, such as the fetch after a reset.
    static let takesOneStep = false

    let library: MusicLibrary
    let hand: MusicHand
    private let list: PairWatch<List>
    private let window: PairWatch<List>
    private let picker: PairWatch<PickerList<List>>
    private let groups: PairWatch<Groups>
    private let groupedList: List
    private let anomalies: CollectedAnomalies
    private let name: String
    /// The keys by which the grouped list is sorted, the most significant first.
    private var sortKeys = ["album.title", "position", "title"]
    private var wanted = [FetchedListRandomTests.Wanted(), FetchedListRandomTests.Wanted()]
    private var hasContext = true
    var isTogether = false

    init(_ start: PairStart, _ name: String) throws {
      self.name = name
      let library = try MusicLibrary()
      let (anomalies, handler) = collecting()
      func text(_ track: NSManagedObject) -> String { "\(MusicLibrary.name(track))@\(track.position)" }
      func makeList() -> List {
        List(
          entityName: "Track", sortDescriptors: FetchedListRandomTests.order(isDescending: false),
          in: library.context, anomalies: handler)
      }
      (self.library, self.anomalies) = (library, anomalies)
      let made = try library.run {
        let hand = try MusicHand(start, in: library)
        let lists = [makeList(), makeList(), makeList()]
        for list in lists { try list.performFetch() }
        try lists[1].setWindow(limit: .first(2), offset: 1)
        let grouped = try lists[2].grouped(by: .keyPath("album.title"))
        let picker = PickerList(lists[0], includesBlankRow: true)
        let list = PairWatch(lists[0], "\(name), list", section: { _ in "" }, item: text)
        let window = PairWatch(lists[1], "\(name), window", section: { _ in "" }, item: text)
        let rows = PairWatch(
          picker, "\(name), picker", section: { _ in "" }, item: { $0.item.map(text) ?? "blank" })
        let groups = PairWatch(grouped, "\(name), groups", section: { $0 ?? "nil" }, item: text)
        list.ask(inStepsOf: grouped)
        rows.ask(inStepsOf: lists[0])
        groups.ask(inStepsOf: lists[0])
        groups.ask(inStepsOf: lists[2])
        window.ask(inStepsOf: lists[0])
        return (hand: hand, list: list, window: window, picker: rows, groups: groups, groupedList: lists[2])
      }
      (hand, list, window, picker) = (made.hand, made.list, made.window, made.picker)
      (groups, groupedList) = (made.groups, made.groupedList)
      (wanted[1].limit, wanted[1].offset) = (.first(2), 1)
    }

    var steps: Int { library.run { list.laws.steps } }

    func act(_ operation: Operation) throws {
      let lists = [list.source, window.source]
      switch operation {
      case .deed(let deed): try deed.perform(hand)
      case .predicate(let number):
        let (predicate, matches) = FetchedListRandomTests.predicate(number)
        for index in wanted.indices { wanted[index].matches = matches }
        for list in lists { try list.setPredicate(predicate) }
      case .backwards, .forwards:
        let isDescending = if case .backwards = operation { true } else { false }
        for index in wanted.indices { wanted[index].isDescending = isDescending }
        for list in lists { try list.setSortDescriptors(FetchedListRandomTests.order(isDescending: isDescending)) }
      case .reload: for list in lists + [groupedList] { try list.reload() }
      case .windowOfOne: try setWindows(.first(1), 0)
      case .windowOfOneBehindOne: try setWindows(.first(1), 1)
      case .fold: try setWindows(.none, 0)
      case .noWindow: try setWindows(.all, 0)
      case .leaveContext:
        hasContext = false
        for list in lists { try list.setContext(nil) }
      case .enterContext:
        hasContext = true
        for list in lists { try list.setContext(library.context) }
      case .addItem:
        list.source.addItem { [hand] track in
          track.setValue("x\(hand.nextNumber())", forKey: "title")
          track.setValue(0, forKey: "position")
        }
        try hand.look()
      case .groupByAlbum: try group(by: "album.title")
      case .groupByPosition: try group(by: "position")
      case .nilGroupLast: groups.source.nilGroup = .last
      case .toggleBlank: picker.source.includesBlankRow.toggle()
      }
    }

    private func setWindows(_ limit: ItemLimit, _ offset: Int) throws {
      for index in wanted.indices { (wanted[index].limit, wanted[index].offset) = (limit, offset) }
      for list in [list.source, window.source] { try list.setWindow(limit: limit, offset: offset) }
    }

    private func group(by path: String) throws {
      sortKeys = [path] + sortKeys.filter { $0 != path }
      try groupedList.regroup(groups.source, by: .keyPath(path))
    }

    func performTogether(_ operations: () throws -> Void) throws {
      let before = list.laws.steps
      try list.source.performTogether {
        try window.source.performTogether { try groupedList.performTogether(operations) }
      }
      #expect(list.laws.steps - before <= 1, "\(name): more than one step")
    }

    /// Reads only while the lists are held, because filling an object may end an event.
    func read() {
      guard !list.source.core.isAtRest else { return }
      list.read()
      window.read()
      picker.read()
      groups.read()
    }

    func check(_ moment: String) throws {
      library.context.processEverything()
      try library.run {
        let context = library.context
        for (index, watch) in [list, window].enumerated() {
          watch.check(nil, moment)
          let titles = hasContext ? try wanted[index].titles(in: context) : []
          let shown = watch.source.fetchedItems.map(MusicLibrary.name)
          #expect(shown == titles, "\(name), \(moment), list \(index)")
          #expect(watch.source.numberOfSections == (hasContext ? 1 : 0), "\(name), \(moment), list \(index)")
        }
        picker.check(nil, moment)
        let blank = picker.source.includesBlankRow ? ["blank"] : []
        let rows = (0..<picker.source.numberOfRows).map { row in
          picker.source.item(atRow: row).map(MusicLibrary.name) ?? "blank"
        }
        #expect(rows == blank + list.source.fetchedItems.map(MusicLibrary.name), "\(name), \(moment)")
        groups.check(nil, moment)
        let shown = (0..<groups.source.numberOfSections).map { index in
          let items = groups.source.items(inSection: index).map { " " + MusicLibrary.name($0) }
          return "\((groups.source.section(at: index) ?? nil) ?? "nil"):" + items.joined()
        }
        let inGroups = try wantedGroups()
        #expect(shown == inGroups, "\(name), \(moment)")
        #expect(anomalies.all == [], "\(name), \(moment)")
      }
    }

    private func wantedGroups() throws -> [String] {
      func value(_ key: String, _ track: NSManagedObject) -> String? {
        switch key {
        case "album.title": (track.value(forKey: "album") as? NSManagedObject).map(MusicLibrary.name)
        case "position": "\(track.position)"
        default: MusicLibrary.name(track)
        }
      }
      var tracks = try library.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
      tracks.sort { first, second in
        for key in sortKeys {
          let (one, other) = (value(key, first), value(key, second))
          // A missing value precedes any value.
          if one != other { return (one ?? "") < (other ?? "") }
        }
        return false
      }
      var groups: [(name: String, titles: [String])] = []
      for track in tracks {
        let name = value(sortKeys[0], track) ?? "nil"
        if groups.last?.name != name { groups.append((name, [])) }
        groups[groups.count - 1].titles.append(MusicLibrary.name(track))
      }
      if self.groups.source.nilGroup == .last, let index = groups.firstIndex(where: { $0.name == "nil" }) {
        groups.append(groups.remove(at: index))
      }
      return groups.map { "\($0.name):" + $0.titles.map { " " + $0 }.joined() }
    }
  }
}
