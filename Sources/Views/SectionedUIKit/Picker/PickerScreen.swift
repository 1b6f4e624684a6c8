#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// Adapts a one-component picker to the `ListView` protocol. Each change reloads it; it has one selected row.
  @MainActor
  final class PickerScreen: ListView {
    weak var picker: UIPickerView?

    /// A picker has no batch updates.
    var isOnScreen: Bool { false }

    func reload() { picker?.reloadAllComponents() }

    func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
      showNext()
      reload()
    }

    func configureItems(at places: [ItemPlace]) { reload() }
    func reloadItems(at places: [ItemPlace]) { reload() }
    func configureSections(at sections: [Int]) {}
    func cellIdentifier(at place: ItemPlace) -> String? { nil }

    var selection: [ItemPlace] {
      get {
        guard let row = picker?.selectedRow(inComponent: 0), row >= 0 else { return [] }
        return [ItemPlace(section: 0, item: row)]
      }
      set {
        // After a reload the picker would stay at its row index, or at the last row.
        if let place = newValue.first { picker?.selectRow(place.item, inComponent: 0, animated: false) }
      }
    }

    var editedItem: ItemPlace? {
      get { nil }
      set { _ = newValue }
    }
    var isAtBeginning: Bool { true }
    var anchors: [ScrollAnchor] { [] }
    func scroll(to anchor: ScrollAnchor) {}
  }
#endif
