/// The slot of a property, and the type of its values, for an accessor.
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

/// The slots of an entity's properties by the address of the property name in an accessor. A string literal has one
/// address, so that looking it up again compares no characters.
///
/// A hash table with open addressing in unmanaged memory, because reference counting would cost more than the lookup.
/// It is filled when accessors are used, on the context's queue. The same literal has another address in another
/// module. When the table is full, further addresses are looked up by name each time.
struct AccessorPlaces {
  private struct Entry {
    /// The address of the name; 0 in an empty entry.
    var name: UInt
    var place: AccessorPlace
  }

  private var entries: UnsafeMutablePointer<Entry>?
  /// The number of entries, which is a power of two, minus one.
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

  /// - Parameter properties: the number of the entity's properties.
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
    // The low bits of the addresses of neighbouring literals are similar.
    Int(truncatingIfNeeded: (address ^ (address >> 7)) >> 2)
  }
}

extension EntityLayout {
  /// The slot and form of the property that an accessor names.
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
