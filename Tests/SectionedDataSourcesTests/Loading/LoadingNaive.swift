import SectionedDataSources

/// A naive implementation of the loading machine and its source, from the same tables.
struct LoadingNaive {
  var phase = LoadingPhase.initial
  var source = LoadingPhase.initial
  var hasMore = true
  var didAppendFail = false
  /// The number of the loading in progress; 0 for none.
  var current = 0
  var loadings = 0
  var requests: [String] = []
  /// The last request of the turn, except requests for the next page.
  var asked: String?
  /// Whether the next page was requested in this turn.
  var asksForMore = false
  var books: [LoadingBookContent] = []
  var trace: [String] = []

  var isEmpty: Bool { books.allSatisfy { $0.items.isEmpty } }

  mutating func enter(_ next: LoadingPhase, quietly: Bool = false) {
    if !quietly { trace.append("will \(next)") }
    let old = phase
    phase = next
    didAppendFail = false
    trace.append("did \(old)")
  }

  mutating func begin(_ next: LoadingPhase) {
    trace.append("will \(next)")
    let old = phase
    (source, phase, didAppendFail) = (phase == .appending ? source : phase, next, false)
    startLoading()
    trace.append("did \(old)")
  }

  mutating func startLoading() {
    loadings += 1
    current = loadings
    requests.append(phase == .loading ? "load" : phase == .appending ? "append" : "refresh")
    trace.append("willLoad \(requests[loadings - 1])")
  }

  mutating func ask(_ request: String) {
    if request == "append" { asksForMore = true } else { asked = request }
  }

  mutating func forgetAsked() { (asked, asksForMore) = (nil, false) }

  /// Ends a turn. A request for the next page is dropped if another request has an effect.
  mutating func turn() {
    let (request, more, before) = (asked, asksForMore, (phase, loadings))
    forgetAsked()
    if let request { perform(request) }
    if more, before == (phase, loadings) { perform("append") }
  }

  private mutating func perform(_ request: String) {
    switch (request, phase) {
    case ("load", .initial): begin(.loading)
    case ("load", .loaded), ("load", .empty), ("load", .failed), ("load", .appending), ("retry", .failed):
      begin(.refreshing)
    case ("load", .loading), ("load", .refreshing): startLoading()
    case ("append", .loaded): if hasMore { begin(.appending) }
    case ("retry", .loaded): if didAppendFail { begin(.appending) }
    case ("declareLoaded", .initial), ("declareLoaded", .empty), ("declareLoaded", .failed):
      enter(.loaded)
      hasMore = true
    case ("declareEmpty", .initial), ("declareEmpty", .loaded), ("declareEmpty", .failed):
      enter(.empty)
      hasMore = false
    default: break
    }
  }

  mutating func finish(_ loading: Int, page: [LoadingBookContent], more: Bool) {
    guard loading == current else { return }
    let request = requests[loading - 1]
    let none = page.allSatisfy { $0.items.isEmpty }
    current = 0
    let result = more ? "complete" : none ? "empty" : "partial"
    let target: LoadingPhase
    if phase == .appending {
      target = result == "empty" && source == .empty ? .empty : .loaded
      books = MergeStrategy.updateInPlace.merging(page, into: books, sectionID: \.id, itemID: \.id)
    } else {
      target = result == "empty" ? .empty : .loaded
      books = Self.once(page)
    }
    enter(target)
    hasMore = more
    trace.append("didLoad \(request) \(result)")
  }

  /// Returns a page in which each item occurs once: its last version, at its first position. Sections keep their order.
  static func once(_ page: [LoadingBookContent]) -> [LoadingBookContent] {
    var last: [String: LoadingBook] = [:]
    for part in page { for book in part.items { last[book.id] = book } }
    var result: [LoadingBookContent] = []
    for part in page {
      let index = result.firstIndex { $0.section.id == part.section.id } ?? result.count
      if index == result.count { result.append(SectionContent(part.section)) }
      result[index].section = part.section
      result[index].items += part.items.compactMap { last.removeValue(forKey: $0.id) }
    }
    return result
  }

  mutating func fail(_ loading: Int) {
    guard loading == current else { return }
    current = 0
    let request = requests[loading - 1]
    if phase == .appending {
      enter(source == .empty ? .empty : .loaded)
      didAppendFail = phase == .loaded
    } else {
      enter(.failed)
    }
    trace.append("didLoad \(request) failed")
  }

  mutating func cancel(_ loading: Int) {
    guard loading == current, current > 0 else { return }
    current = 0
    enter(source)
    trace.append("didLoad \(requests[loading - 1]) cancelled")
  }

  /// - Parameters:
  ///   - isNested: whether the edit was made in a closure of the source.
  ///   - change: edits the books.
  mutating func edit(isNested: Bool, _ change: (inout [LoadingBookContent]) -> Void) {
    let before = isEmpty
    change(&books)
    guard isEmpty != before else { return }
    switch phase {
    case .loaded: if isEmpty { enter(.empty, quietly: !isNested) }
    case .empty: if !isEmpty { enter(.loaded, quietly: !isNested) }
    case .loading, .refreshing, .appending:
      if isEmpty, source == .loaded { source = .empty } else if !isEmpty, source == .empty { source = .loaded }
    case .initial, .failed: break
    }
  }
}
