import Foundation

/// The encodings of a history's changed properties as bits, one for each property.
package enum HistoryBits: Sendable {
  /// Apple's encoding. The highest bit of the first byte belongs to the first property. To-one relationships come
  /// first, then the order keys of ordered relationships' members, attributes and to-many relationships. In each group
  /// inherited properties come first, and the properties of one entity are sorted by name. Transient properties have no
  /// bit.
  case standard
  /// The encoding of earlier versions of this package and of stores on a server. Properties are sorted by name, and the
  /// lowest bit of the first byte belongs to the first one.
  case byName

  private typealias Place = EntityLayout.HistoryPlace

  package func bits(of slots: [Int], in entity: EntityLayout) -> Data {
    let wanted = entity.hasComposites ? SlotSet(slots.map(entity.property)) : SlotSet(slots)
    let places = places(of: entity)
    var bytes = [UInt8](repeating: 0, count: (places.count + 7) / 8)
    for (bit, place) in places.enumerated() {
      switch place {
      // An object that gets another owner also gets another order key.
      case .property(let slot), .order(let slot):
        if wanted.contains(slot) { bytes[bit / 8] |= mask(bit) }
      }
    }
    return Data(bytes)
  }

  /// The slots whose bits are set, in ascending order. Bits that belong to no property are ignored.
  package func slots(in bits: Data, of entity: EntityLayout) -> [Int] {
    bits.withUnsafeBytes { slots(in: $0, of: entity) }
  }

  func slots(in bytes: UnsafeRawBufferPointer, of entity: EntityLayout) -> [Int] {
    var slots: [Int] = []
    for (bit, place) in places(of: entity).enumerated() where bit / 8 < bytes.count && bytes[bit / 8] & mask(bit) != 0 {
      if case .property(let slot) = place { slots += entity.parts(of: slot) }
    }
    return slots.sorted()
  }

  private func mask(_ bit: Int) -> UInt8 {
    switch self {
    case .standard: 0x80 >> UInt8(bit % 8)
    case .byName: 1 << UInt8(bit % 8)
    }
  }

  private func places(of entity: EntityLayout) -> [Place] {
    switch self {
    case .byName: entity.slotsInNameOrder.map { .property($0) }
    case .standard: entity.historyPlaces
    }
  }
}
