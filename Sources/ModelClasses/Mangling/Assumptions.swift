/// The conditions that are taken to hold while types are resolved: a name may be declared in several branches of an
/// `#if`, or in one only.
struct Assumptions {
  /// Something that depends on conditions of which nothing is assumed yet.
  struct Undecided: Error {
    let question: String
    /// The conditions of each possible answer; beside these it may be that none holds.
    let options: [[String]]
  }

  private(set) var conditions: [String]
  private var answers: [String: Int?] = [:]

  init(_ conditions: [String]) { self.conditions = conditions }

  /// The index of the option that holds; nil where none does.
  func choice(of question: String, among options: [[String]]) throws -> Int? {
    if let index = options.firstIndex(where: { $0.allSatisfy(conditions.contains) }) { return index }
    if let answer = answers[question] { return answer }
    throw Undecided(question: question, options: options)
  }

  /// These assumptions with each answer that does not contradict them.
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

  /// Whether the options are both branches of an `#if`. Of more branches it is not known: what is written for none of
  /// them is then never compiled.
  private func isComplete(_ options: [[String]]) -> Bool {
    let single = options.map { $0.filter { !conditions.contains($0) } }.filter { $0.count == 1 }.map { $0[0] }
    return single.contains { one in single.contains { Self.isContradiction(one, $0) } }
  }

  /// Returns the condition that not all of these hold.
  private static func none(_ option: [String]) -> String {
    "!(" + (option.count == 1 ? option[0] : option.map { "(\($0))" }.joined(separator: " && ")) + ")"
  }

  private static func isContradiction(_ left: String, _ right: String) -> Bool {
    left == "!(\(right))" || right == "!(\(left))"
  }
}

extension TypeResolver {
  /// Returns the results of a body under each combination of conditions on which the types depend.
  ///
  /// - Parameters:
  ///   - conditions: what holds anyway.
  ///   - body: is called once for each combination, and for some that turn out to be several.
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
