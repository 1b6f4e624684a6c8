import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Random sections, whose index titles come from a delegate or from the controller. The index has each title once, in
/// the order of the sections, and a title leads to the first section that has it.
@Suite("Fetched results controller: titles of the index, over random sections")
struct RandomIndexTitleTests {
  private final class Titles: NSObject, NSFetchedResultsControllerDelegate {
    var titles: [String: String] = [:]

    func controller(
      _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
      sectionIndexTitleForSectionName sectionName: String
    ) -> String? { titles[sectionName] }
  }

  private static let genres: [String?] = [
    "", nil, "a", "A", "ab", "Abba", "b", "ä", "Ärzte", "é", "éclair", "1", "12", "#", " ", "ß", "ßa", "z", "Z", "👍",
  ]

  @Test(arguments: TestSeeds.seeds(24))
  func eachTitleOnce(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let stack = try MusicStack()
    let (delegate, silent) = (Titles(), SilentDelegate())
    let hasDelegate = !random.oneIn(3)
    let chosen: any NSFetchedResultsControllerDelegate = hasDelegate ? delegate : silent
    let order = [NSSortDescriptor(key: "genre", ascending: random.oneIn(2))]
    let controller = try stack.context.edit {
      try stack.context.tracks(order, sections: "genre", delegate: chosen)
    }
    var tracks: [NSManagedObject] = []
    for step in 0..<30 {
      try stack.context.edit {
        for _ in 0...random.below(3) {
          if tracks.count > 3, random.oneIn(3) {
            stack.context.delete(tracks.remove(at: random.below(tracks.count)))
          } else if let track = tracks.randomElement(using: &random), random.oneIn(2) {
            track.setValue(random.one(of: Self.genres), forKey: "genre")
          } else {
            let values: [String: Any?] = ["title": "t", "genre": random.one(of: Self.genres)]
            tracks.append(try stack.context.insert("Track", values))
          }
        }
      }
      if hasDelegate, random.oneIn(3) {
        let name = random.one(of: Self.genres) ?? ""
        delegate.titles[name] = random.one(of: [nil, "", "A", "B", "Z", "more"])
      }
      let titles = delegate.titles
      stack.context.edit {
        let names = (controller.sections ?? []).map(\.name)
        let ofSections = names.map { name -> String? in
          if hasDelegate, let title = titles[name] { return title }
          return name.isEmpty ? nil : name.prefix(1).uppercased()
        }
        var expected: [String] = []
        for case let title? in ofSections where !expected.contains(title) { expected.append(title) }
        let comment: Comment = "step \(step), \(names), SECTIONS_SEED=\(seed)"
        #expect((controller.sections ?? []).map(\.indexTitle) == ofSections, comment)
        #expect(controller.sectionIndexTitles == expected, comment)
        for (index, title) in expected.enumerated() {
          let section = controller.section(forSectionIndexTitle: title, at: index)
          #expect(section == ofSections.firstIndex(of: title), comment)
        }
      }
    }
    withExtendedLifetime((delegate, silent)) {}
  }
}
