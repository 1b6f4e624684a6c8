import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// A list whose content is `B: c d`, with one page before it and one after it.
@Suite("Pages before the first one are loaded beside all others")
struct LoadingEarlierTests {
  private typealias Page = LoadedPage<LoadingShelf, LoadingBook, Int>

  private final class Desk {
    let desk = LoadingDesk()
    private(set) var earlier: [LoadingBooks.Loading] = []
    var source: LoadingBooks { desk.source }
    var text: String { desk.source.loadingText }

    init() {
      desk.source.startEarlier = { [unowned self] in earlier.append($0) }
      desk.run { desk.source.load() }
      desk.last?.finish(Page(loadingShelves("B: c d"), cursor: 9, earlier: 1))
      desk.trace = []
    }

    func prepend() { desk.run { desk.source.prepend() } }
  }

  @Test func pagesComeAtBothEndsAtOnce() throws {
    let desk = Desk()
    let (source, laws) = (desk.source, LoadingLaws(desk.source) { $0.text })
    #expect(source.hasEarlier && source.hasMore && !source.isPrepending)
    desk.prepend()
    desk.desk.run { source.append() }
    #expect(source.isPrepending && source.phase == .appending)
    let first = try #require(desk.earlier.first)
    #expect(first.request == .append(after: 1) && first.isEarlier)
    desk.prepend()
    #expect(desk.earlier.count == 1)
    first.finish(Page(loadingShelves("A: a | B: b c2"), cursor: -7))
    #expect(desk.text == "A: a | B: b c2 d" && source.hasEarlier && source.phase == .appending)
    desk.desk.last?.finish(Page(loadingShelves("B: e | C: f"), hasMore: false))
    #expect(desk.text == "A: a | B: b c2 d e | C: f" && source.hasEarlier && !source.hasMore)
    // The next earlier page is the first of all.
    desk.prepend()
    #expect(desk.earlier.last?.request == .append(after: -7))
    desk.earlier.last?.finish(Page(items: [LoadingBook("x"), LoadingBook("y")]))
    #expect(desk.text == "A: x y a | B: b c2 d e | C: f" && !source.hasEarlier && !source.isPrepending)
    desk.prepend()
    #expect(desk.earlier.count == 2)
    laws.settle()
    #expect(laws.faults == [])
    desk.desk.close()
  }

  @Test func aFailureIsKnownAndAskedForAgain() {
    let desk = Desk()
    var notices = 0
    let token = desk.source.observeLoading { notices += 1 }
    defer { withExtendedLifetime(token) {} }
    desk.prepend()
    #expect(notices == 1)
    desk.earlier.last?.fail(LoadingFailure("no"))
    #expect(notices == 2 && desk.source.prependError as? LoadingFailure == LoadingFailure("no"))
    #expect(desk.source.appendError == nil && desk.source.error == nil && desk.source.phase == .loaded)
    desk.prepend()
    #expect(desk.source.prependError == nil && desk.earlier.last?.request == .append(after: 1))
    // The loading ends once, so the answer after it is ignored.
    desk.earlier.last?.cancel()
    #expect(desk.earlier.last?.finish(Page(items: [LoadingBook("x")])) == false)
    #expect(desk.text == "B: c d" && desk.source.hasEarlier)
    desk.prepend()
    desk.source.cancel()
    #expect(desk.earlier.last?.isValid == false && !desk.source.isPrepending)
    #expect(desk.desk.takeTrace().filter { $0.hasPrefix("didLoad") }.count == 3)
    desk.desk.close()
  }

  @Test func aRequestOfTheTurnIsCancelled() {
    let desk = Desk()
    desk.desk.run {
      desk.source.prepend()
      desk.source.cancel()
    }
    #expect(desk.earlier.isEmpty && !desk.source.isPrepending)
    // A request after the cancellation, in the same turn, is performed once.
    desk.desk.run {
      desk.source.prepend()
      desk.source.cancel()
      desk.source.prepend()
    }
    #expect(desk.earlier.map(\.request) == [.append(after: 1)] && desk.source.isPrepending)
    desk.earlier.last?.finish(Page(loadingShelves("A: a"), cursor: -7))
    desk.prepend()
    #expect(desk.earlier.last?.request == .append(after: -7) && desk.text == "A: a | B: c d")
    desk.desk.close()
  }

  @Test func aRefreshDropsThePage() {
    let desk = Desk()
    desk.prepend()
    desk.desk.run { desk.source.refresh() }
    #expect(desk.earlier.last?.isValid == false && !desk.source.isPrepending)
    // No earlier page can be loaded while the whole list is loaded again.
    desk.prepend()
    #expect(desk.earlier.count == 1)
    desk.desk.last?.finish(Page(loadingShelves("B: d e")))
    #expect(desk.text == "B: d e" && !desk.source.hasEarlier)
    desk.source.declareEarlier(4)
    desk.prepend()
    #expect(desk.earlier.last?.request == .append(after: 4))
    desk.earlier.last?.finish(Page(loadingShelves("B: c")))
    #expect(desk.text == "B: c d e")
    desk.desk.close()
  }

