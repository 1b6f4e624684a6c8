import AppKit
import CoreData
import SectionedAppKit
import SectionedViews

/// The properties of `RowsBinding` that a program sets.
enum RowsProperty: String, CaseIterable {
  case headerTitle, headerLabel, rowView, rowHeight, headerHeight, animation, canSelect, selectionDidChange
  case sortDescriptorsDidChange, pasteboardWriter, validateDrop, acceptDrop, deleteTitle, rowActions, typeSelectText
  case contextMenu, columnRules, rules
  // These are not stored in the binding.
  case editing, loading, onError

  static let forwarded: Set<RowsProperty> = [.editing, .loading, .onError]

  /// Whether a binding uses the property. The property's comment names the bindings that do not.
  func isUsed(by kind: RowsKind) -> Bool {
    switch self {
    case .headerTitle, .headerLabel, .headerHeight, .validateDrop, .acceptDrop: kind != .tree
    case .deleteTitle, .rowActions: kind == .table
    default: true
    }
  }

  /// The results of `RowsStage.effects(of:)` for a binding that uses the property.
  var expected: [String] {
    switch self {
    case .headerTitle: ["title 0", "title 1", "title 2"]
    case .headerLabel: ["3 books", "3 books", "0 books"]
    case .rowView: ["10", "11", "12", "20", "21", "22"]
    case .rowHeight: ["42.0"]
    case .headerHeight: ["32.0", "32.0", "32.0"]
    case .animation: ["slideLeft"]
    case .canSelect: ["10"]
    case .selectionDidChange: ["10", "12"]
    case .sortDescriptorsDidChange: ["title"]
    case .pasteboardWriter: ["data of 12", "10", "12", "11", "20", "21", "22"]
    case .validateDrop, .acceptDrop: ["[0, 1] 12"]
    case .deleteTitle: ["Delete"]
    case .rowActions: ["Lend 11"]
    case .typeSelectText: ["20"]
    case .contextMenu: ["12, 21", "11"]
    case .columnRules, .rules: Array(repeating: "#", count: 6)
    case .editing: ["10", "12", "20", "21"]
    case .loading: ["begin"]
    case .onError: ["Refused()"]
    }
  }
}

private struct Refused: Error {}

private final class MarkedRow: NSTableRowView {
  var mark = ""
}

extension RowsStage {
  /// Sets a property and acts as the user.
  ///
  /// - Returns: the effects that the program or the user sees, in order; empty if there are none.
  func effects(of property: RowsProperty) throws -> [String] {
    switch property {
    case .headerTitle, .headerLabel, .rowView, .rowHeight, .headerHeight, .columnRules, .rules: return looks(property)
    case .pasteboardWriter, .validateDrop, .acceptDrop: return drags(property)
    default: return try actions(property)
    }
  }

  private func looks(_ property: RowsProperty) -> [String] {
    var rules = ListRules()
    rules.add(ViewRule(.cell, HeaderCell.self) { cell, _, _ in cell.show("#") })
    if property == .headerTitle || property == .headerLabel { binding.rules.remove("HeaderCell", .header) }
    switch property {
    case .headerTitle: binding.headerTitle = { "title \($1)" }
    case .headerLabel:
      binding.headerTitle = { "title \($1)" }
      binding.headerLabel = { "\($1) books" }
    case .rowView:
      binding.rowView = { [unowned self] item in
        let view = MarkedRow(frame: .zero)
        view.mark = "\(id(item))"
        return view
      }
      binding.presenter.reload()
      window.layoutIfNeeded()
      let views = view.shownRows.map { view.rowView(atRow: $0, makeIfNecessary: false) }
      return views.compactMap { ($0 as? MarkedRow)?.mark }
    case .rowHeight: binding.rowHeight = { [unowned self] in id($0) == 11 ? 40 : -1 }
    case .headerHeight: binding.headerHeight = { _ in 30 }
    case .columnRules: binding.columnRules = [NSUserInterfaceItemIdentifier("text"): rules]
    default: binding.rules = rules
    }
    switch property {
    case .headerTitle: return shown { $0.textField?.stringValue }
    case .headerLabel: return shown { $0.textField?.accessibilityLabel() }
    case .rowHeight, .headerHeight: return heights.filter { $0 != 19 }.map { "\($0)" }
    default: return shown { ($0 as? TextCell)?.text }.filter { $0 == "#" }
    }
  }

  private func drags(_ property: RowsProperty) -> [String] {
    var effects: [String] = []
    let source = property == .pasteboardWriter ? self : Self(kind)
    source.binding.pasteboardWriter = { [unowned source] item in
      if property == .pasteboardWriter { effects.append("data of \(source.id(item))") }
      let data = NSPasteboardItem()
      data.setString("\(source.id(item))", forType: .string)
      return data
    }
    guard property != .pasteboardWriter else {
      allowEdits(failing: nil)
      return drag(12, to: self) ? effects + ids : []
    }
    view.registerForDraggedTypes(view.registeredDraggedTypes + [.string])
    func note(_ info: any NSDraggingInfo, _ place: ItemPlace) {
      effects.append("\(place) \(info.draggingPasteboard.string(forType: .string) ?? "")")
    }
    binding.validateDrop = { info, place in
      if property == .validateDrop { note(info, place) }
      return property == .acceptDrop ? .copy : []
    }
    binding.acceptDrop = { info, place in
      note(info, place)
      return true
    }
    _ = source.drag(12, to: self)
    return effects
  }

  private func actions(_ property: RowsProperty) throws -> [String] {
    var effects: [String] = []
    switch property {
    case .animation:
      binding.animation = .slideLeft
      try remove(12)
      return view.lastAnimation == .slideLeft ? ["slideLeft"] : []
    case .canSelect:
      binding.canSelect = { [unowned self] in id($0) != 11 }
      for id in [10, 11] { view.click(row(id)) }
      return selected
    case .selectionDidChange:
      binding.selectionDidChange = { [unowned self] in effects += $0.map { "\(id($0))" } }
      for id in [10, 12] { view.click(row(id)) }
    case .sortDescriptorsDidChange:
      binding.sortDescriptorsDidChange = { effects += $0.compactMap(\.key) }
      view.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    case .deleteTitle:
      allowEdits(failing: nil)
      binding.deleteTitle = "Delete"
      return actions
    case .rowActions:
      binding.rowActions = { [unowned self] item, _ in
        [NSTableViewRowAction(style: .regular, title: "Lend \(id(item))") { _, _ in }]
      }
      return actions
    case .typeSelectText:
      binding.typeSelectText = { [unowned self] in "row \(id($0))" }
      view.type("ROW 2")
      return selected
    case .contextMenu:
      binding.contextMenu = { [unowned self] menu, items in
        let title = items.map { "\(id($0))" }.joined(separator: ", ")
        menu.addItem(NSMenuItem(title: title, action: nil, keyEquivalent: ""))
      }
      select(12, 21)
      return view.contextMenu(row(21)) + view.contextMenu(row(11))
    case .editing:
      allowEdits(failing: nil)
      select(11, 22)
      binding.deleteSelectedItems()
      return ids
    case .onError:
      allowEdits(failing: Refused())
      binding.onError = { effects.append("\($0)") }
      select(11)
      binding.deleteSelectedItems()
    case .loading: binding.loading.begin = { effects.append("begin") }
    default: break
    }
    return effects
  }
}
