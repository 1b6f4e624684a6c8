extension TerminalColumn {
  /// The width of each column, with one space between two. If there is too little room, the last columns have the width
  /// 0.
  static func widths(of columns: [TerminalColumn], in total: Int) -> [Int] {
    var shown = columns.count
    while shown > 1, need(columns.prefix(shown)) > total { shown -= 1 }
    let least = columns.prefix(shown).map(\.least)
    var widths = least + Array(repeating: 0, count: columns.count - shown)
    guard shown > 0 else { return widths }
    var rest = total - need(columns.prefix(shown))
    if rest < 0 {
      // Even the first column alone does not fit.
      widths[0] = max(0, total)
      return widths
    }
    var weights = columns.prefix(shown).reduce(0) { $0 + $1.weight }
    for index in 0..<shown where columns[index].weight > 0 {
      let share = rest * columns[index].weight / weights
      widths[index] += share
      rest -= share
      weights -= columns[index].weight
    }
    return widths
  }

  private static func need(_ columns: some Collection<TerminalColumn>) -> Int {
    columns.reduce(-1) { $0 + $1.least + 1 }
  }

  private var least: Int {
    switch width {
    case .fixed(let columns): max(0, min(columns, 10_000))
    case .flexible(let minimum, _): max(0, min(minimum, 10_000))
    }
  }

  private var weight: Int {
    switch width {
    case .fixed: 0
    case .flexible(_, let weight): max(1, min(weight, 10_000))
    }
  }
}
