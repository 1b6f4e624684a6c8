/// Groups that an inner controller shows as fewer sections, since it compares keys by their texts: each is a run of
/// rows of one section.
package struct GroupRuns {
  /// Where each group begins: a section and a row in it, ascending.
  private let starts: [GroupPlace]
  private let counts: [Int]

  /// - Parameters:
  ///   - sections: the number of rows of each section.
  ///   - key: the key of the row at a place of a section.
  ///   - isSplit: whether rows of a section may have several keys. Where not, no row is asked for its key.
  /// - Returns: nil when each section is one group.
  package init?(sections: [Int], isSplit: (Int) -> Bool, key: (GroupPlace) -> GroupKey) {
    var starts: [GroupPlace] = []
    var counts: [Int] = []
    for (section, count) in sections.enumerated() {
      starts.append(GroupPlace(group: section, row: 0))
      counts.append(count)
      guard count > 1, isSplit(section) else { continue }
      var last = key(GroupPlace(group: section, row: 0))
      for row in 1..<count {
        let next = key(GroupPlace(group: section, row: row))
        if next == last { continue }
        last = next
        counts[counts.count - 1] = row - starts[starts.count - 1].row
        starts.append(GroupPlace(group: section, row: row))
        counts.append(count - row)
      }
    }
    if starts.count == sections.count { return nil }
    self.starts = starts
    self.counts = counts
  }

  package var count: Int { starts.count }

  package func rowCount(ofGroup group: Int) -> Int { counts[group] }

  /// Where a row of a group stands in the sections.
  package func sectionPlace(_ place: GroupPlace) -> GroupPlace {
    GroupPlace(group: starts[place.group].group, row: starts[place.group].row + place.row)
  }

  /// The group and the row in it of a place in the sections.
  package func groupPlace(_ place: GroupPlace) -> GroupPlace {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0, starts[low - 1].group == place.group else { return place }
    return GroupPlace(group: low - 1, row: place.row - starts[low - 1].row)
  }
}
