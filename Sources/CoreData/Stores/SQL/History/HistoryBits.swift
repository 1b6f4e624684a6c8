import Foundation

/// How a history keeps which properties changed.
///
/// A bit stands for each property of an entity, by name, the lowest of the first byte for the first. Which bit Apple's
/// framework takes for which property is not known. By names it does not depend on how slots are numbered here.
enum HistoryBits {
  static func bits(of slots: [Int], in entity: EntityLayout) -> Data {
    let wanted = entity.hasComposites ? SlotSet(slots.map(entity.property)) : SlotSet(slots)
    var bytes = [UInt8](repeating: 0, count: (entity.slotsInNameOrder.count + 7) / 8)
    for (bit, slot) in entity.slotsInNameOrder.enumerated() where wanted.contains(slot) {
      bytes[bit / 8] |= 1 << (bit % 8)
    }
    return Data(bytes)
  }

  /// The slots that bits stand for, in ascending order. Bits without a property are passed over.
  static func slots(in bits: Data, of entity: EntityLayout) -> [Int] {
    bits.withUnsafeBytes { slots(in: $0, of: entity) }
  }

  static func slots(in bytes: UnsafeRawBufferPointer, of entity: EntityLayout) -> [Int] {
    var slots: [Int] = []
    for (bit, slot) in entity.slotsInNameOrder.enumerated()
    where bit / 8 < bytes.count && bytes[bit / 8] & 1 << (bit % 8) != 0 {
      slots += entity.parts(of: slot)
    }
    return slots.sorted()
  }
}
