import SectionedChanges

extension SectionedChangeSet {
  /// The sections of the new list that gained or lost items, also if these sections changed otherwise.
  ///
  /// A section is listed even if it gained as many items as it lost, because a header that was made between the stages
  /// of a plan may show another number.
  ///
  /// - Parameter excluded: indices of sections to leave out.
  /// - Returns: indices, ascending.
  /// - Complexity: O(changes · log changes).
  package func countedSections(without excluded: [Int]) -> [Int] {
    guard !items.deleted.isEmpty || !items.inserted.isEmpty || !items.moved.isEmpty else { return [] }
    var sections = Set(items.inserted.map(\.place.section))
    let map = PlaceMap(self)
    for item in items.deleted {
      if let section = map.newSection(ofOld: item.place.section) { sections.insert(section) }
    }
    for move in items.moved {
      let left = map.newSection(ofOld: move.from.section)
      if left == move.to.section { continue }
      sections.insert(move.to.section)
      if let left { sections.insert(left) }
    }
    return sections.subtracting(excluded).sorted()
  }
}

extension OneItemChange {
  /// The sections that gained or lost the item, ascending. Empty if the item stays in its section.
  var countedSections: [Int] {
    switch (left?.section, came?.section) {
    case (let left?, let came?): left == came ? [] : [min(left, came), max(left, came)]
    case (let section?, nil), (nil, let section?): [section]
    case (nil, nil): []
    }
  }
}
