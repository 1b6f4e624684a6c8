import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Pages are merged with what is there")
struct LoadingMergingTests {
  func merged(_ strategy: MergeStrategy, _ new: String, into old: String) -> String {
    func books(_ text: String) -> [LoadingBook] { text.split(separator: " ").map { LoadingBook(String($0)) } }
    return strategy.merging(books(new), into: books(old), identifiedBy: \.id).map(\.text).joined(separator: " ")
  }

  @Test("A page is appended, updates items in place, or replaces older items, by the strategy")
  func strategies() {
    #expect(merged(.additive, "b2 c", into: "a b") == "a b b2 c")
    #expect(merged(.updateInPlace, "b2 c", into: "a b") == "a b2 c")
    #expect(merged(.replaceOlder, "c a2", into: "a b") == "b c a2")
    for strategy in MergeStrategy.allCases {
      #expect(merged(strategy, "", into: "a b") == "a b")
      #expect(merged(strategy, "a b", into: "") == "a b")
    }
  }

  @Test("A repeated identifier is one item, the last; no other item is lost or duplicated")
  func repeatedIdentifiers() {
    #expect(merged(.updateInPlace, "c1 c2", into: "a b") == "a b c2")
    #expect(merged(.replaceOlder, "c1 c2", into: "a b") == "a b c2")
    #expect(merged(.updateInPlace, "a2 a3", into: "a b") == "a3 b")
    #expect(merged(.replaceOlder, "a2 a3", into: "a b") == "b a3")
    #expect(merged(.replaceOlder, "c d c3", into: "a b") == "a b c3 d")
    #expect(merged(.additive, "c1 c2", into: "a") == "a c c2")
    // The old list contains the item twice.
    #expect(merged(.updateInPlace, "a3", into: "a a2 b") == "a3 a2 b")
    #expect(merged(.replaceOlder, "a3", into: "a a2 b") == "b a3")
  }

  @Test("A list in memory merges as the function does", arguments: RandomRuns.seeds(4))
  func memoryMergesAsTheFunction(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    func content(_ sections: ClosedRange<Int>, repeating: Bool) -> [LoadingBookContent] {
      let ids = Array("ABCD".prefix(Int.random(in: sections, using: &random))).shuffled(using: &random)
      var free = Array("abcdefgh").shuffled(using: &random)
      return ids.map { id in
        let books = (0..<random.below(4)).compactMap { _ -> LoadingBook? in
          let name = repeating ? random.one(of: Array("abcdefgh")) : free.popLast()
          return name.map { LoadingBook("\($0)\(1 + random.below(3))") }
        }
        return SectionContent(LoadingShelf(id: String(id), title: "\(random.below(2))"), items: books)
      }
    }
    for _ in 0..<150 {
      let strategy = random.one(of: MergeStrategy.allCases)
      let (old, new) = (content(1...4, repeating: random.oneIn(3)), content(0...4, repeating: true))
      let silent = AnomalyHandler { _ in }
      let list = MemoryList<LoadingShelf, LoadingBook>(old, anomalies: silent)
      let laws = LoadingLaws(list) { $0.text }
      list.merge(new, by: strategy)
      #expect(list.content == strategy.merging(new, into: old, sectionID: \.id, itemID: \.id))
      laws.settle()
      #expect(laws.faults == [] && laws.updates <= 1)
      let section = random.below(list.numberOfSections)
      let (before, items) = (list.content, content(1...1, repeating: true).flatMap(\.items))
      try list.merge(items, intoSection: section, by: strategy)
      let part = SectionContent(before[section].section, items: items)
      #expect(list.content == strategy.merging([part], into: before, sectionID: \.id, itemID: \.id))
    }
  }

  @Test("A list in memory is asked for what comes only")
  func aMergeCostsWhatComes() throws {
    var asked = 0
    let list = MemoryDataSource<Int, Int, Int, Int>(
      [SectionContent(0, items: Array(0..<5000))], sectionID: { $0 },
      itemID: {
        asked += 1
        return $0
      }, areSameSections: ==, areSameItems: ==)
    asked = 0
    try list.merge([3, 5001, 5002], intoSection: 0, by: .updateInPlace)
    #expect(asked <= 12 && list.numberOfItems == 5002)
    #expect(throws: DataSourceAnomaly.self) { try list.merge([1], intoSection: 1, by: .additive) }
  }

  @Test("A source merges what it appends by its strategy")
  func appendedPages() {
    let expected: [MergeStrategy: String] = [
      .additive: "A: a b | B: c a2 | C: d", .updateInPlace: "A: a2 b | B: c | C: d",
      .replaceOlder: "A: b | B: c a2 | C: d",
    ]
    for (strategy, text) in expected {
      let desk = LoadingDesk(strategy: strategy)
      desk.load("A: a b | B: c")
      desk.run { desk.source.append() }
      desk.last?.finish(LoadedPage(loadingShelves("B: a2 | C: d")))
      #expect(desk.source.loadingText == text)
    }
  }

  @Test("A first page that repeats an item or a section has it once, as an appended one does")
  func firstPages() {
    let expected: [MergeStrategy: String] = [
      .additive: "A: a b a2 | B: b2 | A: c", .updateInPlace: "A: a2 b2 c | B:", .replaceOlder: "A: a2 b2 c | B:",
    ]
    for (strategy, text) in expected {
      let desk = LoadingDesk(strategy: strategy)
      for isRefresh in [false, true] {
        desk.run { isRefresh ? desk.source.refresh() : desk.source.load() }
        desk.last?.finish(LoadedPage(loadingShelves("A: a b a2 | B: b2 | A: c")))
        #expect(desk.source.loadingText == text)
      }
      desk.content.set(loadingShelves("A:"))
      desk.run { desk.source.refresh() }
      desk.last?.finish(LoadedPage(items: ["a", "b", "a2"].map { LoadingBook($0) }))
      #expect(desk.source.loadingText == (strategy == .additive ? "A: a b a2" : "A: a2 b"))
    }
  }
}
