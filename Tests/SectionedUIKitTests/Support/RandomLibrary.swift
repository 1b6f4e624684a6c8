import SectionedChanges
import SectionedDataSources
import SectionedTesting

/// Makes random changes of a library.
final class RandomLibrary {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  func below(_ bound: Int) -> Int { random.below(bound) }

  func oneIn(_ n: Int) -> Bool { random.oneIn(n) }

  func one<Element>(of elements: [Element]) -> Element { random.one(of: elements) }

  func book(_ id: Int? = nil) -> Book { Book(id: id ?? below(60), title: "\(below(5))", isLent: oneIn(3)) }

  func books() -> [Book] { (0..<below(8)).map { _ in book() } }

  func place(in list: Shelves) -> ItemPlace? {
    let full = (0..<list.numberOfSections).filter { list.numberOfItems(inSection: $0) > 0 }
    guard !full.isEmpty else { return nil }
    let section = full[below(full.count)]
    return ItemPlace(section: section, item: below(list.numberOfItems(inSection: section)))
  }

  /// Performs one or several verbs as one step.
  func step(_ list: Shelves, origin: UpdateOrigin? = nil) throws {
    try list.performUpdates(origin: origin) { for _ in 0..<(1 + below(4)) { try verb(list) } }
  }

  private func verb(_ list: Shelves) throws {
    let count = list.numberOfSections
    guard count > 0 else { return list.appendSection(Shelf(id: below(9)), items: books()) }
    let section = below(count)
    let place = place(in: list)
    switch (below(10), place) {
    case (0, _): try list.insertSection(Shelf(id: below(9), title: "\(below(3))"), items: books(), at: below(count + 1))
    case (1, _): try list.removeSection(at: section)
    case (2, _): try list.moveSection(from: section, to: below(count))
    case (3, _):
      guard let shelf = list.section(at: section) else { return }
      try list.replaceSection(at: section, with: Shelf(id: shelf.id, title: "\(below(9))"))
    case (4, let place?): try list.remove(at: place)
    case (5, let place?), (6, let place?):
      let room = list.numberOfItems(inSection: section) + (section == place.section ? 0 : 1)
      try list.move(from: place, to: ItemPlace(section: section, item: below(room)))
    case (7, let place?), (8, let place?):
      guard let id = list.itemID(at: place) else { return }
      try list.replace(id, with: book(id.id))
    default: try list.insert(contentsOf: books(), at: ItemPlace(section: section, item: 0))
    }
  }
}
