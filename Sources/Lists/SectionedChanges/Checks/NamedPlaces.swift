import OrderedRows

/// The places that a change set names in one list, each with the kind of its change.
struct NamedPlaces {
  let noun: String
  let list: String
  private var named: [(place: ItemPlace, change: Change)] = []

  /// The kind of change that names a place. Stored as a number instead of a text, because there may be many places.
  enum Change: UInt8, CustomStringConvertible {
    case deleted, inserted, movedFrom, movedTo, updated, taken, brought

    var description: String {
      switch self {
      case .deleted: "deleted"
      case .inserted: "inserted"
      case .movedFrom: "moved from"
      case .movedTo: "moved to"
      case .updated: "updated"
      case .taken: "taken"
      case .brought: "brought"
      }
    }
  }

  init(noun: String, list: String) {
    self.noun = noun
    self.list = list
  }

  private func text(_ place: ItemPlace) -> String { noun == "section" ? "\(place.item)" : "\(place)" }

  /// Adds the indices of sections, which must be sorted and less than a count.
  mutating func add(_ indices: [Int], _ change: Change, below count: Int, inOrder: Bool = true) throws {
    if indices.isEmpty { return }
    for index in indices where index < 0 || index >= count {
      throw SectionedChangeError(
        .placeOutOfBounds, "A \(noun) is \(change) \(list) \(index); the \(list) list has \(count) sections.")
    }
    try add(indices.map { ItemPlace(section: 0, item: $0) }, change, inOrder: inOrder)
  }

  /// Adds the places of items. Their sections must exist, and must not be among the given sorted sections, in which
  /// this kind of change is not allowed.
  mutating func add(
    _ places: [ItemPlace], _ change: Change, in sections: Range<Int>, but wrong: [Int], _ kind: String,
    inOrder: Bool = true
  ) throws {
    if places.isEmpty { return }
    try checkSections(of: places, change, in: sections)
    for place in places where wrong.holdsAscending(place.section) {
      throw SectionedChangeError(
        .wrongElement, "The \(noun) \(change) \(list) \(place) is in \(kind), which takes or brings it.")
    }
    try add(places, change, inOrder: inOrder)
  }

  /// Adds the places of items. Their sections must exist, and must be among the given sorted sections.
  mutating func add(
    _ places: [ItemPlace], _ change: Change, in sections: Range<Int>, only right: [Int], _ kind: String
  ) throws {
    if places.isEmpty { return }
    try checkSections(of: places, change, in: sections)
    for place in places where !right.holdsAscending(place.section) {
      throw SectionedChangeError(
        .wrongElement, "The \(noun) \(change) with its section at \(list) \(place) is in one that is not \(kind).")
    }
    try add(places, change, inOrder: true)
  }

  private func checkSections(of places: [ItemPlace], _ change: Change, in sections: Range<Int>) throws {
    for place in places where !sections.contains(place.section) {
      throw SectionedChangeError(
        .placeOutOfBounds,
        "An \(noun) is \(change) \(list) \(place); the \(list) list has \(sections.count) sections.")
    }
  }

  private mutating func add(_ places: [ItemPlace], _ change: Change, inOrder: Bool) throws {
    var last: ItemPlace?
    for place in places {
      if inOrder, let last, place <= last {
        throw SectionedChangeError(
          place == last ? .placeNamedTwice : .placesOutOfOrder,
          "The \(noun) \(change) \(list) \(text(place)) comes after the one \(change) \(text(last)); they must ascend.")
      }
      named.append((place, change))
      last = place
    }
  }

  /// Checks every place against the number of items in its section.
  func checkBounds(_ count: (Int) -> Int) throws {
    var section = -1
    var bound = 0
    for (place, change) in named {
      if place.section != section {
        section = place.section
        bound = count(section)
      }
      if place.item < 0 || place.item >= bound {
        throw SectionedChangeError(
          .placeOutOfBounds,
          "An \(noun) is \(change) \(list) \(place); \(list) section \(section) has \(bound) items.")
      }
    }
  }

  /// Checks that no place is named twice.
  mutating func checkDisjoint() throws {
    if named.count < 2 { return }
    named.sort { $0.place < $1.place }
    for (first, second) in zip(named, named.dropFirst()) where first.place == second.place {
      throw SectionedChangeError(
        .placeNamedTwice,
        "The \(noun) at \(list) \(text(first.place)) is both \(first.change) and \(second.change) that place.")
    }
  }
}

extension [Int] {
  /// Whether a sorted array contains a number. O(log count).
  fileprivate func holdsAscending(_ number: Int) -> Bool {
    let index = partitionPoint { $0 >= number }
    return index < count && self[index] == number
  }
}
