import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("What a list showed is kept, and shown again")
struct SourceArchiveTests {
  typealias Archive = SourceArchive<LoadingShelf, LoadingBook>
  static let date = Date(timeIntervalSinceReferenceDate: 12345.678)

  @Test("A list can be archived while nothing is being loaded")
  func whenAListIsArchived() throws {
    let desk = LoadingDesk()
    #expect(try desk.source.archive().phase == .initial)
    desk.run { desk.source.load() }
    #expect(!desk.source.canBeArchived)
    #expect(throws: DataSourceAnomaly.self) { try desk.source.archive() }
    desk.last?.fail(LoadingFailure("lost"))
    #expect(try desk.source.archive().failure == "lost")
    desk.run { desk.source.retry() }
    #expect(!desk.source.canBeArchived)
    desk.last?.finish(LoadedPage([]))
    #expect(try desk.source.archive().phase == .empty)
    desk.load("A: a", cursor: 3)
    desk.run { desk.source.append() }
    #expect(!desk.source.canBeArchived && desk.anomalyKinds == [.wrongPhase])
    desk.source.cancel()
    #expect(try desk.source.archive().phase == .loaded)
    #expect(LoadingPhase.allCases.filter { Archive.canArchive($0) } == [.initial, .loaded, .empty, .failed])
  }

  @Test("Date, sections, items, phase, cursor and errors are restored, including empty sections and copies")
  func roundTrip() throws {
    let desk = LoadingDesk(strategy: .additive)
    desk.load("A: a b2 | B: | A: a3", cursor: 7)
    let archive = try desk.source.archive(date: Self.date)
    let copy = try Archive(data: archive.data())
    #expect(copy == archive && copy.date == Self.date && copy.version == 2 && copy.hasMore && copy.cursor != nil)
    #expect(copy.content == loadingShelves("A: a b2 | B: | A: a3"))
    // An archive is a copy: changes of the source do not change it.
    desk.content.removeAll()
    #expect(archive.content.count == 3)
    let list = MemoryList<LoadingShelf, LoadingBook>(anomalies: desk.anomalies)
    list.restore(from: copy)
    #expect(list.loadingText == "A: a b2 | B: | A: a3")
    #expect(list.archive(date: Self.date).content == archive.content)
  }

