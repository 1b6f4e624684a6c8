import SectionedChanges

extension SectionedChangeSet {
  /// The sections of the new list that items came to or left, whatever else happened to them.
  ///
  /// A section is among them also where as many came as left: a header that was made between the stages of a plan may
  /// show another number.
  ///
  /// - Parameter excluded: indices of sections that are left out.
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
  /// The sections that an item came to or left, ascending.
  var countedSections: [Int] {
    switch (left?.section, came?.section) {
    case (let left?, let came?): left == came ? [] : [min(left, came), max(left, came)]
    case (let section?, nil), (nil, let section?): [section]
    case (nil, nil): []
    }
  }
}
