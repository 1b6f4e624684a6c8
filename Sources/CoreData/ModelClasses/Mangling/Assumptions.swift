/// The conditions that are assumed while types are resolved, because a name may be declared in one or several branches
/// of an `#if`.
struct Assumptions {
  /// The error for a question that depends on conditions about which nothing is assumed yet.
  struct Undecided: Error {
    let question: String
    /// The conditions of each possible answer. It is also possible that none of them holds.
    let options: [[String]]
  }

  private(set) var conditions: [String]
  private var answers: [String: Int?] = [:]

  init(_ conditions: [String]) { self.conditions = conditions }

  /// The index of the option whose conditions hold; nil if none does.
  func choice(of question: String, among options: [[String]]) throws -> Int? {
    if let index = options.firstIndex(where: { $0.allSatisfy(conditions.contains) }) { return index }
    if let answer = answers[question] { return answer }
    throw Undecided(question: question, options: options)
  }

  /// These assumptions, extended by each answer that does not contradict them.
  func answering(_ undecided: Undecided) -> [Assumptions] {
    let possible = undecided.options.enumerated().filter { !isExcluded($0.element) }
    var result = possible.map { assuming($0.element, answer: $0.offset, to: undecided.question) }
    if !isComplete(possible.map(\.element)) {
      result.append(assuming(possible.map { Self.none($0.element) }, answer: nil, to: undecided.question))
    }
    return result
  }

  private func assuming(_ added: [String], answer: Int?, to question: String) -> Assumptions {
    var assumptions = self
    assumptions.conditions += added.filter { !conditions.contains($0) }
    assumptions.answers[question] = .some(answer)
    return assumptions
  }

  private func isExcluded(_ option: [String]) -> Bool {
    option.contains { one in conditions.contains { Self.isContradiction($0, one) } }
  }

  /// Whether the options are the two branches of an `#if`, so that one of them always holds. More branches are not
  /// recognized; the code for the case that none holds is then never compiled.
  private func isComplete(_ options: [[String]]) -> Bool {
    let single = options.map { $0.filter { !conditions.contains($0) } }.filter { $0.count == 1 }.map { $0[0] }
    return single.contains { one in single.contains { Self.isContradiction(one, $0) } }
  }

  /// The condition that at least one of the given conditions does not hold.
  private static func none(_ option: [String]) -> String {
    "!(" + (option.count == 1 ? option[0] : option.map { "(\($0))" }.joined(separator: " && ")) + ")"
  }

  private static func isContradiction(_ left: String, _ right: String) -> Bool {
    left == "!(\(right))" || right == "!(\(left))"
  }
}

extension TypeResolver {
  /// Returns the results of a closure under each combination of conditions that affects the types.
  ///
  /// - Parameters:
  ///   - conditions: the conditions that hold in any case.
  ///   - body: called for each combination, and for incomplete combinations, whose results are discarded.
  func alternatives<Value>(
    under conditions: [String], _ body: (TypeResolver) throws -> Value
  ) -> [(conditions: [String], result: Result<Value, any Error>)] {
    var results: [(conditions: [String], result: Result<Value, any Error>)] = []
    var open = [Assumptions(conditions)]
    while let assumptions = open.popLast() {
      var resolver = self
      resolver.assumptions = assumptions
      let result = Result { try body(resolver) }
      if case .failure(let undecided as Assumptions.Undecided) = result {
        open += assumptions.answering(undecided).reversed()
      } else {
        results.append((Array(assumptions.conditions.dropFirst(conditions.count)), result))
      }
    }
    return results
  }
}
