/// What a picker asks.
@MainActor
public protocol UIPickerViewDataSource: NSObjectProtocol {
  /// How many wheels there are.
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  /// How many rows a wheel has.
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// What a picker asks and reports beside. Each method may be left out.
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

/// Wheels with rows.
@MainActor
open class UIPickerView: UIView {
  /// What it asks.
  open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
  /// What it asks and reports beside.
  open weak var delegate: (any UIPickerViewDelegate)? { didSet { setNeedsLayout() } }
  private var counts: [Int]?
  private var selected: [Int: Int] = [:]
  /// What is shown near the selected rows.
  private(set) var shown: [Int: [Int: UIView]] = [:]

  private func load() -> [Int] {
    if let counts { return counts }
    let new = dataSource.map { source in
      (0..<source.numberOfComponents(in: self)).map { source.pickerView(self, numberOfRowsInComponent: $0) }
    }
    counts = new
    return new ?? []
  }

  /// How many wheels the picker knows of.
  open var numberOfComponents: Int { load().count }

  /// How many rows of a wheel the picker knows of.
  open func numberOfRows(inComponent component: Int) -> Int {
    load().indices.contains(component) ? load()[component] : 0
  }

  /// Takes everything from the data source again. What is selected stays, where there is such a row.
  open func reloadAllComponents() {
    counts = nil
    shown = [:]
    setNeedsLayout()
  }

  /// Takes one wheel from the data source again.
  open func reloadComponent(_ component: Int) {
    guard let dataSource, load().indices.contains(component) else { return }
    counts?[component] = dataSource.pickerView(self, numberOfRowsInComponent: component)
    shown[component] = nil
    setNeedsLayout()
  }

  /// Selects a row, without a word to the delegate.
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    selected[component] = max(0, min(row, numberOfRows(inComponent: component) - 1))
    setNeedsLayout()
  }

  /// The selected row; -1 where the wheel is empty.
  open func selectedRow(inComponent component: Int) -> Int {
    min(selected[component] ?? 0, numberOfRows(inComponent: component) - 1)
  }

  /// The view of a row; nil where it is not visible.
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
