import Foundation

/// How a history keeps which properties changed: a bit for each.
package enum HistoryBits: Sendable {
  /// As Apple's framework has them. The highest bit of the first byte is for the first property: to-one relationships,
  /// the order keys of those that stand in an ordered relationship, attributes, to-many relationships. In each group
  /// inherited properties come first, and those of one entity by name. Transient ones have no bit.
  case standard
  /// As earlier versions of this package wrote them, and as stores on a server have them: each property by name, the
  /// lowest bit of the first byte for the first.
  case byName

  private typealias Place = EntityLayout.HistoryPlace

  package func bits(of slots: [Int], in entity: EntityLayout) -> Data {
    let wanted = entity.hasComposites ? SlotSet(slots.map(entity.property)) : SlotSet(slots)
    let places = places(of: entity)
    var bytes = [UInt8](repeating: 0, count: (places.count + 7) / 8)
    for (bit, place) in places.enumerated() {
      switch place {
      // An object that comes under another owner gets another place there.
      case .property(let slot), .order(let slot):
        if wanted.contains(slot) { bytes[bit / 8] |= mask(bit) }
      }
    }
    return Data(bytes)
  }

  /// The slots that bits stand for, in ascending order. Bits without a property are passed over.
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
