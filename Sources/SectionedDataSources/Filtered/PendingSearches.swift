/// The open questions of a search that is answered later.
///
/// A new query is one question about all items, and cancels all questions before it. While it is open, items that are
/// inserted or change are asked about separately; of two answers about an item, the one to the later question counts.
/// Answers that arrive before that about all items are kept until then: a list shows the matches of one query only.
@usableFromInline
final class PendingSearches<ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Key = ListedID<ItemID>
  @usableFromInline
  typealias Question = SearchQuestion<ItemID>

  /// The answer to a question, as far as it is still valid.
  @usableFromInline
  struct Answer {
    /// Whether the answer is about all items of the base; if not, it is about `candidates`.
    @usableFromInline
    let isWhole: Bool
    @usableFromInline
    let candidates: [Key]
    @usableFromInline
    let matches: Set<Key>
    /// Items that are the subject of a later question, which is still open.
    @usableFromInline
    let undecided: Set<Key>
  }

  @usableFromInline
  let ask: (Question) -> Void
  /// Called with each answer.
  @usableFromInline
  var receive: ((Answer) -> Void)?
  /// Whether all items have to be asked about.
  @usableFromInline
  var needsWhole = false

  @usableFromInline
  var number = 0
  @usableFromInline
  var open: [Int: Question] = [:]
  @usableFromInline
  var whole: Int?
  /// The last question about each item, among those asked since the last one about all.
  @usableFromInline
  var latest: [Key: Int] = [:]
  /// Matches that were answered before the question about all items.
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

  /// Records that an item left the base: no open question is about it any more.
  @inlinable
  func forget(_ key: Key) {
    guard isAwaiting else { return }
    latest[key] = .max
    early.remove(key)
  }

  /// Makes a question, which is open from now on and has to be sent.
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
