/// Where a property's values are, as an accessor needs it.
struct AccessorPlace {
  enum Form {
    case integer
    case fraction
    case other
    /// The entity has no such property.
    case missing
  }

  var slot: Int
  var form: Form
}

/// The places of an entity's properties by the addresses of their names in accessors: a constant text has one address,
/// so that finding it again costs no look at its letters.
///
/// A hash table with open addressing, filled as accessors are used. A text of another module has another address; where
/// there are more of them than there is room for, the rest is looked up by name each time.
struct AccessorPlaces {
  private var entries: ContiguousArray<(name: UInt, place: AccessorPlace)> = []

  @inline(__always) func place(at address: UInt) -> AccessorPlace? {
    let count = entries.count
    guard count > 0 else { return nil }
    var index = Self.hash(address) & (count - 1)
    while true {
      let entry = entries[index]
      if entry.name == address { return entry.place }
      if entry.name == 0 { return nil }
      index = (index + 1) & (count - 1)
    }
  }

  /// - Parameter properties: how many the entity has.
  mutating func remember(_ place: AccessorPlace, at address: UInt, properties: Int) {
    if entries.isEmpty {
      var count = 8
      while count < properties * 4 { count *= 2 }
      entries = ContiguousArray(repeating: (0, AccessorPlace(slot: 0, form: .missing)), count: count)
    }
    guard address != 0, entries.lazy.filter({ $0.name != 0 }).count < entries.count / 2 else { return }
    var index = Self.hash(address) & (entries.count - 1)
    while entries[index].name != 0 { index = (index + 1) & (entries.count - 1) }
    entries[index] = (address, place)
  }

  @inline(__always) private static func hash(_ address: UInt) -> Int {
    // The low bits of neighbouring texts are alike.
    Int(truncatingIfNeeded: (address ^ (address >> 7)) >> 2)
  }
}