  @Test("A file is written whole, and read back")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("list")
    #expect(throws: CocoaError.self) { try Archive(contentsOf: file) }
    for text in ["A: a", "A: a | B: b c"] {
      let archive = Archive(loadingShelves(text), date: Self.date)
      try archive.write(to: file)
      #expect(try Archive(contentsOf: file) == archive)
    }
  }

  @Test("A damaged, truncated or newer archive, or one of other models, is an anomaly, never a wrong list")
  func damage() throws {
    let data = try Archive(loadingShelves("A: a b | B: c"), date: Self.date).data()
    func kind(_ data: Data) -> DataSourceAnomaly.Kind? {
      do {
        _ = try Archive(data: data, anomalies: AnomalyHandler { _ in })
        return nil
      } catch {
        return (error as? DataSourceAnomaly)?.kind
      }
    }
    #expect(kind(data) == nil)
    for count in 0..<data.count { #expect(kind(data.prefix(count)) == .damagedArchive) }
    for index in data.indices {
      var damaged = data
      damaged[index] ^= 0x10
      #expect(kind(damaged) == .damagedArchive)
    }
    var newer = Archive(loadingShelves("A: a"))
    newer.version = 3
    #expect(kind(try newer.data()) == .damagedArchive)
    var loading = Archive(loadingShelves("A: a"))
    loading.phase = .refreshing
    #expect(kind(try loading.data()) == .damagedArchive)
    #expect(kind(try SourceArchive<Int, Int>([SectionContent(1, items: [2])]).data()) == .damagedArchive)
    #expect(kind(data + Data([0])) == .damagedArchive)
    let found = LoadingDesk()
    #expect(throws: DataSourceAnomaly.self) { try Archive(data: Data("text".utf8), anomalies: found.anomalies) }
    #expect(found.anomalyKinds == [.damagedArchive])
  }

  private static func checksum(_ data: Data) -> String {
    let hash = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }

  /// An archive written by an attacker, with a correct checksum.
  private static func archive(_ body: Data, version: Int) -> Data {
    let head = "SectionedDataSources \(version) \(body.count) "
    return Data((head + checksum(version == 1 ? body : Data(head.utf8) + body) + "\n").utf8) + body
  }

  @Test("An archive of version 1 is read; no other byte of the header may change")
  func versions() throws {
    let archive = Archive(loadingShelves("A: a b | B: c"), date: Self.date)
    let data = try archive.data()
    let body = Data(data[data.index(after: try #require(data.firstIndex(of: 10)))...])
    let handler = AnomalyHandler { _ in }
    #expect(try Archive(data: Self.archive(body, version: 1), anomalies: handler) == archive)
    #expect(Self.archive(body, version: 2) == data)
    for version in [-1, 0, 3] as [Int] {
      #expect(throws: DataSourceAnomaly.self) {
        try Archive(data: Self.archive(body, version: version), anomalies: handler)
      }
    }
    // The first archive has another version and is otherwise unchanged; the other headers parse to the same numbers.
    for head in ["SectionedDataSources 1", "SectionedDataSources +2", "SectionedDataSources  2"] {
      let changed = Data(head.utf8) + data.dropFirst("SectionedDataSources 2".utf8.count)
      #expect(throws: DataSourceAnomaly.self) { try Archive(data: changed, anomalies: handler) }
    }
  }

  @Test("A body that is nested without end is damage, whatever form it has", arguments: DeepPropertyList.Form.allCases)
  func nesting(form: DeepPropertyList.Form) throws {
    let body = DeepPropertyList.data(form, depth: 200_000)
    let handler = AnomalyHandler { _ in }
    for version in 1...2 {
      #expect(throws: DataSourceAnomaly.self) {
        try Archive(data: Self.archive(body, version: version), anomalies: handler)
      }
    }
    var archive = Archive(loadingShelves("A: a"))
    archive.cursor = body
    let desk = LoadingDesk()
    #expect(throws: DataSourceAnomaly.self) { try desk.source.restore(from: archive) }
    #expect(desk.anomalyKinds == [.damagedArchive])
  }

  @Test("An archive is equivalent to the result of a loading in its phase")
  func equivalentResults() {
    let results = [LoadingPhase.initial, .loaded, .empty, .failed].map {
      Archive([], phase: $0, hasMore: true).equivalentResult
    }
    #expect(results == [.empty, .complete, .empty, .failed])
    #expect(Archive([]).equivalentResult == .partial)
  }

  @Test("A list that was filled by hand before anything was loaded is restored as a loaded one")
  func filledByHand() throws {
    let archive = Archive(loadingShelves("A: a"), phase: .initial)
    #expect(archive.equivalentResult == .partial)
    let desk = LoadingDesk()
    try desk.source.restore(from: archive, refreshes: false)
    #expect(desk.source.phase == .loaded && desk.source.loadingText == "A: a")
  }

  @Test("An archive is shown in the phases initial and loading, and while an empty list is loaded again")
  func whenAnArchiveIsShown() throws {
    let archive = Archive(loadingShelves("A: a"))
    var shown: [String] = []
    for phase in LoadingPhase.allCases {
      let desk = LoadingDesk()
      switch phase {
      case .initial: break
      case .loading: desk.run { desk.source.load() }
      case .loaded: desk.load("B: b")
      case .refreshing:
        desk.load("B: b")
        desk.run { desk.source.load() }
      case .appending:
        desk.load("B: b")
        desk.run { desk.source.append() }
      case .empty: desk.run { desk.source.declareEmpty() }
      case .failed:
        desk.run { desk.source.load() }
        desk.last?.fail(LoadingFailure("lost"))
      }
      let text = desk.source.loadingText
      desk.trace = []
      if (try? desk.source.restore(from: archive)) != nil {
        shown.append("\(phase)>\(desk.source.phase)")
        #expect(desk.source.loadingText == "A: a" && desk.anomalyKinds == [])
      } else {
        #expect(desk.source.loadingText == text && desk.takeTrace() == [] && desk.anomalyKinds == [.wrongPhase])
      }
    }
    #expect(shown == ["initial>refreshing", "loading>refreshing"])
    // A second load after an empty answer: there is no content that the archive could overwrite.
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    desk.last?.finish(LoadedPage([]))
    desk.run { desk.source.load() }
    try desk.source.restore(from: archive)
    #expect(desk.source.phase == .refreshing && desk.source.loadingText == "A: a")
  }

  @Test("The archive is shown first, then the answer to a refresh")
  func cacheFirst() throws {
    let desk = LoadingDesk()
    try desk.source.restore(from: Archive(loadingShelves("A: a"), date: Self.date))
    #expect(
      desk.takeTrace() == [
        "will refreshing in initial", "initial>refreshing A: a", "willLoad refresh", "start",
        "did initial in refreshing",
      ])
    desk.last?.finish(LoadedPage(loadingShelves("A: a2 b")))
    #expect(
      desk.takeTrace() == [
        "will loaded in refreshing", "refreshing>loaded A: a2 b", "did refreshing in loaded",
        "didLoad refresh partial",
      ])
  }

  @Test("An archive restored during a loading is shown meanwhile, and a cancellation returns to it")
  func cacheWhileLoading() throws {
    for phase in [LoadingPhase.initial, .loaded, .empty, .failed] {
      let desk = LoadingDesk()
      desk.run { desk.source.load() }
      let loading = try #require(desk.last)
      _ = desk.takeTrace()
      try desk.source.restore(from: Archive(loadingShelves("A: a"), phase: phase, failure: "old"))
      // In the initial phase, content that the program set counts as loaded.
      let archived = phase == .initial ? .loaded : phase
      #expect(
        desk.takeTrace() == ["will refreshing in loading", "loading>refreshing A: a", "did loading in refreshing"])
      #expect(loading.isValid && desk.source.current === loading)
      #expect(desk.source.error as? ArchivedFailure == (phase == .failed ? ArchivedFailure("old") : nil))
      desk.source.cancel()
      #expect(desk.source.phase == archived)
    }
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    try desk.source.restore(from: Archive(loadingShelves("A: a")))
    desk.last?.finish(LoadedPage(loadingShelves("B: b")))
    #expect(desk.source.loadingText == "B: b" && desk.source.phase == .loaded)
  }

  @Test("An archive restored without a refresh ends the loading")
  func cacheAlone() throws {
    let desk = LoadingDesk()
    desk.load("A: a", cursor: 9)
    let archive = try desk.source.archive()
    let other = LoadingDesk()
    other.run { other.source.load() }
    _ = other.takeTrace()
    try other.source.restore(from: archive, refreshes: false)
    #expect(
      other.takeTrace() == [
        "will loaded in loading", "loading>loaded A: a", "did loading in loaded", "didLoad load complete",
      ])
    #expect(other.last?.finish(LoadedPage([])) == false)
    // The page after the restored content can be requested.
    other.run { other.source.append() }
    #expect(other.last?.request == .append(after: 9))
  }

  @Test("Pages before the first one are restored, and the page before them can be requested")
  func earlierPages() throws {
    let desk = LoadingDesk()
    var earlier: [LoadingBooks.Loading] = []
    desk.source.startEarlier = { earlier.append($0) }
    desk.run { desk.source.load() }
    desk.last?.finish(LoadedPage(loadingShelves("B: c d"), cursor: 9, earlier: 1))
    desk.run { desk.source.prepend() }
    // While a page is being loaded, the archive has its cursor. Its items are not in the list yet.
    #expect(desk.source.isPrepending && desk.source.canBeArchived)
    let before = try desk.source.archive()
    earlier.last?.finish(LoadedPage(loadingShelves("A: a | B: b"), cursor: -7))
    let archive = try Archive(data: desk.source.archive().data())
    earlier = []
    let restored = [(before, "B: c d", 1, "B: x c d"), (archive, "A: a | B: b c d", -7, "A: x a | B: b c d")]
    for (archive, text, cursor, more) in restored {
      let other = LoadingDesk()
      other.source.startEarlier = { earlier.append($0) }
      try other.source.restore(from: archive, refreshes: false)
      #expect(other.source.loadingText == text && other.source.hasEarlier && !other.source.isPrepending)
      other.run { other.source.prepend() }
      #expect(earlier.last?.request == .append(after: cursor))
      earlier.last?.finish(LoadedPage(items: [LoadingBook("x")]))
      #expect(other.source.loadingText == more && !other.source.hasEarlier && other.anomalyKinds == [])
      other.source.startEarlier = nil
      other.close()
    }
    desk.source.startEarlier = nil
    desk.close()
  }

  @Test("A refresh decides about earlier pages anew, and a cancelled one leaves those of the archive")
  func earlierPagesAndRefreshes() throws {
    var archive = Archive(loadingShelves("A: a"))
    archive.earlier = .init(cursor: nil)
    let desk = LoadingDesk()
    desk.source.startEarlier = { _ in }
    try desk.source.restore(from: archive)
    #expect(desk.source.phase == .refreshing && desk.source.hasEarlier)
    desk.source.cancel()
    #expect(desk.source.phase == .loaded && desk.source.hasEarlier)
    desk.run { desk.source.refresh() }
    desk.last?.finish(LoadedPage(loadingShelves("B: b")))
    #expect(!desk.source.hasEarlier)
    #expect(try desk.source.archive().earlier == nil)
    archive.earlier = .init(cursor: Data("x".utf8))
    let other = LoadingDesk()
    #expect(throws: DataSourceAnomaly.self) { try other.source.restore(from: archive) }
    #expect(other.anomalyKinds == [.damagedArchive] && !other.source.hasEarlier && other.source.phase == .initial)
    desk.source.startEarlier = nil
    desk.close()
    other.close()
  }

  @Test("A restored source refreshes; without a loader it shows the archive and reports an anomaly")
  func restoredSourcesLoad() throws {
    let desk = LoadingDesk()
    let archive = Archive(loadingShelves("A: a"))
    try desk.source.restore(from: archive, refreshes: false)
    #expect(desk.source.phase == .loaded && desk.loadings.isEmpty)
    desk.run { desk.source.load() }
    #expect(desk.loadings.count == 1)
    let mute = LoadingDesk()
    mute.source.start = nil
    try mute.source.restore(from: archive)
    #expect(mute.source.phase == .loaded && mute.source.loadingText == "A: a" && mute.anomalyKinds == [.noLoader])
  }

  @Test("A cursor of another type is damage, and the list is unchanged")
  func aStrangeCursor() throws {
    let desk = LoadingDesk()
    var archive = Archive(loadingShelves("A: a"))
    archive.cursor = Data("x".utf8)
    #expect(throws: DataSourceAnomaly.self) { try desk.source.restore(from: archive) }
    #expect(desk.anomalyKinds == [.damagedArchive] && desk.takeTrace() == [] && desk.source.phase == .initial)
  }

  @Test("An archive restored in a closure waits for the current event, and is not shown over loaded content")
  func restoredInAClosure() {
    let desk = LoadingDesk()
    defer { desk.close() }
    let archive = Archive(loadingShelves("A: a"))
    let did = desk.source.didTransition
    desk.source.didTransition = { phase in
      did?(phase)
      desk.source.didTransition = did
      desk.last?.finish(LoadedPage(loadingShelves("B: b")))
      try? desk.source.restore(from: archive)
    }
    desk.run { desk.source.load() }
    #expect(desk.source.phase == .loaded && desk.source.loadingText == "B: b" && desk.anomalyKinds == [.wrongPhase])
  }
}
