/// The `#if` directives that enclose a declaration, so that generated code can be put under the same conditions.
struct ConditionStack {
  private struct Level {
    /// The conditions of the earlier branches.
    var earlier: [String] = []
    /// The condition of this branch; nil in `#else`.
    var own: String?
  }

  private var levels: [Level] = []

  mutating func note(_ directive: SwiftToken.Directive, _ condition: String) {
    switch directive {
    case .begin: levels.append(Level(own: condition))
    case .end: _ = levels.popLast()
    case .another, .otherwise:
      guard var level = levels.popLast() else { return }
      if let own = level.own { level.earlier.append(own) }
      level.own = directive == .another ? condition : nil
      levels.append(level)
    }
  }

  /// The condition at each level, outermost first.
  var conditions: [String] {
    levels.map { level in
      (level.earlier.map { "!(\($0))" } + [level.own].compactMap { $0 }.map { level.earlier.isEmpty ? $0 : "(\($0))" })
        .joined(separator: " && ")
    }
  }
}
