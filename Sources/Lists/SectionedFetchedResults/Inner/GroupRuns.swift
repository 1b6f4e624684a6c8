import OrderedRows

/// The groups of an inner controller that shows several groups as one section, because it compares keys by their texts.
/// Each group is a run of rows of one section.
package struct GroupRuns {
  /// The start of each group: a section and a row in it, ascending.
  private let starts: [RowPlace]
  private let counts: [Int]

  /// - Parameters:
  ///   - sections: the number of rows of each section.
  ///   - key: the key of the row at a place of a section.
  ///   - isSplit: whether rows of a section may have several keys. If not, no row's key is read.
  /// - Returns: nil when each section is one group.
  package init?(sections: [Int], isSplit: (Int) -> Bool, key: (RowPlace) -> GroupKey) {
    var starts: [RowPlace] = []
    var counts: [Int] = []
    for (section, count) in sections.enumerated() {
      starts.append(RowPlace(section: section, item: 0))
      counts.append(count)
      guard count > 1, isSplit(section) else { continue }
      var last = key(RowPlace(section: section, item: 0))
      for row in 1..<count {
        let next = key(RowPlace(section: section, item: row))
        if next == last { continue }
        last = next
        counts[counts.count - 1] = row - starts[starts.count - 1].item
        starts.append(RowPlace(section: section, item: row))
        counts.append(count - row)
      }
    }
    if starts.count == sections.count { return nil }
    self.starts = starts
    self.counts = counts
  }

  package var count: Int { starts.count }

  package func rowCount(ofGroup group: Int) -> Int { counts[group] }

  /// Converts a place in the groups to one in the controller's sections.
  package func sectionPlace(_ place: RowPlace) -> RowPlace {
    RowPlace(section: starts[place.section].section, item: starts[place.section].item + place.item)
  }

  /// Converts a place in the controller's sections to one in the groups.
  package func groupPlace(_ place: RowPlace) -> RowPlace {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0, starts[low - 1].section == place.section else { return place }
    return RowPlace(section: low - 1, item: place.item - starts[low - 1].item)
  }
}
