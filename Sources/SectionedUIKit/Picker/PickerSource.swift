#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  @MainActor
  protocol PickerAnswers: AnyObject {
    var numberOfRows: Int { get }
    func isShown(in picker: UIPickerView) -> Bool
    /// Another binding shows its rows in the picker, or none does.
    func leave()
    func title(forRow row: Int) -> String?
    func pick(row: Int)
  }

  /// The data source and delegate of a picker, which passes each call on to a binding. Any other picker has no rows.
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
