import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import Testing
import UIKit

@Suite("A picker shows the items of a source")
@MainActor
struct PickerBindingTests {
  @Test("rows are the items, and a blank one; titles are the program's")
  func rows() {
    let picker = UIPickerView()
    let binding = PickerBinding(PickerList(library(), includesBlankRow: true), in: picker) {
      $0.map { "\($0.id)" } ?? "-"
    }
    #expect(picker.numberOfComponents == 1)
    #expect(picker.numberOfRows(inComponent: 0) == 7)
    #expect(binding.title(forRow: 0) == "-")
    #expect(binding.title(forRow: 6) == "22")
    #expect(binding.title(forRow: 7) == nil)
    #expect(binding.pickedItem == nil)
  }

  @Test("the same item stays picked while rows come and go; another one is reported")
  func picking() throws {
    let list = library()
    let picker = UIPickerView()
    let binding = PickerBinding(PickerList(list), in: picker) { $0.map { "\($0.id)" } }
    var picked: [Int?] = []
    binding.picked = { picked.append($0?.id) }
    picker.turn(to: 2, inComponent: 0)
    #expect(picked == [12])
    try list.insert(Book(id: 1), at: ItemPlace(section: 0, item: 0))
    #expect(picker.selectedRow(inComponent: 0) == 3)
    #expect(picked == [12])
    try list.remove(12)
    #expect(picked.count == 2)
    #expect(binding.pickedItem?.id == picked.last)
    binding.pick(22)
    #expect(picker.selectedRow(inComponent: 0) == 5)
    #expect(picked.count == 2)
    list.removeAll()
    #expect(binding.pickedItem == nil)
    #expect(picked.last == .some(nil))
  }
}
