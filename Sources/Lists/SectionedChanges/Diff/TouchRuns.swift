import OrderedRows

/// Sorted touched elements, grouped into one run for each section that has any.
struct TouchRuns {
  /// The sections of the runs, sorted.
  private(set) var sections: [Int] = []
  /// The start of each run, followed by the end of the last run.
  private var starts: [Int] = []

  /// - Parameter places: the places of the touched elements, sorted.
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

  /// The range of touched elements in a run.
  subscript(run: Int) -> Range<Int> { starts[run]..<starts[run + 1] }

  /// The range of touched elements in a section; empty if there are none.
  ///
  /// - Parameter hint: the last run found; 0 at first. If sections are requested in ascending order, this makes the
  ///   search O(1); otherwise it is O(log runs).
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
