import OrderedRows

/// Sorted touches as runs, one for each section that has any.
struct TouchRuns {
  /// The sections of the runs, ascending.
  private(set) var sections: [Int] = []
  /// The start of each run, and behind them the end of the last one.
  private var starts: [Int] = []

  /// - Parameter places: the touches' places, ascending.
  init(_ places: some Sequence<ItemPlace>) {
    var count = 0
    for place in places {
      if sections.last != place.section {
        sections.append(place.section)
        starts.append(count)
      }
      count += 1
    }
    starts.append(count)
  }

  var count: Int { sections.count }

  /// The touches of the run with a number.
  subscript(run: Int) -> Range<Int> { starts[run]..<starts[run + 1] }

  /// The touches of a section, none if it has no run.
  ///
  /// - Parameter hint: the number of the run that was found last, 0 at first: sections asked for in order are found at
  ///   once, all else in O(log runs).
  func touches(of section: Int, near hint: inout Int) -> Range<Int> {
    var steps = 0
    while hint < sections.count, sections[hint] < section, steps < 8 {
      hint += 1
      steps += 1
    }
    let isFound = (hint == 0 || sections[hint - 1] < section) && (hint == sections.count || sections[hint] >= section)
    if !isFound { hint = sections.partitionPoint { $0 >= section } }
    return hint < sections.count && sections[hint] == section ? self[hint] : 0..<0
  }
}
