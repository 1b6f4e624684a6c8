#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// Shows the items of a source in a picker, and keeps the same item picked while rows come and go.
  ///
  /// ```swift
  /// binding = PickerBinding(PickerList(albums, includesBlankRow: true), in: picker) { $0?.title ?? "none" }
  /// binding.picked = { album in show(album) }
  /// ```
  ///
  /// The binding is the picker's data source, and its delegate unless it has one: a delegate of the program's calls
  /// ``title(forRow:)`` and ``pick(row:)``.
  @MainActor
  public final class PickerBinding<Base: SectionedDataSource> {
    /// The rows.
    public var list: PickerList<Base> { presenter.source }
    /// The presenter of the rows.
    let presenter: ListPresenter<PickerList<Base>>
    /// Called when another item is picked: by the user, or because the picked one has left the list. The item is nil
    /// for the blank row, and when there is none.
    public var picked: ((Base.Item?) -> Void)?

    private let title: (Base.Item?) -> String?
    private let screen = PickerScreen()
    private let dataSource = PickerSource()
    private var pickedID: ListedID<PickerRowID<Base.ItemID>>?

    /// Makes a binding.
    ///
    /// - Parameters:
    ///   - list: the rows, kept alive.
    ///   - picker: where they are shown, in one component; kept weakly.
    ///   - title: the title of an item's row; of the blank row where it is nil.
    public init(_ list: PickerList<Base>, in picker: UIPickerView, title: @escaping (Base.Item?) -> String?) {
      presenter = ListPresenter(list)
      self.title = title
      // Another binding of the picker leaves it: a picker has one data source.
      for other in [picker.dataSource, picker.delegate].lazy.compactMap({ $0 as? PickerSource }) { other.leave() }
      screen.picker = picker
      dataSource.answers = self
      picker.dataSource = dataSource
      if picker.delegate.map({ $0 is PickerSource }) ?? true { picker.delegate = dataSource }
      presenter.view = screen
      pickedID = selectedID
      presenter.didUpdate = { [weak self] _, _ in self?.notePick() }
    }

    /// Leaves the picker, which shows nothing then.
    public func detach() {
      guard let picker = screen.picker else { return }
      dataSource.leave()
      if picker.delegate === dataSource { picker.delegate = nil }
      if picker.dataSource === dataSource {
        picker.dataSource = nil
        picker.reloadAllComponents()
      }
    }

    /// The item that is picked; nil for the blank row, and when there is none.
    public var pickedItem: Base.Item? { pickedID.flatMap { list.item(for: $0)?.item } }

    /// Picks an item; nil picks the blank row. Nothing happens where it has no row.
    ///
    /// - Parameters:
    ///   - id: names the item.
    ///   - animated: whether the picker turns to it.
    public func pick(_ id: Base.ItemID?, animated: Bool = false) {
      let key = id.map { PickerRowID.item($0) } ?? .blank
      guard let place = presenter.place(of: ListedID(key)) else { return }
      screen.picker?.selectRow(place.item, inComponent: 0, animated: animated)
      pickedID = ListedID(key)
    }

    /// The item of a row: for a delegate with views or titles of its own. Nil for the blank row, and when there is
    /// none.
    public func item(forRow row: Int) -> Base.Item? {
      presenter.item(at: ItemPlace(section: 0, item: row)).flatMap(\.item)
    }

    /// The title of a row: what `pickerView(_:titleForRow:forComponent:)` returns.
    public func title(forRow row: Int) -> String? {
      presenter.item(at: ItemPlace(section: 0, item: row)).flatMap { title($0.item) }
    }

    /// Records that the user has picked a row: for `pickerView(_:didSelectRow:inComponent:)`.
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
