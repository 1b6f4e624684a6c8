import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// Compares the aggregates of a controller with a grouped query of the store, made anew by another context after each
/// random event.
@Suite("Aggregates beside a grouped query")
struct AggregateQueryTests {
  @Test("after each of 100,000 events", arguments: TestSeeds.seeds(200))
  func events(seed: UInt64) throws {
    let run = try Run(seed: seed)
    for step in 0..<500 { try run.step("seed \(seed), step \(step)") }
  }

  fileprivate static var declared: [ItemAggregate] {
    [
      .count, .count(where: "position > 2"), .sum("position"), .average("position"), .min("position"),
      .max("position"), .min("title"), .max("title"),
    ]
  }

  /// The results for the tracks of an album, or of several albums.
  fileprivate struct Group {
    var (count, matching, valued, sum) = (0 as Int64, 0 as Int64, 0 as Int64, 0 as Int64)
    var positions: [AggregateValue] = []
    var titles: [AggregateValue] = []

    init() {}

    init(_ row: NSDictionary) {
      func integer(_ name: String) -> Int64 { AggregateValue(row[name], as: .integer)?.integer ?? 0 }
      (count, valued, sum) = (integer("count"), integer("valued"), integer("sum"))
      positions = ["least", "greatest"].compactMap { AggregateValue(row[$0], as: .integer) }
      titles = ["first", "last"].compactMap { AggregateValue(row[$0], as: .text) }
    }

    mutating func add(_ other: Group) {
      (count, matching, valued, sum) = (
        count + other.count, matching + other.matching, valued + other.valued, sum + other.sum
      )
      positions += other.positions
      titles += other.titles
    }

    /// The results in the order of the declared aggregates.
    var results: [AggregateValue?] {
      [
        .integer(count), .integer(matching), valued == 0 ? nil : .integer(sum),
        valued == 0 ? nil : .real(Double(sum) / Double(valued)), positions.min(), positions.max(), titles.min(),
        titles.max(),
      ]
    }
  }

  private final class Run {
    private static let path = "album.identifier"
    let library: MusicLibrary
    let controller: MusicLibrary.Controller
    private let reader: NSManagedObjectContext
    private var random: SeededRandom
    private var lastAlbum = 0

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      library = try MusicLibrary(.sqlite)
      controller = library.controller()
      reader = library.newContext()
      controller.aggregates = AggregateQueryTests.declared
      controller.unmatchedItems = random.oneIn(2) ? .shownLast : .hidden
      try library.run {
        for _ in 0..<random.below(20) { try edit(in: library.context) }
        try library.context.save()
        try controller.performFetch()
      }
      try compare("at first")
    }

    func step(_ moment: String) throws {
      let context = library.context
      switch random.below(8) {
      case 0: library.run { changePolicy() }
      case 1:
        try library.run {
          try edit(in: context)
          context.processPendingChanges()
          context.rollback()
        }
      case 2, 3: try library.merge { try edit(in: $0) }
      case 4:
        try library.run {
          for _ in 0...random.below(4) {
            try edit(in: context)
            if random.oneIn(2) { context.processPendingChanges() }
          }
          try context.save()
        }
      default:
        try library.run {
          try edit(in: context)
          try context.save()
        }
      }
      context.processEverything()
      try compare(moment)
    }

    private func changePolicy() {
      let sections = controller.allSections.count
      switch random.below(4) {
      case 0: controller.itemLimit = random.oneIn(2) ? .all : .first(random.below(3))
      case 1: controller.setAllFolded(random.oneIn(2))
      case 2: controller.showsEmptySections.toggle()
      default: if sections > 0 { controller.setFolded(random.oneIn(2), sectionAt: random.below(sections)) }
      }
    }

    private func edit(in context: NSManagedObjectContext) throws {
      let tracks = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
      let albums = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      let album = albums.isEmpty || random.oneIn(5) ? nil : random.one(of: albums)
      guard !tracks.isEmpty, !random.oneIn(4) || tracks.count > 30 else {
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
        set(track)
        return track.setValue(album, forKey: "album")
      }
      let track = random.one(of: tracks)
      switch random.below(tracks.count > 30 ? 2 : 8) {
      case 0: context.delete(track)
      case 1: if let album { context.delete(album) }
      case 2, 3:
        lastAlbum += 1
        let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
        album.setValue("A\(lastAlbum)", forKey: "identifier")
        album.setValue(random.below(5), forKey: "position")
        track.setValue(album, forKey: "album")
      case 4, 5: track.setValue(album, forKey: "album")
      default: set(track)
      }
    }

    private func set(_ track: NSManagedObject) {
      track.setValue(random.oneIn(5) ? nil : random.below(9) - 2, forKey: "position")
      track.setValue(random.oneIn(5) ? nil : random.one(of: ["a", "B", "é", "z1", "z"]), forKey: "title")
    }

    private func compare(_ moment: String) throws {
      let groups = try reader.performAndWait { try self.groups() }
      let note = Comment(rawValue: moment)
      library.run {
        let sections = controller.allSections
        for section in sections {
          let album = section.object?.value(forKey: "identifier") as? String
          let values = AggregateQueryTests.declared.map { section.value(of: $0) }
          #expect(values == (groups[album] ?? Group()).results, note)
          #expect(section.totalNumberOfObjects == Int(groups[album]?.count ?? 0), note)
        }
        var whole = Group()
        for (album, group) in groups where album != nil || controller.unmatchedItems == .shownLast { whole.add(group) }
        #expect(AggregateQueryTests.declared.map { sections.value(of: $0) } == whole.results, note)
      }
    }

    /// The results of the saved tracks by the identifiers of their albums, from two queries of the store.
    private func groups() throws -> [String?: Group] {
      let (position, title) = (NSExpression(forKeyPath: "position"), NSExpression(forKeyPath: "title"))
      let count = column("count", "count:", NSExpression.expressionForEvaluatedObject())
      let request = NSFetchRequest<NSDictionary>(entityName: "Track")
      request.resultType = .dictionaryResultType
      request.propertiesToGroupBy = [Self.path]
      request.propertiesToFetch = [
        Self.path, count, column("valued", "count:", position), column("sum", "sum:", position),
        column("least", "min:", position), column("greatest", "max:", position),
        column("first", "min:", title, .stringAttributeType), column("last", "max:", title, .stringAttributeType),
      ]
      var groups: [String?: Group] = [:]
      for row in try reader.fetch(request) { groups[row[Self.path] as? String] = Group(row) }
      request.predicate = NSPredicate(format: "position > 2")
      request.propertiesToFetch = [Self.path, count]
      for row in try reader.fetch(request) { groups[row[Self.path] as? String]?.matching = Group(row).count }
      return groups
    }

    private func column(
      _ name: String, _ function: String, _ argument: NSExpression, _ type: NSAttributeType = .integer64AttributeType
    ) -> NSExpressionDescription {
      let column = NSExpressionDescription()
      column.name = name
      column.expression = NSExpression(forFunction: function, arguments: [argument])
      column.expressionResultType = type
      return column
    }
  }
}
