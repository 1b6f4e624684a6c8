import Foundation

/// How a history keeps which properties changed.
enum HistoryBits {
  /// The slots of an entity's properties by name: a bit stands for each, the lowest of the first byte for the first.
  ///
  /// Which bit Apple's framework takes for which property is not known. By names it does not depend on how slots are
  /// numbered here.
  private static func slotsByBit(_ entity: EntityLayout) -> [Int] {
    entity.slots.indices.sorted { entity.slots[$0].name < entity.slots[$1].name }
  }

  static func bits(of slots: [Int], in entity: EntityLayout) -> Data {
    let wanted = Set(slots)
    var bytes = [UInt8](repeating: 0, count: (entity.slots.count + 7) / 8)
    for (bit, slot) in slotsByBit(entity).enumerated() where wanted.contains(slot) {
      bytes[bit / 8] |= 1 << (bit % 8)
    }
    return Data(bytes)
  }

  /// The slots that bits stand for, in ascending order. Bits without a property are passed over.
  static func slots(in bits: Data, of entity: EntityLayout) -> [Int] {
    let bytes = Array(bits)
    return slotsByBit(entity).enumerated().filter { bit, _ in
      bit / 8 < bytes.count && bytes[bit / 8] & 1 << (bit % 8) != 0
    }
    .map(\.element).sorted()
  }
}
