import Foundation
import Observation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@testable import SectionedViews

@Suite("The state of a list that is drawn")
@MainActor
struct ObservedListTests {
  @Test("who draws is notified once before each other list, and not of another source", arguments: TestSeeds.seeds(4))
  func random(seed: UInt64) {
    let shelves = RandomShelves(seed: seed)
    let lists = [Shelves(shelves.content()), Shelves(shelves.content())]
    let state = ObservableDataSource(lists[0])
    var drawn = state.list
    var notified = 0
    state.willChange = {
      notified += 1
      #expect(state.list == drawn, "seed \(seed): it is called before the list is another one")
    }
    var followed = 0
    for step in 0..<200 {
      let other = shelves.below(2)
      let before = (notified, lists[followed].snapshot)
      shelves.step(lists[other])
      let isOther = lists[followed].snapshot != before.1
      #expect(notified - before.0 <= 1 && (!isOther || notified > before.0), "seed \(seed), step \(step)")
      drawn = state.list
      #expect(state.list == lists[followed].snapshot, "seed \(seed), step \(step)")
      guard shelves.oneIn(9) else { continue }
      followed = other
      let count = notified
      state.follow(lists[other])
      drawn = state.list
      #expect(notified == count && drawn == lists[other].snapshot, "seed \(seed), step \(step)")
    }
    #expect(notified > 20)
  }

  /// The parts of the state that a view may read, including sections that are not in the list.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private static func parts(of state: ObservableDataSource<Shelves>) -> [ReadPart] {
    typealias Section = Shelves.Snapshot.Section
    func text(_ section: Section?) -> String { section.map { "\($0)" } ?? "none" }
    let list = { state.source.snapshot }
    let whole = [
      ReadPart("order", read: { "\(state.sectionIDs)" }, value: { "\(list().sectionIDs)" }),
      ReadPart("outline", read: { "\(state.outline)" }, value: { "\(list().outline)" }),
      ReadPart("list", read: { "\(state.list)" }, value: { "\(list())" }),
      ReadPart("phase", read: { "\(state.phase)" }, value: { "\(state.source.phase)" }),
    ]
    let named = (0..<9).flatMap { number in (0..<2).map { ListedID(number, occurrence: $0) } }.map { id in
      ReadPart(
        "section \(id)", read: { text(state.section(for: id)) },
        value: { text(list().sections.first { $0.id == id }) })
    }
    let placed = [-1, 0, 1, 3, 8].map { index in
      ReadPart(
        "section at \(index)", read: { "\(state.section(at: index).map { "\($0)" } ?? "none") of \(state.sectionIDs)" },
        value: {
          let sections = list().sections
          return "\(index >= 0 && index < sections.count ? "\(sections[index])" : "none") of \(list().sectionIDs)"
        })
    }
    return whole + named + placed
  }

  @Test("exactly the readers are notified whose part is another one", arguments: TestSeeds.seeds(8))
  func readers(seed: UInt64) {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let shelves = RandomShelves(seed: seed)
    let list = Shelves(shelves.content())
    let state = ObservableDataSource(list)
    let parts = Self.parts(of: state)
    for step in 0..<TestSeeds.rounds(400) {
      let mistakes = ReadPart.mistakes(of: parts, "seed \(seed), step \(step)") { shelves.step(list) }
      #expect(mistakes == [])
    }
  }

  @Test("another source is another list for each reader")
  func anotherSource() {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let state = ObservableDataSource(Shelves([SectionContent(Shelf(id: 0), items: [Book(id: 1)])]))
    let other = Shelves([SectionContent(Shelf(id: 0), items: [Book(id: 2)]), SectionContent(Shelf(id: 1), items: [])])
    let parts = Self.parts(of: state)
    #expect(ReadPart.mistakes(of: parts, isExact: false, "another source") { state.follow(other) } == [])
    #expect(ReadPart.mistakes(of: parts, "the same source") { state.follow(other) } == [])
  }

  /// The first reader changes the list when it is notified. This change is the next step.
  @Test("a reader may change the list when it is notified, and read it again")
  func changedByAReader() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let list = Shelves([
      SectionContent(Shelf(id: 0), items: [Book(id: 1)]), SectionContent(Shelf(id: 1), items: [Book(id: 2)]),
    ])
    let state = ObservableDataSource(list)
    let second = PartReader("second") { _ = state.section(for: ListedID(1)) }
    /// Unchecked, because it is used on the main actor only.
    final class Edit: @unchecked Sendable {
      let make: () -> Void
      init(_ make: @escaping () -> Void) { self.make = make }
    }
    let edit = Edit { try? list.append(Book(id: 3), toSection: 1) }
    withObservationTracking {
      _ = state.section(for: ListedID(0))
    } onChange: {
      edit.make()
    }
    try list.remove(1)
    #expect(second.timesNotified == 1)
    #expect(state.list == list.snapshot && state.list.numberOfItems == 2)
    second.read()
    try list.remove(3)
    #expect(second.timesNotified == 2)
  }

  @Test("one changed row of a thousand sections notifies the reader of its section alone")
  func aThousandSections() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let list = Shelves((0..<1000).map { SectionContent(Shelf(id: $0), items: [Book(id: $0)]) })
    let state = ObservableDataSource(list)
    let above = PartReader("the sections") { _ = state.sectionIDs }
    let readers = state.sectionIDs.map { id in PartReader("\(id)") { _ = state.section(for: id) } }
    try list.update(Book(id: 417, title: "new"))
    #expect(above.timesNotified == 0)
    #expect(readers.indices.filter { readers[$0].timesNotified > 0 } == [417])
  }
}

@Suite("Several items that a user moves at once")
struct UserMovesTests {
  @Test("moved one after the other, they stand where a move of all at once puts them", arguments: TestSeeds.seeds(50))
  func random(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let list = Array(0..<(1 + random.below(8)))
    let chosen = list.filter { _ in random.oneIn(2) }
    let target = random.below(list.count + 1)
    var moved = list
    // Indices beyond the list are ignored, and a target beyond it means the end.
    let strays = random.oneIn(3) ? [list.count, 1000, NSNotFound - 1] : []
    let end = target == list.count && random.oneIn(2) ? NSNotFound : target
    for (from, to) in SingleMoves.moves(of: IndexSet(chosen + strays), to: end, count: list.count) {
      moved.insert(moved.remove(at: from), at: to)
    }
    let rest = { (part: ArraySlice<Int>) in part.filter { !chosen.contains($0) } }
    #expect(moved == rest(list[..<target]) + chosen + rest(list[target...]), "seed \(seed)")
  }
}

/// Calls deprecated declarations through a protocol, because a direct call is a warning, and warnings are errors.
@MainActor
private protocol DeprecatedCalls {
  func makeListState() -> ObservableDataSource<Shelves>
}

@Suite("A former name of an observed list")
@MainActor
struct FormerListStateTests {
  @Test func itIsTheSameType() {
    #expect((Calls() as any DeprecatedCalls).makeListState().list.numberOfSections == 0)
  }

  private struct Calls: DeprecatedCalls {
    @available(*, deprecated)
    func makeListState() -> ObservableDataSource<Shelves> { ListState(Shelves([])) }
  }
}
