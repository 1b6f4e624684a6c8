import SectionedChanges
import SectionedDataSources
import SectionedTesting

/// Changes a list at random, as programs do. It is a class, because callbacks use it while a call of it is in progress.
final class RandomShelves {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func below(_ bound: Int) -> Int { random.below(bound) }

  func oneIn(_ n: Int) -> Bool { random.oneIn(n) }

  func shuffled<Element>(_ elements: [Element]) -> [Element] { elements.shuffled(using: &random) }

  func content() -> [SectionContent<Shelf, Book>] {
    (0..<below(6)).map { SectionContent(Shelf(id: $0, title: title()), items: books()) }
  }

  func title() -> String { ["", "a", "b", "a1"][below(4)] }

  func books() -> [Book] { (0..<below(5)).map { _ in Book(id: below(60), title: title()) } }

  /// Performs one verb or several as one step.
  func step(_ list: Shelves, origin: UpdateOrigin? = nil) {
    list.performUpdates(origin: origin) { for _ in 0..<(1 + below(4)) { verb(list) } }
  }

  func verb(_ list: Shelves) {
    let sections = list.numberOfSections
    guard sections > 0 else { return list.appendSection(Shelf(id: below(9)), items: books()) }
    let section = below(sections)
    let count = list.numberOfItems(inSection: section)
    do {
      switch below(12) {
      case 0: try list.insert(contentsOf: books(), at: ItemPlace(section: section, item: below(count + 1)))
      case 1, 2, 3:
        guard count > 0 else { return }
        let target = below(sections)
        let index = below(list.numberOfItems(inSection: target) + (target == section ? 0 : 1))
        try list.move(
          from: ItemPlace(section: section, item: below(count)), to: ItemPlace(section: target, item: index))
      case 4, 5:
        guard count > 0 else { return }
        try list.remove(at: ItemPlace(section: section, item: below(count)))
      case 6, 7:
        guard let id = list.itemID(at: ItemPlace(section: section, item: below(max(count, 1)))) else { return }
        try list.replace(id, with: Book(id: id.id, title: title()))
      case 8: try list.insertSection(Shelf(id: below(9)), items: books(), at: below(sections + 1))
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
}
