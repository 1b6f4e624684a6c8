import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Compares our own hash table of names with a dictionary.
@Suite("Slots by name") struct SlotNamesTests {
  @Test("Every name is found in its slot, and no other name is found", arguments: TestSeeds.seeds(20))
  func twin(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    // Few letters make similar names. Swift keeps strings of more than 15 bytes outside of the value.
    func name() -> String {
      String((0..<random.below(random.oneIn(4) ? 30 : 4)).map { _ in "abé".randomElement(using: &random) ?? "a" })
    }
    let names = (0..<random.below(80)).map { _ in name() }
    let table = SlotNames(zip(names, 0...).map { (name: $0, slot: $1) })
    let twin = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    for name in names + (0..<200).map({ _ in name() }) { #expect(table[name] == twin[name]) }
  }

  @Test("A layout knows a name however its accents are spelled") func spelling() throws {
    let slot = EntityLayout.Slot(
      name: "caf\u{E9}", kind: .attribute(.stringAttributeType), isOptional: true, isTransient: false,
      defaultValue: .null)
    let layout = EntityLayout(
      name: "Place", index: 0, root: 0, parent: nil, isAbstract: false, subtree: 0..<1, slots: [slot])
    #expect(layout.slot(named: "caf\u{E9}") == 0)
    #expect(layout.slot(named: "cafe\u{301}") == 0)
    #expect(layout.slot(named: "cafe") == nil)
  }
}
