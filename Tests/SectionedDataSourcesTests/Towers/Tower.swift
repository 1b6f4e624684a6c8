import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// A storey of a tower of sources. It checks its source, and can make a new source with the same settings on the same
/// base.
final class Storey {
  let name: String
  let check: () -> Void
  /// The list as text, and the list of a newly made source as text.
  let texts: () -> (shown: String, made: String)
  /// Changes a setting of the source.
  let change: (inout SeededRandom) -> Void
  let updates: () -> Int

  init<Source: SectionedDataSource>(
    _ name: String, _ source: Source, change: @escaping (inout SeededRandom) -> Void = { _ in },
    made: @escaping () throws -> Source
  ) {
    let watcher = SourceWatcher(source)
    watcher.isExhaustive = false
    self.name = name
    self.change = change
    check = { [source] in withExtendedLifetime(source) { watcher.checkSource() } }
    updates = { watcher.updates.count }
    texts = {
      do { return (Self.text(source), Self.text(try made())) } catch { return (Self.text(source), "\(error)") }
    }
  }

  /// Returns identifiers and models as text. Occurrence numbers are left out, because they depend on the order of
  /// insertions.
  private static func text<Source: SectionedDataSource>(_ source: Source) -> String {
    var text = ""
    for (index, section) in source.snapshot.sections.enumerated() {
      text += "\(section.id.id):"
      source.forEachItem(inSection: index) { text += " \($0.id)=\($1)" }
      text += "\n"
    }
    return text
  }
}

/// An action that the closures of a tower perform before they return, because a program's closure may change anything.
final class Meddler {
  var act: () -> Void = {}
}

/// Sources built on each other at random, on two lists in memory and a pager, which has no page at first.
struct Tower {
  private(set) var storeys: [Storey] = []
  /// The lowest storey.
  let ground: ComposedDataSource<Shelf, Int, Book, Int>
  let pager: SwitchingDataSource<Shelf, Int, Book, Int>
  private var random: SeededRandom
  private let quiet = AnomalyHandler { _ in }
  private let meddler: Meddler

  init(
    on first: Shelves, _ second: Shelves, pages: [Shelves] = [], depth: Int, random: SeededRandom,
    meddler: Meddler = Meddler()
  ) throws {
    self.random = random
    self.meddler = meddler
    pager = try SwitchingDataSource(pages.map { ChildSource($0) }, selection: nil, anomalies: quiet)
    ground = try ComposedDataSource(
      [ChildSource(first), ChildSource(second), ChildSource(pager)], anomalies: quiet)
    storeys.append(
      Storey("composed", ground) { [quiet, ground] in
        try ComposedDataSource(ground.children, anomalies: quiet)
      })
    try build(on: ground, depth - 1)
  }

