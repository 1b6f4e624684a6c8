import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Drags rows of lists whose sections are folded, limited and summed, while rows come, go and change. A drag must put
/// the row behind the one that is shown before it, and leave all other rows, hidden ones too, in their order.
@Suite("Dragged rows in folded and summed sections")
struct FoldedDragTests {
  @Test("random drags, foldings, limits and edits", arguments: TestSeeds.seeds(40))
  func drags(seed: UInt64) throws {
    let run = try Run(seed: seed)
    try run.library.run { for step in 0..<120 { try run.step("seed \(seed), step \(step)") } }
  }

  private static var declared: [ItemAggregate] { [.count, .sum("rank"), .max("rank")] }

  private final class Run {
    let library: ZoneLibrary
    private let controller: ZoneLibrary.Controller
    private let reordering: ListReordering
    private let order: ZoneLibrary.Order
    private let isFractional: Bool
    private let countries: [NSManagedObject]
    private var random: SeededRandom
    private var lastZone = 0

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      var order = ZoneLibrary.Order()
      (order.isAscending, order.endsWithName) = (random.oneIn(2), true)
      isFractional = random.oneIn(2)
      let library = try ZoneLibrary(isFractional ? .doubleAttributeType : .integer64AttributeType)
      (self.library, self.order) = (library, order)
      controller = library.controller(order)
      controller.aggregates = FoldedDragTests.declared
      reordering = ListReordering(of: controller, position: "position")
      countries = try library.run {
        let countries = (0..<3).map { library.country("c\($0)", $0) }
        try library.context.save()
        return countries
      }
      try library.run {
        for _ in 0..<12 { insert() }
        try library.context.save()
        try controller.performFetch()
        check("at first")
      }
    }

    private func insert() {
      lastZone += 1
      // Some rows have no position, and some share one.
      let number = random.below(20)
      let value: Any = isFractional ? Double(number) as Any : number
      let position = random.oneIn(6) ? nil : value
      library.zone("z\(lastZone)", position, in: random.one(of: countries), ["rank": random.below(9)])
    }

    func step(_ moment: String) throws {
      let index = random.below(countries.count)
      switch random.below(10) {
      case 0: controller.setFolded(random.oneIn(2), sectionAt: index)
      case 1: controller.setItemLimit(random.oneIn(3) ? .all : .first(random.below(4)), ofSectionAt: index)
      case 2: controller.setAllFolded(random.oneIn(4))
      case 3:
        insert()
        library.context.processPendingChanges()
      case 4: if random.oneIn(2) { try library.context.save() } else { try controller.performFetch() }
      case 5:
        if let zone = rows(in: countries[index]).randomElement(using: &random) {
          if random.oneIn(3) { library.context.delete(zone) } else { zone.setValue(random.below(9), forKey: "rank") }
          library.context.processPendingChanges()
        }
      default: try drag(moment)
      }
      check(moment)
    }

    private func drag(_ moment: String) throws {
      let shown = controller.allSections.map { $0.items ?? [] }
      let (from, to) = (random.below(shown.count), random.below(shown.count))
      guard !shown[from].isEmpty else { return }
      let old = random.below(shown[from].count)
      let new = random.below(shown[to].count + (from == to ? 0 : 1))
      let row = shown[from][old]
      let others = shown[to].filter { $0 !== row }
      // The model: all rows of the new section without the moved one, which follows the row that is shown before it.
      var expected = rows(in: countries[to]).filter { $0 !== row }
      func index(of row: NSManagedObject) -> Int { expected.firstIndex { $0 === row } ?? expected.count }
      let target = new > 0 ? index(of: others[new - 1]) + 1 : others.first.map { index(of: $0) } ?? expected.count
      let isMoved = from != to || old != new
      if isMoved { expected.insert(row, at: target) } else { expected = rows(in: countries[to]) }
      try reordering.move(from: [from, old], to: [to, new])
      #expect(rows(in: countries[to]).map(ZoneLibrary.name) == expected.map(ZoneLibrary.name), "\(moment)")
    }

    /// All rows of a section in the order of the list, shown or not.
    private func rows(in country: NSManagedObject) -> [NSManagedObject] {
      let request = library.zones(order, where: NSPredicate(format: "country == %@", country))
      return (try? library.context.fetch(request)) ?? []
    }

    /// Compares the shown rows with the first ones of each section, and the values with those of all its rows.
    private func check(_ moment: String) {
      let note = Comment(rawValue: moment)
      var all: [NSManagedObject] = []
      for (index, section) in controller.allSections.enumerated() {
        let rows = rows(in: countries[index])
        all += rows
        let count = controller.isFolded(sectionAt: index) ? 0 : controller.itemLimit(ofSectionAt: index).most
        #expect((section.items ?? []).map(ZoneLibrary.name) == rows.prefix(count).map(ZoneLibrary.name), note)
        #expect(section.totalNumberOfObjects == rows.count, note)
        #expect(FoldedDragTests.declared.map { section.value(of: $0) } == Self.values(of: rows), note)
      }
      let sections = controller.allSections
      #expect(sections.count == countries.count && sections.totalNumberOfObjects == all.count, note)
      #expect(FoldedDragTests.declared.map { sections.value(of: $0) } == Self.values(of: all), note)
    }

    private static func values(of rows: [NSManagedObject]) -> [AggregateValue?] {
      let ranks = rows.compactMap { AggregateValue($0.value(forKey: "rank"), as: .integer)?.integer }
      return [
        .integer(Int64(rows.count)), ranks.isEmpty ? nil : .integer(ranks.reduce(0, +)),
        ranks.max().map { .integer($0) },
      ]
    }
  }
}
