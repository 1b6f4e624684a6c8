import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Aggregates of any source")
struct AggregatedDataSourceTests {
  private static var aggregates: [SourceAggregate<Volume>] {
    [
      .count("tagged") { !$0.tags.isEmpty }, .sum("tags") { $0.tags.first }, .average("mean") { $0.tags.first },
      .min("first") { $0.name.isEmpty ? nil : $0.name }, .max("last") { $0.name.isEmpty ? nil : $0.name },
    ]
  }
  private static let names = ["tagged", "tags", "mean", "first", "last"]

  @Test func aSectionWhoseValueChangesIsUpdatedByName() throws {
    let racks = Racks.make([["a", "b"], ["c"]])
    let list = AggregatedDataSource(racks, Self.aggregates)
    var updates: [DataSourceUpdate<Int, Int>] = []
    let token = list.observe { updates.append($0) }
    defer { withExtendedLifetime(token) {} }
    #expect(list.value(of: "first", inSection: 0) == .text("a") && list.value(of: "last") == .text("c"))
    #expect(list.value(of: "tags") == nil && list.value(of: "tagged") == .integer(0))
    try racks.replace(ListedID(0), with: Volume(id: 0, name: "a", tags: [7]))
    #expect(
      updates.map(\.changes.sections.updated) == [[ListUpdate(old: 0, new: 0, keys: ["tagged", "tags", "mean"])]])
    #expect(list.value(of: "tags", inSection: 0) == .integer(7) && list.value(of: "mean") == .real(7))
    #expect(list.value(of: "tags", inSection: 1) == nil && list.value(of: "other", inSection: 0) == nil)
    #expect(list.value(of: "tags", inSection: 2) == nil)
    try racks.replace(ListedID(1), with: Volume(id: 1, name: "aa"))
    #expect(updates.last?.changes.sections.updated == [ListUpdate(old: 0, new: 0, keys: ["last"])])
    // The item contributes to no value, so the step does not update its section.
    try racks.insert(Volume(id: 9, name: "", tags: []), at: ItemPlace(section: 1, item: 0))
    #expect(updates.last?.changes.sections.updated == [])
    #expect(updates.allSatisfy { (try? $0.changes.apply(to: $0.old, contentOf: $0.new)) == $0.new })
  }

  @Test("random edits of a list in memory, and of a filter and groups on it", arguments: RandomRuns.seeds(40))
  func random(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let filter = FilteredDataSource(racks, keepsEmptySections: true) { $0.tags.count < 3 }
    let groups = GroupedDataSource(filter, by: { $0.letter })
    let runs: [(String) -> Void] = [
      Self.watch(AggregatedDataSource(racks, Self.aggregates)),
      Self.watch(AggregatedDataSource(filter, Self.aggregates)),
      Self.watch(AggregatedDataSource(groups, Self.aggregates)),
      Self.watch(FoldedDataSource(AggregatedDataSource(groups, Self.aggregates), limit: .first(1)).base),
    ]
    for step in 0..<80 {
      racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      for run in runs { run("seed \(seed), step \(step)") }
    }
  }

  /// Checks each update of a source. Returns a function that compares the source's values with those of its items.
  private static func watch<Base: SectionedDataSource>(
    _ list: AggregatedDataSource<Base>
  ) -> (String) -> Void where Base.Item == Volume {
    var last = (snapshot: list.snapshot, values: [ListedID<Base.SectionID>: [AggregateValue?]]())
    func values(_ list: AggregatedDataSource<Base>) -> [ListedID<Base.SectionID>: [AggregateValue?]] {
      Dictionary(
        list.snapshot.sections.enumerated().map { index, section in
          (section.id, names.map { list.value(of: $0, inSection: index) })
        }
      ) { first, _ in first }
    }
    last.values = values(list)
    let token = list.observe { update in
      #expect(update.old == last.snapshot)
      #expect((try? update.changes.apply(to: update.old, contentOf: update.new)) == update.new)
      let now = values(list)
      // The update must contain each section whose values changed, with the names of these values.
      for (index, section) in update.new.sections.enumerated() {
        guard let before = last.values[section.id], let after = now[section.id], before != after else { continue }
        let keys =
          update.changes.sections.updated.first { $0.new == index }.map(\.keys)
          ?? update.changes.sections.moved.first { $0.to == index }.map(\.keys)
        let changed = Set(names.indices.filter { before[$0] != after[$0] }.map { names[$0] })
        #expect(keys.map { $0.map { $0.isSuperset(of: changed) } ?? true } == true, "\(update.changes)")
      }
      last = (update.new, now)
    }
    return { note in
      withExtendedLifetime(token) {}
      #expect(
        list.snapshot.sections.map { $0.items.map(\.id) } == list.base.snapshot.sections.map { $0.items.map(\.id) })
      #expect(last.snapshot == list.snapshot, "\(note)")
      for index in 0..<list.numberOfSections {
        #expect(names.map { list.value(of: $0, inSection: index) } == naive(list.items(inSection: index)), "\(note)")
      }
      #expect(names.map { list.value(of: $0) } == naive(list.allItems), "\(note)")
    }
  }

  private static func naive(_ items: [Volume]) -> [AggregateValue?] {
    let tags = items.compactMap(\.tags.first)
    let titles = items.map(\.name).filter { !$0.isEmpty }
    return [
      .integer(Int64(tags.count)), tags.isEmpty ? nil : .integer(Int64(tags.reduce(0, +))),
      tags.isEmpty ? nil : .real(Double(tags.reduce(0, +)) / Double(tags.count)),
      titles.min().map { .text($0) }, titles.max().map { .text($0) },
    ]
  }
}