  /// Returns a number that depends only on an element's text.
  private static func hash(_ element: some Any) -> Int {
    "\(element)".utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xffff }
  }

  private mutating func build<Base: SectionedDataSource>(on base: Base, _ depth: Int) throws {
    guard depth > 0 else { return }
    switch random.below(7) {
    case 0: try filter(base, depth)
    case 1: try group(base, depth)
    case 2: try tag(base, depth)
    case 3: try sort(base, depth)
    case 4: try compose(base, depth)
    case 5: try fold(base, depth)
    default: try place(base, depth)
    }
  }

  private mutating func filter<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    typealias Source = FilteredDataSource<Base>
    let meddler = meddler
    func make() -> Source {
      Source(base) { item, query in
        meddler.act()
        return Self.hash(item) % 3 != query.text.utf8.count % 3
      }
    }
    let source = make()
    storeys.append(
      Storey("filtered", source) { random in
        switch random.below(3) {
        case 0: random.oneIn(2) ? source.keepsEmptySections.toggle() : source.keepsEmptySectionsAtRest.toggle()
        default: source.text = String(repeating: "a", count: random.below(4))
        }
      } made: {
        let made = make()
        made.keepsEmptySections = source.keepsEmptySections
        made.keepsEmptySectionsAtRest = source.keepsEmptySectionsAtRest
        made.text = source.text
        return made
      })
    try build(on: source, depth - 1)
  }

  private mutating func group<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    typealias Source = GroupedDataSource<Base, Int>
    var modulus = 4
    let meddler = meddler
    func make() -> Source {
      Source(
        base,
        by: {
          meddler.act()
          return Self.hash($0) % 5 == 0 ? nil : Self.hash($0) % modulus
        },
        order: .by {
          meddler.act()
          return $0 < $1
        }, given: [1])
    }
    let source = make()
    storeys.append(
      Storey("grouped", source) { random in
        modulus = 2 + random.below(4)
        source.regroup()
      } made: {
        make()
      })
    try build(on: source, depth - 1)
  }

  private mutating func tag<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    typealias Source = TagGroupedDataSource<Base, Int>
    let meddler = meddler
    func make() -> Source {
      Source(
        base,
        byEach: { item in
          meddler.act()
          return Set([Self.hash(item) % 3, Self.hash(item) % 4]).sorted()
        }, order: .descending)
    }
    let source = make()
    storeys.append(Storey("tagged", source) { make() })
    try build(on: source, depth - 1)
  }

  private mutating func sort<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    var isReversed = false
    let meddler = meddler
    func precedes(_ first: Base.Item, _ second: Base.Item) -> Bool {
      meddler.act()
      return (Self.hash(first) < Self.hash(second)) != isReversed && Self.hash(first) != Self.hash(second)
    }
    func make() -> SortedDataSource<Base> { SortedDataSource(base, by: precedes) }
    let source = make()
    storeys.append(
      Storey("sorted", source) { random in
        isReversed = random.oneIn(2)
        source.setOrder(precedes)
      } made: {
        make()
      })
    try build(on: source, depth - 1)
  }

  /// Adds a composed source of a base and a filter of it, so that each step of the base reaches it on two paths.
  private mutating func compose<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    typealias Source = ComposedDataSource<Base.Section, Base.SectionID, Base.Item, Base.ItemID>
    let meddler = meddler
    let matching = FilteredDataSource(
      base,
      where: {
        meddler.act()
        return Self.hash($0) % 2 == 0
      })
    let (quiet, children) = (quiet, [ChildSource(base), ChildSource(matching)])
    let source = try Source(children, anomalies: quiet)
    storeys.append(
      Storey("composed", source) { random in
        do { try source.move(from: random.below(2), to: random.below(2)) } catch { Issue.record(error) }
      } made: {
        try Source(source.children, anomalies: quiet)
      })
    try build(on: source, depth - 1)
  }

  /// Adds two storeys: the first items of each section, and a row for the other items.
  private mutating func fold<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let folded = FoldedDataSource(base, limit: .first(3))
    storeys.append(
      Storey("folded", folded) { random in
        let section = random.below(max(1, folded.numberOfSections))
        if random.oneIn(2), let id = folded.sectionID(at: section) {
          folded.folding[id].toggle()
        } else {
          folded.limit = random.oneIn(3) ? .all : .first(1 + random.below(4))
        }
      } made: {
        FoldedDataSource(base, folding: folded.folding, limit: folded.limit)
      })
    let source = MoreRowDataSource(folded)
    storeys.append(Storey("more", source) { MoreRowDataSource(folded) })
    try build(on: source, depth - 1)
  }

  private mutating func place<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let meddler = meddler
    func make() -> PlaceholderDataSource<Base> {
      PlaceholderDataSource(
        base, loading: nil,
        placeholder: {
          meddler.act()
          return Placeholder.standard($0)
        },
        emptySection: { _ in
          meddler.act()
          return Placeholder(.empty, title: "nothing")
        })
    }
    let source = make()
    storeys.append(Storey("placeholders", source) { make() })
    try build(on: source, depth - 1)
  }
}
