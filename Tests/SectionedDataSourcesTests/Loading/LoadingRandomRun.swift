import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Random requests, answers and edits of a source. If they are compared, a naive implementation performs them, too.
final class LoadingRandomRun {
  var random: SeededRandom
  let desk = LoadingDesk()
  var naive = LoadingNaive()
  var log: [String] = []
  /// Whether one more action may be performed within the present one.
  private var mayNest = false
  private var isNested = false
  var faults: [String] = []
  private let isCompared: Bool

  /// - Parameter isCompared: whether the naive implementation takes part. It knows only the actions of this class.
  init(seed: UInt64, isCompared: Bool = true) {
    self.isCompared = isCompared
    random = SeededRandom(seed: seed)
    let source = desk.source
    source.willTransition = { [unowned self] in
      desk.trace.append("will \($0)")
      nest(edits: false)
    }
    source.didTransition = { [unowned self] in
      desk.trace.append("did \($0)")
      nest(edits: true)
    }
    source.willLoad = { [unowned self] in
      desk.trace.append("willLoad \(Self.name($0.request))")
      nest(edits: true)
    }
    source.didLoad = { [unowned self] in
      desk.trace.append("didLoad \(Self.name($0.request)) \($1.result)")
      nest(edits: true)
    }
  }

  static func name(_ request: LoadingRequest<Int>) -> String {
    switch request {
    case .load: "load"
    case .refresh: "refresh"
    case .append: "append"
    }
  }

  func nest(edits: Bool) {
    guard mayNest, random.oneIn(5) else { return }
    mayNest = false
    isNested = true
    act(edits: edits)
    isNested = false
  }

  func step() {
    mayNest = random.oneIn(2)
    act(edits: true)
    mayNest = false
    guard isCompared else { return }
    // The trace of the desk also contains updates and starts.
    let trace = desk.takeTrace().filter { !$0.contains(">") && $0 != "start" }
    if trace != naive.trace { faults.append("\(trace) in the place of \(naive.trace)") }
    naive.trace = []
    let machine = desk.source.machine
    if machine.phase != naive.phase || desk.source.phase != naive.phase {
      faults.append("\(machine.phase) in the place of \(naive.phase)")
    }
    if machine.hasMore != naive.hasMore || machine.didAppendFail != naive.didAppendFail {
      faults.append("hasMore or didAppendFail differ in \(machine.phase)")
    }
    if (desk.source.appendError != nil) != naive.didAppendFail { faults.append("the append's error differs") }
    if (desk.source.current != nil) != (naive.current > 0) { faults.append("a loading is under way, or none") }
    if desk.content.content != naive.books { faults.append("\(desk.source.loadingText) is the wrong content") }
    if !faults.isEmpty { faults.insert(log.suffix(12).joined(separator: "; "), at: 0) }
  }

  private func act(edits: Bool) {
    // A nested action comes after the present one, as in the naive implementation, which performs one action at a time.
    let nested = isNested
    func both(_ text: String, _ plain: @escaping (inout LoadingNaive) -> Void, _ real: () -> Void) {
      log.append((nested ? "nested " : "") + text)
      if !isCompared {
        real()
      } else if nested {
        later.append(plain)
        real()
      } else {
        // The naive implementation goes first, because the actions nested in the real one come after it.
        plain(&naive)
        real()
        while !later.isEmpty { later.removeFirst()(&naive) }
      }
    }
    let source = desk.source
    switch random.below(edits ? 14 : 9) {
    case 0, 1, 2:
      let request = random.one(of: [
        "load", "load", "append", "append", "append", "retry", "declareLoaded", "declareEmpty",
      ])
      both("ask \(request)", { $0.ask(request) }) {
        switch request {
        case "load": random.oneIn(2) ? source.load() : source.refresh()
        case "append": source.append()
        case "retry": source.retry()
        case "declareLoaded": source.declareLoaded()
        default: source.declareEmpty()
        }
      }
    case 3, 4:
      both("turn", { $0.turn() }) { desk.turns.run() }
    case 5, 6:
      guard let number = oneLoading() else { return }
      let page = randomPage(repeats: random.oneIn(4))
      let more = random.oneIn(2)
      both("finish \(number)", { $0.finish(number, page: page, more: more) }) {
        desk.loadings[number - 1].finish(LoadedPage(page, hasMore: more))
      }
    case 7:
      guard let number = oneLoading() else { return }
      both("fail \(number)", { $0.fail(number) }) { desk.loadings[number - 1].fail(LoadingFailure("no")) }
    case 8:
      if random.oneIn(2), let number = oneLoading() {
        both("cancel \(number)", { $0.cancel(number) }) { desk.loadings[number - 1].cancel() }
      } else {
        both(
          "cancel",
          {
            $0.forgetAsked()
            $0.cancel($0.current)
          }, { source.cancel() })
      }
    default: edit(both)
    }
  }

  private var later: [(inout LoadingNaive) -> Void] = []

  /// Usually the last loading; sometimes an older one, which has ended or was dropped.
  private func oneLoading() -> Int? {
    guard !desk.loadings.isEmpty else { return nil }
    return random.oneIn(3) ? 1 + random.below(desk.loadings.count) : desk.loadings.count
  }

  /// - Parameter repeats: whether a book or a shelf may occur twice, as in a server's answer.
  private func randomPage(repeats: Bool = false) -> [LoadingBookContent] {
    var free = Array("abcdefgh").shuffled(using: &random)
    if repeats { free = (free.prefix(3) + free.prefix(3)).shuffled(using: &random) }
    return Array((repeats ? "ABA" : "ABC").prefix(random.below(4))).map { id in
      let books = (0..<random.below(3)).compactMap { _ in
        free.popLast().map { LoadingBook("\($0)\(1 + random.below(2))") }
      }
      return SectionContent(LoadingShelf(id: String(id), title: "\(random.below(3))"), items: books)
    }
  }

  private func edit(
    _ both: (String, @escaping (inout LoadingNaive) -> Void, () -> Void) -> Void
  ) {
    let nested = isNested
    let content = desk.content
    switch random.below(5) {
    case 0:
      both(
        "removeAllItems",
        { $0.edit(isNested: nested) { books in for index in books.indices { books[index].items = [] } } },
        { content.removeAllItems() })
    case 1:
      let page = randomPage()
      both("set", { $0.edit(isNested: nested) { $0 = page } }, { content.set(page) })
    case 2:
      guard let id = content.allItems.randomElement(using: &random)?.id else { return }
      both(
        "remove \(id)",
        {
          $0.edit(isNested: nested) { books in
            for index in books.indices { books[index].items.removeAll { $0.id == id } }
          }
        }, { _ = try? content.remove(id) })
    case 3:
      let book = LoadingBook(random.one(of: ["x", "y", "z"]))
      guard content.numberOfSections > 0, content.place(of: book.id) == nil else { return }
      both(
        "append \(book.id)", { $0.edit(isNested: nested) { $0[0].items.append(book) } },
        { try? content.append(book, toSection: 0) })
    default:
      guard content.numberOfSections > 1 else { return }
      both(
        "moveSection", { $0.edit(isNested: nested) { $0.append($0.removeFirst()) } },
        { try? content.moveSection(from: 0, to: content.numberOfSections - 1) })
    }
  }
}
