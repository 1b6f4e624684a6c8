import SectionedDataSources
import SectionedTesting
import SectionedViews

/// The two base lists of a random world.
@MainActor
protocol RandomBase {
  /// Builds sources on the lists.
  func tower(depth: Int, _ random: SeededRandom, maker: any ScreenMaker) throws -> ViewTower
  /// Changes one or both lists.
  func step() throws
  /// The edits of a user, if the source is a base list; otherwise nil.
  func editing(_ source: any SectionedDataSource) -> ListEditing?
}

/// Lists in memory.
struct MemoryBase: RandomBase {
  private let library: RandomLibrary
  private let lists: [Shelves]

  init(seed: UInt64) {
    let library = RandomLibrary(seed: seed)
    self.library = library
    lists = (0..<2).map { _ in
      Shelves(
        (0..<library.below(5)).map { SectionContent(Shelf(id: $0), items: library.books()) },
        anomalies: AnomalyHandler { _ in })
    }
  }

  func tower(depth: Int, _ random: SeededRandom, maker: any ScreenMaker) throws -> ViewTower {
    try ViewTower("memory", on: lists[0], lists[1], depth: depth, random, maker: maker)
  }

  func step() throws {
    let list = lists[library.below(2)]
    if list.numberOfItems > 40 { list.removeAllItems() }
    if library.oneIn(6) {
      try lists[0].performTogether { try lists[1].performTogether { for each in lists { try library.step(each) } } }
    } else {
      try library.step(list, origin: library.one(of: [nil, nil, nil, nil, .withoutAnimation, .silent]))
    }
  }

  func editing(_ source: any SectionedDataSource) -> ListEditing? { (source as? Shelves).map { ListEditing($0) } }
}

/// Lists of fetched objects whose sections are objects.
struct FetchedBase: RandomBase {
  private let steps: RandomAlbums
  private let lists: [FetchedAlbums]

  init(seed: UInt64) throws {
    let steps = RandomAlbums(seed: seed)
    self.steps = steps
    lists = try (0..<2).map { _ in try FetchedAlbums(steps.counts()) }
  }

  func tower(depth: Int, _ random: SeededRandom, maker: any ScreenMaker) throws -> ViewTower {
    try ViewTower("fetched", on: lists[0].source, lists[1].source, depth: depth, random, maker: maker)
  }

  func step() throws { try steps.step(lists) }

  func editing(_ source: any SectionedDataSource) -> ListEditing? {
    lists.first { $0.source === source }.map { steps.editing($0) }
  }
}
