import SectionedChanges
import SectionedTesting

@testable import SectionedDataSources

/// A rack of books, for derived lists. Few identifiers are used, so that some occur twice.
struct Rack: Identifiable, Equatable, Sendable {
  var id: Int
  var title = ""
}

struct Volume: Identifiable, Equatable, Sendable {
  var id: Int
  var name: String
  var tags: [Int] = []

  /// The first letter of the name; nil for an empty name.
  var letter: String? { name.first.map { String($0) } }
}

typealias Racks = MemoryList<Rack, Volume>

extension AnomalyHandler {
  /// A handler that ignores all anomalies.
  static var quiet: AnomalyHandler { AnomalyHandler { _ in } }
}

extension Racks {
  /// Makes racks by number, with the names of their books. A book's identifier is its number in the whole list.
  static func make(_ names: [[String]]) -> Racks {
    var number = 0
    return Racks(
      names.enumerated().map { index, names in
        SectionContent(
          Rack(id: index),
          items: names.map { name in
            defer { number += 1 }
            return Volume(id: number, name: name)
          })
      }, anomalies: .quiet)
  }
}

extension SectionedDataSource where Item == Volume {
  /// The names of the items of each section.
  var names: [[String]] { (0..<numberOfSections).map { items(inSection: $0).map(\.name) } }
}

/// Edits racks at random.
final class ShelfEditor {
  var random: SeededRandom
  let shelves: Racks

  init(_ shelves: Racks, seed: UInt64) {
    self.shelves = shelves
    random = SeededRandom(seed: seed)
  }

  func book() -> Volume {
    let name = random.oneIn(8) ? "" : "\(random.one(of: ["a", "b", "c", "d"]))\(random.below(4))"
    return Volume(
      id: random.below(30), name: name, tags: (0..<random.below(4)).map { _ in random.below(4) })
  }

  func shelf() -> Rack { Rack(id: random.below(9), title: random.one(of: ["x", "y", "z"])) }

  private func section() -> Int { random.below(Swift.max(1, shelves.numberOfSections)) }

  private func place() -> ItemPlace {
    let section = section()
    return ItemPlace(section: section, item: random.below(shelves.numberOfItems(inSection: section) + 1))
  }

  /// Performs one random verb. An invalid verb does nothing.
  func edit() {
    let place = place()
    switch random.below(22) {
    case 0...3: try? shelves.insert(book(), at: place)
    case 4, 5: _ = try? shelves.remove(at: place)
    case 6...8: try? shelves.move(from: place, to: self.place())
    case 9...11:
      if let old = shelves.item(at: place), let id = shelves.itemID(at: place) {
        var new = book()
        new.id = old.id
        if random.oneIn(3) { new.name = old.name }
        try? shelves.replace(id, with: new)
      }
    case 12: if let id = shelves.itemID(at: place) { try? shelves.reload(id) }
    case 13: try? shelves.insertSection(shelf(), items: [book(), book()], at: section())
    case 14: try? shelves.removeSection(at: section())
    case 15, 16: try? shelves.moveSection(from: section(), to: section())
    case 17: try? shelves.replaceSection(at: section(), with: shelf())
    case 18:
      if var shelf = shelves.section(at: place.section) {
        shelf.title = random.one(of: ["x", "y", "z"])
        try? shelves.updateSection(shelf)
      }
    case 19: shelves.appendSection(shelf())
    case 20: if random.oneIn(3) { try? shelves.removeItems(inSection: section()) }
    default: if random.oneIn(3) { shelves.set(content()) }
    }
    if shelves.numberOfItems > 40 || shelves.numberOfSections > 9 { try? shelves.removeSection(at: 0) }
  }

  /// Returns a random whole list that keeps much of the present content.
  func content() -> [SectionContent<Rack, Volume>] {
    var content = shelves.content
    if random.oneIn(3) { content.shuffle(using: &random) }
    for index in content.indices where random.oneIn(2) { content[index].items.shuffle(using: &random) }
    while content.count < 3 { content.append(SectionContent(shelf())) }
    for _ in 0..<random.below(8) { content[random.below(content.count)].items.append(book()) }
    return content
  }
}
