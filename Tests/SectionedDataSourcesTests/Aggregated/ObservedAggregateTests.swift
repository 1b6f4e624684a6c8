import Observation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Exactly the readers of an aggregate are notified whose value is another one")
struct ObservedAggregateTests {
  private static let names = ["tagged", "sum", "last"]

  private static func sums<Base: SectionedDataSource>(
    _ base: Base
  ) -> AggregatedDataSource<Base> where Base.Item == Volume {
    AggregatedDataSource(
      base,
      [
        .count("tagged") { !$0.tags.isEmpty }, .sum("sum") { $0.tags.first },
        .max("last") { $0.name.isEmpty ? nil : $0.name },
      ])
  }

  private static func naive(_ items: [Volume]) -> [AggregateValue?] {
    let tags = items.compactMap(\.tags.first)
    return [
      .integer(Int64(tags.count)), tags.isEmpty ? nil : .integer(Int64(tags.reduce(0, +))),
      items.map(\.name).filter { !$0.isEmpty }.max().map { .text($0) },
    ]
  }

  /// A view body that reads one sum.
  @Test func aBodyOfOneSumRunsAgainOnlyWhenTheSumChanges() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let racks = Racks.make([["a", "b"], ["c"]])
    let list = Self.sums(racks)
    let first = PartReader("first") { _ = list.value(of: "sum", forSection: ListedID(0)) }
    let second = PartReader("second") { _ = list.value(of: "sum", forSection: ListedID(1)) }
    let whole = PartReader("whole") { _ = list.value(of: "sum") }
    let placed = PartReader("placed") { _ = list.value(of: "last", inSection: 0) }
    func notified() -> [Int] { [first, second, whole, placed].map(\.timesNotified) }
    try racks.replace(ListedID(0), with: Volume(id: 0, name: "x"))
    #expect(notified() == [0, 0, 0, 1])
    placed.read()
    try racks.replace(ListedID(0), with: Volume(id: 0, name: "x", tags: [3]))
    #expect(notified() == [1, 0, 1, 1])
    first.read()
    whole.read()
    // The item moves to the other section, so the sum of the whole list does not change.
    try racks.move(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0))
    #expect(notified() == [2, 1, 1, 2])
    placed.read()
    try racks.moveSection(from: 0, to: 1)
    #expect(notified() == [2, 1, 1, 3])
    let count = PartReader("count") { _ = list.value(of: "tagged", forSection: 1) }
    try racks.removeSection(at: 0)
    #expect(notified() == [2, 1, 2, 3])
    #expect(count.timesNotified == 1 && list.value(of: "tagged", forSection: 1) == nil)
    #expect(list.value(of: "tagged", forSection: 0) == .integer(0))
  }

  /// An observer that reads before the readers are notified must not prevent their notification.
  @Test func aReadingInTheMidstOfAChangeHidesNothing() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let racks = Racks.make([["a"]])
    let list = Self.sums(racks)
    var read: [AggregateValue?] = []
    let token = list.observe { _ in read.append(list.value(of: "last")) }
    let reader = PartReader("last") { _ = list.value(of: "last") }
    try racks.insert(Volume(id: 9, name: "z"), at: ItemPlace(section: 0, item: 0))
    #expect(read == [.text("z")] && reader.timesNotified == 1)
    withExtendedLifetime(token) {}
  }

  /// The racks `1: 5 | 1#1: 6`, first one of which and then the other is the first with the identifier.
  @Test func aReaderOfAnIdentifierFollowsItsFirstSection() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let racks = Racks(
      [5, 6].map { SectionContent(Rack(id: 1), items: [Volume(id: $0, name: "a")]) }, anomalies: .quiet)
    let shown = Self.sums(FilteredDataSource(racks) { !$0.tags.isEmpty })
    var values: [AggregateValue?] = []
    let reader = PartReader("shown") { values.append(shown.value(of: "sum", forSection: 1)) }
    func set(_ item: Int, _ tags: [Int]) throws {
      try racks.replace(ListedID(item), with: Volume(id: item, name: "a", tags: tags))
    }
    // The identifier had no section when it was read.
    try set(6, [3])
    #expect(reader.timesNotified == 1)
    reader.read()
    try set(5, [4])
    #expect(reader.timesNotified == 2)
    reader.read()
    // Another section has another value, but is not the first one.
    try set(6, [7])
    #expect(reader.timesNotified == 2)
    try set(5, [])
    #expect(reader.timesNotified == 3)
    reader.read()
    #expect(values == [nil, .integer(3), .integer(4), .integer(7)])

    // The first section has no value when it leaves.
    let whole = Self.sums(racks)
    let other = PartReader("whole") { _ = whole.value(of: "sum", forSection: 1) }
    try racks.removeSection(at: 0)
    #expect(other.timesNotified == 1 && whole.value(of: "sum", forSection: 1) == .integer(7))
  }

  @Test("random edits beside naive values", arguments: RandomRuns.seeds(20))
  func random(seed: UInt64) throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let list = Self.sums(FilteredDataSource(racks, keepsEmptySections: true) { $0.tags.count < 3 })
    func text(_ value: AggregateValue?) -> String { value.map { "\($0)" } ?? "none" }
    let sections = (0..<9).flatMap { id in
      Self.names.indices.map { number in
        ReadPart("\(Self.names[number]) of \(id)") {
          text(list.value(of: Self.names[number], forSection: ListedID(id)))
        } value: {
          text(list.index(ofSection: ListedID(id)).flatMap { Self.naive(list.items(inSection: $0))[number] })
        }
      }
    }
    let whole = Self.names.indices.map { number in
      ReadPart("\(Self.names[number]) of all") {
        text(list.value(of: Self.names[number]))
      } value: {
        text(Self.naive(list.allItems)[number])
      }
    }
    for step in 0..<40 {
      let mistakes = ReadPart.mistakes(of: sections + whole, "seed \(seed), step \(step)") {
        racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      }
      #expect(mistakes == [])
    }
  }
}
