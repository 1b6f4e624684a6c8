import SectionedChanges
import SectionedDataSources
import SectionedTesting

struct LoadingShelf: Identifiable, Equatable, Codable, Sendable {
  var id: String
  var title = ""
}

struct LoadingBook: Identifiable, Equatable, Codable, Sendable {
  var id: String
  var edition = 1

  /// Makes a book from a text such as `a2`, the second edition of a.
  init(_ text: String) {
    id = String(text.prefix(1))
    edition = Int(text.dropFirst()) ?? 1
  }

  var text: String { edition == 1 ? id : "\(id)\(edition)" }
}

typealias LoadingBooks = LoadingList<LoadingShelf, LoadingBook, Int>
typealias LoadingBookContent = SectionContent<LoadingShelf, LoadingBook>

struct LoadingFailure: Error, Equatable, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

/// Makes a shelf with books from a text such as `A: a1 b1`.
func loadingShelf(_ text: String) -> LoadingBookContent {
  let parts = text.split(separator: ":")
  let books = parts.count > 1 ? parts[1].split(separator: " ").map { LoadingBook(String($0)) } : []
  return SectionContent(LoadingShelf(id: String(parts[0])), items: books)
}

func loadingShelves(_ text: String) -> [LoadingBookContent] {
  text.split(separator: "|").map { loadingShelf($0.split(separator: " ").joined(separator: " ")) }
}

extension SectionedDataSource where Section == LoadingShelf, Item == LoadingBook {
  /// The content in the form `A: a b | B:`.
  var loadingText: String {
    (0..<snapshot.numberOfSections).map { index in
      "\(section(at: index)?.id ?? "?"):" + items(inSection: index).map { " \($0.text)" }.joined()
    }.joined(separator: " | ")
  }
}

/// A scheduler whose turns the test runs.
final class LoadingTurns {
  private var turn: [() -> Void] = []

  var scheduler: LoadingScheduler { LoadingScheduler { [weak self] in self?.turn.append($0) } }
  var count: Int { turn.count }

  func run() {
    let turn = turn
    self.turn = []
    for body in turn { body() }
  }
}

/// A source whose loadings the test ends, with a trace of its notifications.
final class LoadingDesk {
  let turns = LoadingTurns()
  let content: MemoryList<LoadingShelf, LoadingBook>
  let source: LoadingBooks
  let anomalies: AnomalyHandler
  private(set) var loadings: [LoadingBooks.Loading] = []
  var trace: [String] = []
  private var token: ObservationToken?
  private let found = LoadingFound()

  init(
    _ content: String = "", strategy: MergeStrategy = .updateInPlace, timing: LoadingTiming = LoadingTiming()
  ) {
    let found = found
    anomalies = AnomalyHandler { found.append($0) }
    self.content = MemoryList(loadingShelves(content), anomalies: anomalies)
    source = LoadingBooks(
      self.content, cursor: Int.self, strategy: strategy, timing: timing, scheduler: turns.scheduler, isolation: nil)
    source.start = { [unowned self] loading in
      loadings.append(loading)
      trace.append("start")
    }
    source.willTransition = { [unowned self] in trace.append("will \($0) in \(source.phase)") }
    source.didTransition = { [unowned self] in trace.append("did \($0) in \(source.phase)") }
    source.willLoad = { [unowned self] in trace.append("willLoad \($0.request)") }
    source.didLoad = { [unowned self] in trace.append("didLoad \($0.request) \($1.result)") }
    token = source.observe { [unowned self] update in
      trace.append("\(update.oldPhase)>\(update.phase) \(source.loadingText)")
    }
  }

  var last: LoadingBooks.Loading? { loadings.last }
  var anomalyKinds: [DataSourceAnomaly.Kind] { found.kinds }

  /// Makes requests, and runs their turn.
  func run(_ ask: () -> Void) {
    ask()
    turns.run()
  }

  /// Removes the closures that a test has set, because they retain the desk.
  func close() {
    source.start = nil
    source.willTransition = nil
    source.didTransition = nil
    source.willLoad = nil
    source.didLoad = nil
  }

  /// Returns the notifications since the last call.
  func takeTrace() -> [String] {
    defer { trace = [] }
    return trace
  }

  /// Loads a first page.
  func load(_ text: String, cursor: Int? = nil, hasMore: Bool = true) {
    run { source.load() }
    last?.finish(LoadedPage(loadingShelves(text), cursor: cursor, hasMore: hasMore))
    trace = []
  }
}

final class LoadingFound: @unchecked Sendable {
  // Used on one thread only.
  private(set) var kinds: [DataSourceAnomaly.Kind] = []
  func append(_ anomaly: DataSourceAnomaly) { kinds.append(anomaly.kind) }
}

/// Checks the laws of updates: each update begins with the last one's list, has the least changes, and leads to its new
/// list.
final class LoadingLaws<Source: SectionedDataSource> {
  private let source: Source
  private let text: (Source.Item) -> String
  private var seen: Source.Snapshot
  private var phase: LoadingPhase
  private var numbers = Numbering<ListedID<Source.SectionID>, ListedID<Source.ItemID>>()
  private var models: [ListedID<Source.ItemID>: (revision: Int, text: String)] = [:]
  private(set) var faults: [String] = []
  private(set) var updates = 0
  private var token: ObservationToken?

  init(_ source: Source, text: @escaping (Source.Item) -> String) {
    self.source = source
    self.text = text
    seen = source.snapshot
    phase = source.phase
    token = source.observe { [unowned self] in check($0) }
    settle()
  }

  private func expect(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { faults.append(law()) }
  }

  private func check(_ update: Source.Update) {
    updates += 1
    expect(!update.isEmpty, "an update is empty")
    expect(update.old == seen, "an update begins with \(update.old) and not with \(seen)")
    expect(update.oldPhase == phase, "an update begins in \(update.oldPhase) and not in \(phase)")
    seen = update.new
    phase = update.phase
    do {
      let (old, new) = (numbers.list(update.old), numbers.list(update.new))
      let least = try ChangeLaws.verify(from: old, to: new, views: [.table])
      let changes = numbers.changes(update.changes)
      expect(changes == least, "\(changes) is not the least \(least)")
      expect(try update.changes.apply(to: update.old, contentOf: update.new) == update.new, "does not apply")
    } catch {
      faults.append("\(error)")
    }
  }

  /// Checks the laws that hold while no update is in progress.
  func settle() {
    expect(seen == source.snapshot, "the source shows \(source.snapshot), and \(seen) was notified")
    expect(phase == source.phase, "the source is \(source.phase), and \(phase) was notified")
    var next: [ListedID<Source.ItemID>: (revision: Int, text: String)] = [:]
    for (index, section) in source.snapshot.sections.enumerated() {
      expect(source.index(ofSection: section.id) == index, "section \(section.id) is not found at \(index)")
      expect(source.section(for: section.id) != nil, "section \(section.id) has no model")
      for (item, element) in section.items.enumerated() {
        let place = ItemPlace(section: index, item: item)
        expect(source.place(of: element.id) == place, "\(element.id) is not found at \(place)")
        guard let model = source.item(for: element.id).map(text) else {
          faults.append("\(element.id) has no model")
          continue
        }
        if let old = models[element.id], old.revision == element.revision {
          expect(old.text == model, "\(element.id) changed from \(old.text) to \(model) with one revision")
        }
        next[element.id] = (element.revision, model)
      }
    }
    models = next
  }
}
