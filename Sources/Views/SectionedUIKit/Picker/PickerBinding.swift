#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Shows the items of a source in a picker. The picked item stays picked while rows are inserted and removed.
  ///
  /// ```swift
  /// binding = PickerBinding(PickerList(albums, includesBlankRow: true), in: picker) { $0?.title ?? "none" }
  /// binding.picked = { album in show(album) }
  /// ```
  ///
  /// The binding is the picker's data source. It is also the delegate unless the program has set one, which then calls
  /// ``title(forRow:)`` and ``pick(row:)``.
  @MainActor
  public final class PickerBinding<Base: SectionedDataSource> {
    /// The list of rows.
    public var list: PickerList<Base> { presenter.source }
    /// The presenter of the rows.
    let presenter: ListPresenter<PickerList<Base>>
    /// Called when another item becomes the picked one, because the user picked it or the previous one left the list.
    /// The item is nil for the blank row, and if the list is empty.
    public var picked: ((Base.Item?) -> Void)?

    private let title: (Base.Item?) -> String?
    private let screen = PickerScreen()
    private let dataSource = PickerSource()
    private var pickedID: ListedID<PickerRowID<Base.ItemID>>?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - list: the list of rows; the binding keeps it alive.
    ///   - picker: the picker, kept weakly. It has one component.
    ///   - title: returns the title of an item's row; it is called with nil for the blank row.
    public init(_ list: PickerList<Base>, in picker: UIPickerView, title: @escaping (Base.Item?) -> String?) {
      presenter = ListPresenter(list)
      self.title = title
      // A picker has one data source, so the binding that used this picker leaves it.
      for other in [picker.dataSource, picker.delegate].lazy.compactMap({ $0 as? PickerSource }) { other.leave() }
      screen.picker = picker
      dataSource.answers = self
      picker.dataSource = dataSource
      if picker.delegate.map({ $0 is PickerSource }) ?? true { picker.delegate = dataSource }
      presenter.view = screen
      pickedID = selectedID
      presenter.didUpdate = { [weak self] _, _ in self?.notePick() }
    }

    /// Detaches from the picker, which is then empty.
    public func detach() {
      guard let picker = screen.picker else { return }
      dataSource.leave()
      if picker.delegate === dataSource { picker.delegate = nil }
      if picker.dataSource === dataSource {
        picker.dataSource = nil
        picker.reloadAllComponents()
      }
    }

    /// The picked item; nil for the blank row, and if the list is empty.
    public var pickedItem: Base.Item? { pickedID.flatMap { list.item(for: $0)?.item } }

    /// Picks an item. Does nothing if the item has no row.
    ///
    /// - Parameters:
    ///   - id: the item; nil for the blank row.
    ///   - animated: whether the picker turns to the row with an animation.
    public func pick(_ id: Base.ItemID?, animated: Bool = false) {
      let key = id.map { PickerRowID.item($0) } ?? .blank
      guard let place = presenter.place(of: ListedID(key)) else { return }
      screen.picker?.selectRow(place.item, inComponent: 0, animated: animated)
      pickedID = ListedID(key)
    }

    /// The item of a row, for a delegate that makes its own views or titles; nil for the blank row, and if there is no
    /// such row.
    public func item(forRow row: Int) -> Base.Item? {
      presenter.item(at: ItemPlace(section: 0, item: row)).flatMap(\.item)
    }

    /// The title of a row. Return it from `pickerView(_:titleForRow:forComponent:)`.
    public func title(forRow row: Int) -> String? {
      presenter.item(at: ItemPlace(section: 0, item: row)).flatMap { title($0.item) }
    }

    /// Reports that the user picked a row; call it in `pickerView(_:didSelectRow:inComponent:)`.
    public func pick(row: Int) { note(presenter.itemID(at: ItemPlace(section: 0, item: row))) }

    private var selectedID: ListedID<PickerRowID<Base.ItemID>>? {
      screen.selection.first.flatMap { presenter.itemID(at: $0) }
    }

    private func notePick() { note(selectedID) }

    private func note(_ id: ListedID<PickerRowID<Base.ItemID>>?) {
      guard id != pickedID else { return }
      pickedID = id
      picked?(pickedItem)
    }
  }

  extension PickerBinding: PickerAnswers {
    var numberOfRows: Int { presenter.numberOfItems(inSection: 0) }
    func isShown(in picker: UIPickerView) -> Bool { picker === screen.picker }
    func leave() {
      presenter.view = nil
      screen.picker = nil
    }
  }
#endif
