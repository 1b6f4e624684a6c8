#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  @MainActor
  protocol PickerAnswers: AnyObject {
    var numberOfRows: Int { get }
    func isShown(in picker: UIPickerView) -> Bool
    /// Called when the binding detaches or another one takes over the picker.
    func leave()
    func title(forRow row: Int) -> String?
    func pick(row: Int)
  }

  /// The data source and delegate of a picker. It forwards each call to a binding, and returns no rows for other
  /// pickers.
  final class PickerSource: NSObject, UIPickerViewDataSource, UIPickerViewDelegate {
    weak var answers: (any PickerAnswers)?

    /// Leaves the picker to another data source.
    func leave() {
      answers?.leave()
      answers = nil
    }

    private func answers(_ picker: UIPickerView) -> (any PickerAnswers)? {
      answers?.isShown(in: picker) == true ? answers : nil
    }

    func numberOfComponents(in pickerView: UIPickerView) -> Int { answers(pickerView) == nil ? 0 : 1 }

    func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
      answers(pickerView)?.numberOfRows ?? 0
    }

    func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
      answers(pickerView)?.title(forRow: row)
    }

    func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
      answers(pickerView)?.pick(row: row)
    }
  }
#endif
