/// The slot of a property, and the form of its values, for an accessor.
struct AccessorPlace {
  enum Form {
    case integer
    case fraction
    case text
    case date
    case other
    /// The entity has no such property.
    case missing
  }

  var slot: Int32
  var form: Form

  init(_ slot: Int, _ form: Form) {
    self.slot = Int32(slot)
    self.form = form
  }
}

/// The places of an entity's properties by the addresses of their names in accessors: a constant text has one address,
/// so that finding it again costs no look at its letters.
///
/// A hash table with open addressing in plain memory, since counting references would cost more than the rest. It is
/// filled as accessors are used, on the context's queue. A text of another module has another address; where there are
/// more of them than there is room for, the rest is looked up by name each time.
struct AccessorPlaces {
  private struct Entry {
    /// 0 where there is none.
    var name: UInt
    var place: AccessorPlace
  }

  private var entries: UnsafeMutablePointer<Entry>?
  /// The number of entries, a power of two, less one.
  private var mask = 0
  private var room = 0

  @inline(__always) func place(at address: UInt) -> AccessorPlace? {
    guard let entries else { return nil }
    var index = Self.hash(address) & mask
    while true {
      let entry = entries[index]
      if entry.name == address { return entry.place }
      if entry.name == 0 { return nil }
      index = (index + 1) & mask
    }
  }

  /// - Parameter properties: how many the entity has.
  mutating func remember(_ place: AccessorPlace, at address: UInt, properties: Int) {
    let entries = entries ?? makeEntries(properties)
    guard room > 0, self.place(at: address) == nil else { return }
    room -= 1
    var index = Self.hash(address) & mask
    while entries[index].name != 0 { index = (index + 1) & mask }
    entries[index] = Entry(name: address, place: place)
  }

  mutating func free() {
    entries?.deallocate()
    entries = nil
  }

  private mutating func makeEntries(_ properties: Int) -> UnsafeMutablePointer<Entry> {
    var count = 8
    while count < properties * 4 { count *= 2 }
    let made = UnsafeMutablePointer<Entry>.allocate(capacity: count)
    made.initialize(repeating: Entry(name: 0, place: AccessorPlace(0, .missing)), count: count)
    (entries, mask, room) = (made, count - 1, count / 2)
    return made
  }

  @inline(__always) private static func hash(_ address: UInt) -> Int {
    // The low bits of neighbouring texts are alike.
    Int(truncatingIfNeeded: (address ^ (address >> 7)) >> 2)
  }
}

extension EntityLayout {
  /// The place of the property that an accessor names.
  func place(named name: String) -> AccessorPlace {
    guard let slot = slot(named: name) else { return AccessorPlace(0, .missing) }
    guard case .attribute(let type) = slots[slot].kind else { return AccessorPlace(slot, .other) }
    return switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
      AccessorPlace(slot, .integer)
    case .doubleAttributeType, .floatAttributeType: AccessorPlace(slot, .fraction)
    case .stringAttributeType: AccessorPlace(slot, .text)
    case .dateAttributeType: AccessorPlace(slot, .date)
    default: AccessorPlace(slot, .other)
    }
  }
}
