import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Loading at both ends beside a plain model")
struct LoadingEarlierRandomTests {
  private typealias Page = LoadedPage<LoadingShelf, LoadingBook, Int>

  /// The state of the list, and of its loadings.
  private struct Model {
    var books: [LoadingBookContent]
    var phase = LoadingPhase.loaded
    var hasMore = true
    var earlier: Int? = 1
    var hasFailed = false
    /// The numbers of the loadings in progress: `main` for the list and its next page, `before` for an earlier page.
    var main: Int?
    var before: Int?

    var text: String {
      books.map { part in "\(part.section.id):" + part.items.map { " \($0.text)" }.joined() }.joined(separator: " | ")
    }

    mutating func beginMain(_ next: LoadingPhase, _ number: Int) {
      (phase, main) = (next, number)
      if next == .refreshing { before = nil }
    }

    mutating func finishMain(_ page: Page, _ content: [LoadingBookContent]) {
      if phase == .appending {
        books = MergeStrategy.updateInPlace.merging(content, into: books, sectionID: \.id, itemID: \.id)
      } else {
        books = LoadingNaive.once(content)
        (earlier, hasFailed) = (page.earlierCursor, false)
      }
      (hasMore, phase, main) = (page.hasMore, .loaded, nil)
    }

    mutating func finishEarlier(_ page: Page, _ content: [LoadingBookContent]) {
      books = MergeStrategy.updateInPlace.mergingEarlier(content, into: books, sectionID: \.id, itemID: \.id)
      (earlier, hasFailed, before) = (page.cursor, false, nil)
    }
  }

  private static func content(_ random: inout SeededRandom) -> [LoadingBookContent] {
    (0...random.below(2)).map { _ in
      let books = (0...random.below(3)).map { _ in
        LoadingBook("\(random.one(of: Array("abcdefgh")))\(1 + random.below(3))")
      }
      return SectionContent(LoadingShelf(id: random.one(of: ["A", "B", "C"])), items: books)
    }
  }

  @Test(arguments: RandomRuns.seeds(20))
  func bothEnds(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let desk = LoadingDesk()
    let source = desk.source
    var earlier: [LoadingBooks.Loading] = []
    source.startEarlier = { earlier.append($0) }
    desk.run { source.load() }
    let first = Self.content(&random)
    desk.last?.finish(Page(first, hasMore: true, earlier: 1))
    var model = Model(books: LoadingNaive.once(first))
    let laws = LoadingLaws(source) { $0.text }
    for step in 0..<120 {
      let comment: Comment = "seed \(seed), step \(step)"
      let page = Self.content(&random)
      let cursor = random.oneIn(4) ? nil : step
      switch random.below(10) {
      case 0, 1:
        let begins = model.phase != .refreshing && model.earlier != nil && model.before == nil
        desk.run { source.prepend() }
        if begins {
          #expect(earlier.last?.request == .append(after: model.earlier), comment)
          (model.before, model.hasFailed) = (earlier.count - 1, false)
        }
      case 2:
        let begins = model.phase == .loaded && model.hasMore
        desk.run { source.append() }
        if begins { model.beginMain(.appending, desk.loadings.count - 1) }
      case 3:
        desk.run { source.refresh() }
        model.beginMain(.refreshing, desk.loadings.count - 1)
      case 4, 5:
        guard let main = model.main else { break }
        let loaded = Page(page, hasMore: !random.oneIn(4), earlier: cursor)
        #expect(desk.loadings[main].finish(loaded), comment)
        model.finishMain(loaded, page)
      case 6, 7:
        guard let before = model.before else { break }
        let loaded = Page(page, cursor: cursor)
        #expect(earlier[before].finish(loaded), comment)
        model.finishEarlier(loaded, page)
      case 8:
        guard let before = model.before else { break }
        let fails = random.oneIn(2)
        #expect(fails ? earlier[before].fail(LoadingFailure("no")) : earlier[before].cancel(), comment)
        (model.before, model.hasFailed) = (nil, fails)
      default:
        if random.oneIn(3) {
          if random.oneIn(2) { source.prepend() }
          source.cancel()
          desk.turns.run()
          (model.main, model.before, model.phase) = (nil, nil, .loaded)
        } else if let late = (desk.loadings + earlier).filter({ !$0.isValid }).randomElement(using: &random) {
          #expect(!late.finish(Page(page, hasMore: true)), comment)
        }
      }
      #expect(source.loadingText == model.text, comment)
      #expect(source.phase == model.phase && source.hasMore == model.hasMore, comment)
      #expect(source.hasEarlier == (model.earlier != nil), comment)
      #expect(source.isPrepending == (model.before != nil), comment)
      #expect((source.prependError != nil) == model.hasFailed, comment)
      laws.settle()
      #expect(laws.faults == [], comment)
    }
    source.startEarlier = nil
    desk.close()
  }
}
