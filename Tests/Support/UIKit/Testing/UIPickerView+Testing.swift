extension UIPickerView {
  /// Turns a component to a row, as the user does.
  public func turn(to row: Int, inComponent component: Int) {
    guard row >= 0, row < numberOfRows(inComponent: component) else { return }
    selectRow(row, inComponent: component, animated: true)
    layoutIfNeeded()
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
  }
}
