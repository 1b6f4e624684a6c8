import SectionedChanges
import SectionedDataSources
import SectionedTesting

/// Makes a screen for a source of any type.
@MainActor
protocol ScreenMaker {
  func screen<Source: SectionedDataSource>(_ source: Source, _ random: inout SeededRandom) -> any RandomScreen
}

/// Random sources built on two lists and on each other. Each is shown on a screen of its own.
@MainActor
struct ViewTower {
  private(set) var screens: [any RandomScreen] = []
  /// The names of the sources, for a failure's report.
  private(set) var names: [String] = []
  /// Closures that each change a setting of one source.
  private(set) var settings: [(inout SeededRandom) -> Void] = []
  private var random: SeededRandom
  private let maker: any ScreenMaker
  private let quiet = AnomalyHandler { _ in }

  /// - Parameter name: the name of the lists, for a failure's report.
  init<Base: SectionedDataSource>(
    _ name: String, on first: Base, _ second: Base, depth: Int, _ random: SeededRandom, maker: any ScreenMaker
  ) throws {
    self.random = random
    self.maker = maker
    add(name, first)
    let children = [ChildSource(first), ChildSource(second)]
    if self.random.oneIn(2) {
      let both = try ComposedDataSource(children, anomalies: quiet)
      add("composed", both)
      try build(on: both, depth - 1)
    } else {
      let one = try SwitchingDataSource(children, anomalies: quiet)
      add("switching", one) { random in one.selection = random.oneIn(6) ? nil : random.below(2) }
      try build(on: one, depth - 1)
    }
  }

  private mutating func add<Source: SectionedDataSource>(
    _ name: String, _ source: Source, _ change: ((inout SeededRandom) -> Void)? = nil
  ) {
    names.append(name)
    screens.append(maker.screen(source, &random))
    if let change { settings.append(change) }
  }

  /// A number that depends only on an element's text.
  nonisolated private static func hash(_ element: some Any) -> Int { ModelText.hash(ModelText.text(element)) }

  private mutating func build<Base: SectionedDataSource>(on base: Base, _ depth: Int) throws {
    guard depth > 0 else { return }
    switch random.below(8) {
    case 0: try filter(base, depth)
    case 1: try group(base, depth)
    case 2: try tag(base, depth)
    case 3: try sort(base, depth)
    case 4: try compose(base, depth)
    case 5: try choose(base, depth)
    case 6: try fold(base, depth)
    default: try place(base, depth)
    }
  }

  private mutating func filter<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let source = FilteredDataSource(base) { item, query in Self.hash(item) % 3 != query.text.utf8.count % 3 }
    add("filtered", source) { random in
      if random.oneIn(3) {
        source.keepsEmptySections.toggle()
      } else {
        source.text = String(repeating: "a", count: random.below(4))
      }
    }
    try build(on: source, depth - 1)
  }

  private mutating func group<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    var modulus = 4
    let source = GroupedDataSource(
      base, by: { Self.hash($0) % 5 == 0 ? nil : Self.hash($0) % modulus }, order: .ascending, given: [1])
    add("grouped", source) { random in
      modulus = 2 + random.below(4)
      source.regroup()
    }
    try build(on: source, depth - 1)
  }

  private mutating func tag<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let source = TagGroupedDataSource(
      base, byEach: { item in Set([Self.hash(item) % 3, Self.hash(item) % 4]).sorted() }, order: .descending)
    add("tagged", source)
    try build(on: source, depth - 1)
  }

  private mutating func sort<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let source = SortedDataSource(base, by: { Self.hash($0) < Self.hash($1) })
    add("sorted", source) { random in
      let isReversed = random.oneIn(2)
      source.setOrder { isReversed ? Self.hash($0) > Self.hash($1) : Self.hash($0) < Self.hash($1) }
    }
    try build(on: source, depth - 1)
  }

  /// Composes a list with its matching items, so that each step of the list reaches the composition twice.
  private mutating func compose<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let matching = FilteredDataSource(base, where: { Self.hash($0) % 2 == 0 })
    let source = try ComposedDataSource([ChildSource(base), ChildSource(matching)], anomalies: quiet)
    add("composed", source) { random in try? source.move(from: random.below(2), to: random.below(2)) }
    try build(on: source, depth - 1)
  }

  /// Adds a source that switches between a list and its matching items.
  private mutating func choose<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let matching = FilteredDataSource(base, keepsEmptySections: true, where: { Self.hash($0) % 2 == 0 })
    let source = try SwitchingDataSource([ChildSource(base), ChildSource(matching)], anomalies: quiet)
    add("switching", source) { random in source.selection = random.below(2) }
    try build(on: source, depth - 1)
  }

  /// Adds a source with the first items of each section, and a row for the rest.
  private mutating func fold<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let folded = FoldedDataSource(base, limit: .first(2))
    let source = MoreRowDataSource(folded, page: 1)
    add("more", source) { random in
      let section = random.below(max(1, source.numberOfSections))
      switch random.below(4) {
      case 0: folded.limit = random.oneIn(3) ? .all : .first(random.below(4))
      case 1: if let id = folded.sectionID(at: section) { folded.folding[id].toggle() }
      default: source.showMore(inSection: section)
      }
    }
    try build(on: source, depth - 1)
  }

  private mutating func place<Base: SectionedDataSource>(_ base: Base, _ depth: Int) throws {
    let source = PlaceholderDataSource(
      base, loading: nil, emptySection: { _ in Placeholder(.empty, title: "nothing") })
    add("placeholders", source)
    try build(on: source, depth - 1)
  }
}
