/// The open questions of a search that is answered later.
///
/// A new query asks one question about all items, and cancels all questions before it. While that question is open,
/// inserted and changed items are asked about in questions of their own. If an item is in several questions, the answer
/// to the latest one counts. Answers that arrive before the answer about all items are kept until then, because the
/// list shows the matches of one query only.
@usableFromInline
final class PendingSearches<ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Key = ListedID<ItemID>
  @usableFromInline
  typealias Question = SearchQuestion<ItemID>

  /// The answer to a question, without the parts that are no longer valid.
  @usableFromInline
  struct Answer {
    /// Whether the answer is about all items of the base. Otherwise it is about `candidates`.
    @usableFromInline
    let isWhole: Bool
    @usableFromInline
    let candidates: [Key]
    @usableFromInline
    let matches: Set<Key>
    /// The items of later questions that are still open.
    @usableFromInline
    let undecided: Set<Key>
  }

  @usableFromInline
  let ask: (Question) -> Void
  /// Called with each answer.
  @usableFromInline
  var receive: ((Answer) -> Void)?
  /// Whether the next step has to ask about all items.
  @usableFromInline
  var needsWhole = false

  @usableFromInline
  var number = 0
  @usableFromInline
  var open: [Int: Question] = [:]
  @usableFromInline
  var whole: Int?
  /// The number of the last question about each item, since the last question about all items.
  @usableFromInline
  var latest: [Key: Int] = [:]
  /// The matches by answers that arrived before the answer about all items.
  @usableFromInline
  var early: Set<Key> = []

  @inlinable
  init(_ ask: @escaping (Question) -> Void) { self.ask = ask }

  @inlinable
  var isAwaiting: Bool { !open.isEmpty }

  /// Cancels all questions.
  @inlinable
  func cancelAll() {
    let questions = open.values.sorted { $0.number < $1.number }
    (open, whole, latest, early) = ([:], nil, [:], [])
    for question in questions { question.cancel() }
  }

  /// Records that an item left the base, so that answers to open questions about it are ignored.
  @inlinable
  func forget(_ key: Key) {
    guard isAwaiting else { return }
    latest[key] = .max
    early.remove(key)
  }

  /// Makes a question. It is open from now on, and the caller has to send it.
  @inlinable
  func question(_ query: SearchQuery, about candidates: [Key], isWhole: Bool) -> Question {
    if isWhole { cancelAll() }
    number += 1
    if isWhole {
      whole = number
    } else {
      for key in candidates {
        latest[key] = number
        early.remove(key)
      }
    }
    let question = Question(number: number, query: query, candidates: candidates, isWhole: isWhole) {
      [weak self] in self?.take($0, $1)
    }
    open[number] = question
    return question
  }

  /// Sends a question, unless it was cancelled meanwhile.
  @inlinable
  func send(_ question: Question) { if question.isCurrent { ask(question) } }

  @usableFromInline
  func take(_ question: Question, _ matches: Set<Key>) {
    guard open.removeValue(forKey: question.number) != nil else { return }
    let candidates = question.candidates.filter { (latest[$0] ?? question.number) <= question.number }
    var matches = matches.intersection(candidates)
    if question.isWhole {
      matches.formUnion(early)
      (whole, early) = (nil, [])
    } else if whole != nil {
      return early.formUnion(matches)
    }
    let undecided = Set(latest.filter { open[$0.value] != nil }.keys)
    if open.isEmpty { latest = [:] }
    receive?(Answer(isWhole: question.isWhole, candidates: candidates, matches: matches, undecided: undecided))
  }
}
