import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting

struct Shelf: Identifiable, Hashable, Sendable {
  var id: Int
  var title = ""
}

struct Book: Identifiable, Hashable, Sendable {
  var id: Int
  var title = ""
}

typealias Shelves = MemoryList<Shelf, Book>

/// Makes random changes of a list. It is a class, because closures use it during its own calls.
final class RandomBooks {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func below(_ bound: Int) -> Int { random.below(bound) }

  func oneIn(_ n: Int) -> Bool { random.oneIn(n) }

  /// Titles with plain text, wide characters, combining marks, emoji and control characters.
  static let titles = [
    "", "a", "plain words", "日本語の本", "e\u{301}te\u{301}", "👍🏽 ok", "👨‍👩‍👧 family", "tab\tand\nline", "\u{301}alone",
    "a title that is longer than most columns are wide, so that it is cut", "نص", "🇩🇪 flag",
  ]

  func title() -> String { Self.titles[below(Self.titles.count)] }

  func content() -> [SectionContent<Shelf, Book>] {
    (0..<below(6)).map { SectionContent(Shelf(id: $0, title: title()), items: books(9)) }
  }

  func books(_ most: Int = 5) -> [Book] { (0..<below(most)).map { _ in Book(id: below(60), title: title()) } }

  /// Performs one or several verbs as one step.
  func step(_ list: Shelves) { list.performUpdates { for _ in 0..<(1 + below(4)) { verb(list) } } }

  private func verb(_ list: Shelves) {
    let sections = list.numberOfSections
    guard sections > 0 else { return list.appendSection(Shelf(id: below(9)), items: books()) }
    let section = below(sections)
    let count = list.numberOfItems(inSection: section)
    let place = ItemPlace(section: section, item: below(max(count, 1)))
    do {
      switch below(12) {
      case 0, 1: try list.insert(contentsOf: books(), at: ItemPlace(section: section, item: below(count + 1)))
      case 2, 3, 4:
        let target = below(sections)
        let room = list.numberOfItems(inSection: target) + (target == section ? 0 : 1)
        if count > 0 { try list.move(from: place, to: ItemPlace(section: target, item: below(room))) }
      case 5, 6: if count > 0 { try list.remove(at: place) }
      case 7: if let id = list.itemID(at: place) { try list.replace(id, with: Book(id: id.id, title: title())) }
      case 8:
        try list.insertSection(Shelf(id: below(9), title: title()), items: books(), at: below(sections + 1))
      case 9: try list.removeSection(at: section)
      case 10: try list.moveSection(from: section, to: below(sections))
      default:
        guard let shelf = list.section(at: section) else { return }
        try list.replaceSection(at: section, with: Shelf(id: shelf.id, title: title()))
      }
    } catch {
      fatalError("A verb of the test was refused: \(error)")
    }
  }

  /// The seeds of a random test. `VIEW_RUNS=50` makes fifty times as many.
  static func seeds(_ count: Int) -> [UInt64] {
    let factor = ProcessInfo.processInfo.environment["VIEW_RUNS"].flatMap { Int($0) } ?? 1
    return TestSeeds.seeds(Sanitizer.isOn ? max(1, count / 4) : count * factor, from: 1)
  }
}
