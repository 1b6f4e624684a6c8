import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Drags rows of random lists with all types of positions and all orders. Some positions are missing or shared. Each
/// list is compared with a model, which has the names as the user sees them.
@Suite("Dragged rows stay where they were dropped")
struct RandomDragTests {
  private static let types: [NSAttributeType] = [
    .integer64AttributeType, .doubleAttributeType, .integer16AttributeType, .dateAttributeType, .integer32AttributeType,
    .floatAttributeType,
  ]

  @Test("10,000 drags of every kind", arguments: TestSeeds.seeds(40))
  func drags(seed: UInt64) throws {
    let run = try Run(seed: seed, type: Self.types[Int(seed % 6)])
    try run.library.run {
      for step in 0..<250 {
        try run.drag(step)
        if step % 25 == 24 { try run.compareWithStore() }
      }
      try run.compareWithStore()
    }
  }

  /// One list and its model.
  private final class Run {
    let library: ZoneLibrary
    let controller: ZoneLibrary.Controller
    let reordering: ListReordering
    let order: ZoneLibrary.Order
    let type: NSAttributeType
    private var random: SeededRandom
    private var shown: [[String]] = []
    private var zones: [String: NSManagedObject] = [:]
    private let seed: UInt64

    init(seed: UInt64, type: NSAttributeType) throws {
      self.seed = seed
      random = SeededRandom(seed: seed)
      var order = ZoneLibrary.Order()
      (order.isAscending, order.endsWithName) = (random.oneIn(2), random.oneIn(2))
      order.beginsWithRank = random.oneIn(4)
      self.order = order
      self.type = type
      let library = try ZoneLibrary(type)
      self.library = library
      controller = library.controller(order)
      reordering = ListReordering(of: controller, position: "position")
      try library.run {
        let countries = (0..<3).map { library.country("c\($0)", $0) }
        for number in 0..<random.below(12) { insert("z\(number)", in: random.one(of: countries + [countries[0]])) }
        try library.context.save()
        try controller.performFetch()
        shown = ZoneLibrary.names(controller)
      }
    }

    /// Some positions are missing, some are shared, some are far apart.
    private func insert(_ name: String, in country: NSManagedObject) {
      let numbers = [0, 0, 1, 2, 3, 7, 8, 100, random.below(30_000)]
      let number = random.oneIn(5) ? nil : random.one(of: numbers)
      let position: Any? =
        type == .dateAttributeType
        ? number.map { Date(timeIntervalSinceReferenceDate: Double($0)) } : number
      zones[name] = library.zone(
        name, position, in: country, ["rank": order.beginsWithRank ? random.below(2) : 0])
    }

    func drag(_ step: Int) throws {
      if random.oneIn(20) || zones.isEmpty { try edit(step) }
      let filled = shown.indices.filter { !shown[$0].isEmpty }
      guard let section = filled.randomElement(using: &random) else { return }
      if random.oneIn(6), !order.beginsWithRank { return try dragSeveral(step) }
      let from = ItemPlace(section: section, item: random.below(shown[section].count))
      let other = random.oneIn(2) ? section : random.below(shown.count)
      let room = shown[other].count - (other == section ? 1 : 0)
      let proposed = ItemPlace(section: other, item: random.oneIn(5) ? room : random.below(room + 1))
      let to = reordering.target(from: from, proposed: proposed)
      if to != proposed {
        // Another attribute decides the order, so that the row cannot be there.
        #expect(throws: ListReorderingError.decidedByOtherKeys(["rank"]), story(step)) {
          try reordering.move(from: from, to: proposed)
        }
        #expect(!library.context.hasChanges, story(step))
      }
      try expect(step, [from], to) { try reordering.move(from: from, to: to) }
    }