  @Test func whatCannotBeLoadedIsAnAnomaly() {
    let desk = Desk()
    desk.source.startEarlier = nil
    desk.prepend()
    #expect(desk.desk.anomalyKinds == [.noLoader])
    desk.source.startEarlier = { $0.finish(Page(items: [LoadingBook("x")])) }
    desk.desk.content.set([])
    desk.source.declareLoaded()
    desk.prepend()
    #expect(desk.text == "")
    desk.desk.close()
  }

  @MainActor @Test func aLoaderIsWaitedFor() async {
    let list = LoadingBooks(MemoryList(), isolation: #isolation) { _ in
      LoadedPage(loadingShelves("A: c"), earlier: 2)
    }
    #expect(await list.outcomeOfPrepend() == nil)
    await list.outcome(of: .load)
    list.setEarlierLoader(isolation: #isolation) { before in
      LoadedPage(items: [LoadingBook(before == 2 ? "b" : "a")], cursor: before == 2 ? 1 : nil)
    }
    let page = await list.outcomeOfPrepend()?.page
    #expect(page?.cursor == 1 && list.loadingText == "A: b c")
    await list.outcomeOfPrepend()
    #expect(list.loadingText == "A: a b c" && !list.hasEarlier)
    #expect(await list.outcomeOfPrepend() == nil)
  }
}

extension LoadingEarlierTests {
  private static func content(_ random: inout SeededRandom, _ sections: Int) -> [LoadingBookContent] {
    (0..<random.below(sections)).map { _ in
      let shelf = LoadingShelf(id: random.one(of: ["A", "B", "C"]), title: "\(random.below(9))")
      let books = (0..<random.below(4)).map { _ in
        LoadingBook("\(random.one(of: ["a", "b", "c", "d", "e"]))\(1 + random.below(5))")
      }
      return SectionContent(shelf, items: books)
    }
  }

  /// Returns the merged sections. It merges the items one by one, as the documentation of `mergingEarlier` says.
  private static func merged(
    _ strategy: MergeStrategy, _ new: [LoadingBookContent], into old: [LoadingBookContent]
  ) -> [LoadingBookContent] {
    var (result, new) = (old, new)
    if strategy != .additive {
      var seen: Set<String> = []
      let all = new.flatMap(\.items)
      for index in new.indices {
        new[index].items = new[index].items.filter { seen.insert($0.id).inserted }
          .map { book in all.last { $0.id == book.id } ?? book }
      }
    }
    if strategy == .replaceOlder {
      let ids = Set(new.flatMap(\.items).map(\.id))
      for index in result.indices { result[index].items.removeAll { ids.contains($0.id) } }
    }
    var (sections, counts) = (0, [String: Int]())
    for part in new {
      var index = result.firstIndex { $0.section.id == part.section.id }
      if index == nil {
        result.insert(SectionContent(part.section), at: sections)
        index = sections
        sections += 1
      }
      guard let index else { continue }
      result[index].section = part.section
      for book in part.items {
        let other = strategy == .updateInPlace ? result.firstIndex { $0.items.contains { $0.id == book.id } } : nil
        if let other, let place = result[other].items.firstIndex(where: { $0.id == book.id }) {
          result[other].items[place] = book
        } else {
          let count = counts[part.section.id, default: 0]
          result[index].items.insert(book, at: count)
          counts[part.section.id] = count + 1
        }
      }
    }
    return result
  }

  @Test("pages before others are merged as a plain model does it", arguments: RandomRuns.seeds(16))
  func merging(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for step in 0..<120 {
      for strategy in MergeStrategy.allCases {
        let (old, new) = (Self.content(&random, 5), Self.content(&random, 6))
        let comment: Comment = "step \(step), \(strategy), SECTIONS_SEED=\(seed)"
        let expected = Self.merged(strategy, new, into: old)
        let found = strategy.mergingEarlier(new, into: old, sectionID: \.id, itemID: \.id)
        try #require(found == expected, "\(old) and \(new), \(comment)")
        let list = MemoryList<LoadingShelf, LoadingBook>(old, anomalies: AnomalyHandler { _ in })
        let laws = LoadingLaws(list) { $0.text }
        list.mergeEarlier(new, by: strategy)
        try #require(list.content == expected, "\(old) and \(new), \(comment)")
        laws.settle()
        #expect(laws.faults == [] && laws.updates <= 1, comment)
      }
    }
  }
}
