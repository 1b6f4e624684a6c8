import SectionedChanges
import SectionedTesting

@testable import SectionedDataSources

/// Lists in memory beneath composed sources on three levels, and random changes of all of them.
final class ComposedWorld {
  private let edits: BookEdits
  private var random: SeededRandom {
    get { edits.random }
    set { edits.random = newValue }
  }
  private(set) var leaves: [Shelves] = []
  private(set) var low: [BookSource] = []
  private(set) var middle: [BookSource] = []
  let root: BookSource
  private(set) var laws: [SourceLaws<BookSource>] = []
  /// The wrappers made so far. They are retained, so that no two children ever have the same address.
  private var wrappers: [OneSectionDataSource<Shelves, Shelf, Int>] = []
  private var depth = 0
  private(set) var violations: [String] = []
  private var leafLaws: [SourceLaws<Shelves>] = []
  private(set) var refused = 0

  var composed: [BookSource] { low + middle + [root] }

  init(seed: UInt64) throws {
    edits = BookEdits(seed: seed)
    root = BookSource(anomalies: silent)
    for number in 0..<7 {
      leaves.append(Shelves(number < 5 ? [number % 4: [number, number + 20], 7: []] : [:], anomalies: silent))
    }
    leafLaws = leaves.enumerated().map { SourceLaws($0.element, "leaf \($0.offset)") }
    for _ in 0..<3 { low.append(BookSource(anomalies: silent)) }
    for _ in 0..<3 { middle.append(BookSource(anomalies: silent)) }
    for (index, source) in composed.enumerated() { watch(source, "composed \(index)") }
    try low[0].append(leaves[0])
    try low[0].append(leaves[1])
    try low[1].append(leaves[2])
    try middle[0].append(low[0])
    try middle[1].append(low[1])
    try middle[1].append(leaves[3])
    try root.setChildren([BookChild(middle[0]), BookChild(leaves[4]), BookChild(middle[1])])
  }

  private func watch(_ source: BookSource, _ label: String) {
    let naive = NaiveNames()
    let step = source.core.step
    source.core.step = { [weak self, unowned source] in
      let result = step()
      let expected = naive.list(of: source.children)
      let shown = (result?.snapshot ?? source.core.snapshot).sections.map { ($0.id, $0.items.map(\.id)) }
      if !shown.elementsEqual(expected, by: { $0.0 == $1.section && $0.1 == $1.items }) {
        self?.violations.append("\(label): \(shown) is not \(expected)")
      }
      return result
    }
    let law = SourceLaws(source, label)
    law.onUpdate = { [weak self] _ in self?.meddle() }
    laws.append(law)
  }

  /// Changes the observed sources now and then, from within an observer.
  private func meddle() {
    guard depth < 2, random.oneIn(12) else { return }
    depth += 1
    act()
    depth -= 1
  }

  func found() -> [String] { leafLaws.flatMap(\.violations) + violations + laws.flatMap(\.violations) }
}

extension ComposedWorld {
  /// Performs one random change.
  func act() {
    if root.children.count < 2 {
      try? root.append(BookChild(random.one(of: leaves)))
      try? root.append(BookChild(random.one(of: low)))
    }
    switch random.below(16) {
    case 0...6: edits.edit(random.one(of: leaves))
    case 7, 8: moveItem()
    case 9, 10: editChildren(of: random.one(of: composed))
    case 11, 12: moveChild()
    case 13:
      let leaf = random.one(of: leaves)
      leaf.performUpdates {
        for _ in 0..<random.below(4) { edits.edit(random.oneIn(3) ? random.one(of: leaves) : leaf) }
      }
    case 14:
      if let wrapper = wrappers.randomElement(using: &random) {
        wrapper.section = Shelf(id: random.below(8), title: edits.name())
      }
    default:
      random.one(of: composed).performTogether { for _ in 0..<random.below(5) { act() } }
    }
  }

  /// Moves items between lists, in one step of the root.
  private func moveItem() {
    root.performTogether { for _ in 0...random.below(2) { edits.moveItem(among: leaves) } }
  }

  /// Returns a random source as a child. Not every parent accepts it.
  private func child() -> BookChild {
    switch random.below(6) {
    case 0: return BookChild(random.one(of: middle))
    case 1, 2: return BookChild(random.one(of: low))
    case 3 where wrappers.count < 12:
      let wrapper = OneSectionDataSource(
        random.one(of: leaves), section: Shelf(id: random.below(8), title: edits.name()))
      wrappers.append(wrapper)
      return BookChild(wrapper)
    case 3: return BookChild(random.one(of: wrappers))
    default: return BookChild(random.one(of: leaves))
    }
  }

  private func editChildren(of source: BookSource) {
    let (index, count) = (random.below(max(1, source.children.count)), source.children.count)
    do {
      switch random.below(9) {
      case 0, 1, 2: if count < 7 { try source.insert(child(), at: random.below(count + 1)) }
      case 3, 4: try source.remove(at: index)
      case 5: try source.move(from: index, to: random.below(count + 1))
      case 6: try source.replace(at: index, with: child())
      case 7: if random.oneIn(3) { try source.setChildren((0..<random.below(6)).map { _ in child() }) }
      default:
        let children = source.children.shuffled(using: &random)
        try source.setChildren(children)
      }
    } catch { refused += 1 }
  }

  /// Moves a child to another parent, in one step of the root.
  private func moveChild() {
    root.performTogether {
      let (from, to) = (random.one(of: composed), random.one(of: composed))
      guard from !== to, !from.children.isEmpty, let child = try? from.remove(at: random.below(from.children.count))
      else { return }
      do { try to.insert(child, at: random.below(to.children.count + 1)) } catch { refused += 1 }
    }
  }
}
