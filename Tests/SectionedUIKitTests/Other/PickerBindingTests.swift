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

  @Test("a second binding takes a picker over from the first one, which leaves it alone then")
  func replaced() throws {
    let (first, second) = (library(), library())
    let picker = UIPickerView()
    var old: PickerBinding? = PickerBinding(PickerList(first), in: picker) { $0.map { "old \($0.id)" } }
    let binding = PickerBinding(PickerList(second), in: picker) { $0.map { "\($0.id)" } }
    var picked: [Int?] = []
    binding.picked = { picked.append($0?.id) }
    picker.turn(to: 1, inComponent: 0)
    first.removeAll()
    #expect(picked == [11] && picker.selectedRow(inComponent: 0) == 1)
    old?.detach()
    old = nil
    #expect(picker.numberOfRows(inComponent: 0) == 6)
    #expect(picker.delegate?.pickerView(picker, titleForRow: 2, forComponent: 0) == "12")
    #expect(binding.item(forRow: 2)?.id == 12 && binding.item(forRow: 6) == nil)
    binding.detach()
    #expect(picker.dataSource == nil && picker.delegate == nil)
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
