/// Keeps the questions of a search that is answered later.
///
/// A new query is one question about all items, and ends all questions before it. While it is awaited, items that come
/// or change are questions of their own, and of two answers about an item the one to the later question counts. What is
/// answered before the question about all is kept until that is answered: a list shows matches of one query.
@usableFromInline
final class SearchDesk<ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias Key = ListedID<ItemID>
  @usableFromInline
  typealias Question = SearchQuestion<ItemID>

  /// What is known of some items.
  @usableFromInline
  struct Answer {
    /// Whether it is about all items of the base; else about `candidates`.
    @usableFromInline
    let isWhole: Bool
    @usableFromInline
    let candidates: [Key]
    @usableFromInline
    let matches: Set<Key>
    /// Items about which a later question was asked, whose answer is awaited.
    @usableFromInline
    let undecided: Set<Key>
  }

  @usableFromInline
  let ask: (Question) -> Void
  /// Is handed an answer.
  @usableFromInline
  var receive: ((Answer) -> Void)?
  /// Whether all items are to be asked about.
  @usableFromInline
  var needsWhole = false

  @usableFromInline
  var number = 0
  @usableFromInline
  var open: [Int: Question] = [:]
  @usableFromInline
  var whole: Int?
  /// The last question about an item, of those asked since the last one about all.
  @usableFromInline
  var latest: [Key: Int] = [:]
  /// Answers that came before that to the question about all.
  @usableFromInline
  var early: Set<Key> = []

  @inlinable
  init(_ ask: @escaping (Question) -> Void) { self.ask = ask }

  @inlinable
  var isAwaiting: Bool { !open.isEmpty }

  /// Ends all questions.
  @inlinable
  func cancelAll() {
    let questions = open.values.sorted { $0.number < $1.number }
    (open, whole, latest, early) = ([:], nil, [:], [])
    for question in questions { question.cancel() }
  }

  /// Notes that an item left: no answer that is awaited is about it.
  @inlinable
  func forget(_ key: Key) {
    guard isAwaiting else { return }
    latest[key] = .max
    early.remove(key)
  }

  /// Makes a question, whose answer is awaited from now on. It is to be sent.
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

  /// Sends a question, unless it was ended meanwhile.
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
