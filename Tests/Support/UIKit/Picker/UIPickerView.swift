/// The data source of a picker.
@MainActor
public protocol UIPickerViewDataSource: NSObjectProtocol {
  /// Returns the number of components.
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  /// Returns the number of rows in a component.
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// The delegate of a picker. All methods are optional, so they have default implementations.
@MainActor
public protocol UIPickerViewDelegate: NSObjectProtocol {
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
  func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
}

extension UIPickerViewDelegate {
  public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    nil
  }
  public func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView {
    let label = UILabel(frame: .zero)
    label.text = self.pickerView(pickerView, titleForRow: row, forComponent: component)
    return label
  }
  public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {}
}

/// A double of UIKit's picker.
@MainActor
open class UIPickerView: UIView {
  /// The data source.
  open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
  /// The delegate.
  open weak var delegate: (any UIPickerViewDelegate)? { didSet { setNeedsLayout() } }
  private var counts: [Int]?
  private var selected: [Int: Int] = [:]
  /// The visible views, by component and row. They are near the selected rows.
  private(set) var shown: [Int: [Int: UIView]] = [:]

  private func load() -> [Int] {
    if let counts { return counts }
    let new = dataSource.map { source in
      (0..<source.numberOfComponents(in: self)).map { source.pickerView(self, numberOfRowsInComponent: $0) }
    }
    counts = new
    return new ?? []
  }

  /// The number of components, as of the last counts.
  open var numberOfComponents: Int { load().count }

  /// The number of rows in a component, as of the last counts.
  open func numberOfRows(inComponent component: Int) -> Int {
    load().indices.contains(component) ? load()[component] : 0
  }

  /// Asks the data source again for everything. Selected row indices remain if such rows exist.
  open func reloadAllComponents() {
    counts = nil
    shown = [:]
    setNeedsLayout()
  }

  /// Asks the data source again for one component.
  open func reloadComponent(_ component: Int) {
    guard let dataSource, load().indices.contains(component) else { return }
    counts?[component] = dataSource.pickerView(self, numberOfRowsInComponent: component)
    shown[component] = nil
    setNeedsLayout()
  }

  /// Selects a row without notifying the delegate.
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    selected[component] = max(0, min(row, numberOfRows(inComponent: component) - 1))
    setNeedsLayout()
  }

  /// The selected row; -1 if the component is empty.
  open func selectedRow(inComponent component: Int) -> Int {
    min(selected[component] ?? 0, numberOfRows(inComponent: component) - 1)
  }

  /// The view of a row; nil if it is not visible.
  open func view(forRow row: Int, forComponent component: Int) -> UIView? { shown[component]?[row] }

  open override func layoutSubviews() {
    super.layoutSubviews()
    for (component, count) in load().enumerated() {
      let middle = max(0, selectedRow(inComponent: component))
      let rows = max(0, middle - 2)..<max(max(0, middle - 2), min(count, middle + 3))
      var views = (shown[component] ?? [:]).filter { rows.contains($0.key) }
      for row in rows where views[row] == nil {
        views[row] = delegate?.pickerView(self, viewForRow: row, forComponent: component, reusing: nil)
      }
      shown[component] = views
    }
  }
}
