import Testing
import UIKit

@Suite("A picker")
@MainActor
struct PickerTests {
  @MainActor
  final class Wheel: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    var rows: [String]
    var picked: [Int] = []
    init(_ rows: [String]) { self.rows = rows }
    func numberOfComponents(in pickerView: UIPickerView) -> Int { 1 }
    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int { rows.count }
    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
      rows[row]
    }
    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      picked.append(row)
    }
  }

  @Test("It keeps the counts it was given until it is reloaded, shows what is near, and reports what a user picks")
  func wheel() {
    let wheel = Wheel(books(20))
    let picker = UIPickerView(frame: .zero)
    picker.dataSource = wheel
    picker.delegate = wheel
    let window = UIWindow(showing: picker)
    window.layoutIfNeeded()
    picker.turn(to: 7, inComponent: 0)
    #expect(wheel.picked == [7])
    #expect((picker.view(forRow: 8, forComponent: 0) as? UILabel)?.text == "book 8")
    #expect(picker.view(forRow: 12, forComponent: 0) == nil)
    wheel.rows = books(3)
    #expect(picker.numberOfRows(inComponent: 0) == 20)
    picker.reloadAllComponents()
    #expect(picker.numberOfRows(inComponent: 0) == 3)
    #expect(picker.selectedRow(inComponent: 0) == 2)
  }
}