    private func dragSeveral(_ step: Int) throws {
      let all = shown.enumerated().flatMap { section, items in
        items.indices.map { ItemPlace(section: section, item: $0) }
      }
      let places = Array(all.shuffled(using: &random).prefix(1 + random.below(4)))
      let section = random.below(shown.count)
      let room = shown[section].count - places.filter { $0.section == section }.count
      let to = ItemPlace(section: section, item: random.below(room + 1))
      try expect(step, places, to) { try reordering.move(places, to: to) }
    }

    /// Moves rows in the list and in the model, compares both, and compares the number of written rows with the fewest
    /// possible.
    private func expect(_ step: Int, _ places: [ItemPlace], _ to: ItemPlace, move: () throws -> Void) throws {
      let old = shown
      let names = places.map { shown[$0.section][$0.item] }
      for index in shown.indices { shown[index].removeAll(where: names.contains) }
      let fewest = fewest(names, to, isElsewhere: places.map { $0.section != to.section })
      shown[to.section].insert(contentsOf: names, at: to.item)
      try move()
      #expect(ZoneLibrary.names(controller) == shown, story(step))
      let written = library.context.updatedObjects.filter {
        $0.entity.name == "Zone" && !$0.changedValues().isEmpty
      }
      if let fewest, old != shown { #expect(written.count == fewest, "\(story(step)): \(places) to \(to) of \(old)") }
      if old == shown { #expect(written.isEmpty, story(step)) }
      if random.oneIn(10) {
        library.context.rollback()
        shown = old
        #expect(ZoneLibrary.names(controller) == shown, story(step))
      }
      try library.context.save()
      #expect(ZoneLibrary.names(controller) == shown, story(step))
    }

    /// Returns the fewest rows that the move has to write, if they can be found in a short time.
    private func fewest(_ names: [String], _ to: ItemPlace, isElsewhere: [Bool]) -> Int? {
      let others = shown[to.section]
      guard let range, !order.beginsWithRank, others.count + names.count <= 7, random.oneIn(3),
        Set(isElsewhere).count == 1
      else { return nil }
      func numbers(_ names: some Sequence<String>) -> [Int?] {
        names.map { (zones[$0]?.value(forKey: "position") as? NSNumber)?.intValue }
      }
      let (before, after) = (numbers(others[..<to.item]), numbers(others[to.item...]))
      let moved = numbers(names)
      let rows =
        order.isAscending
        ? FewestRows(before: before, moved: moved, after: after, range: range)
        : FewestRows(before: after.reversed(), moved: moved.reversed(), after: before.reversed(), range: range)
      let areWritten = isElsewhere[0]
      return rows.count(areWritten: areWritten).map { $0 + (areWritten ? names.count : 0) }
    }

    /// The numbers that a position of an integer type may have; nil for other types.
    private var range: ClosedRange<Int>? {
      switch type {
      case .integer16AttributeType: Int(Int16.min)...Int(Int16.max)
      case .integer32AttributeType: Int(Int32.min)...Int(Int32.max)
      case .integer64AttributeType: -(1 << 61)...(1 << 61)
      default: nil
      }
    }

    /// Inserts or deletes a row. The model then takes over the list's order.
    private func edit(_ step: Int) throws {
      if random.oneIn(3), let name = zones.keys.sorted().randomElement(using: &random) {
        if let zone = zones.removeValue(forKey: name) { library.context.delete(zone) }
      } else {
        let country = try #require(controller.section(at: random.below(3)))
        insert("n\(step)", in: country)
      }
      try library.context.save()
      shown = ZoneLibrary.names(controller)
    }

    /// Compares the model with the list of a new context, which reads the store.
    func compareWithStore() throws {
      let other = library.container.newBackgroundContext()
      let again = library.controller(order, in: other)
      let names = try other.performAndWait {
        try again.performFetch()
        return ZoneLibrary.names(again)
      }
      #expect(names == shown, story(-1))
    }

    private func story(_ step: Int) -> Comment { "drag \(step) of seed \(seed)" }
  }
}
