import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import UIKit

/// A table or a collection with a diffable data source, as a screen of a random test.
@MainActor
final class DiffablePlayer<Source: SectionedDataSource>: RandomScreen {
  private let source: Source
  private let view: UIScrollView
  private let window: UIWindow
  /// The identifiers in the data source, by section.
  private let shown: () -> [(ListedID<Source.SectionID>, [ListedID<Source.ItemID>])]
  private let cells: () -> [(IndexPath, String?)]
  private let headers: () -> [(Int, String?)]
  private let binding: AnyObject
  /// The delegate of a table, stored here because the table does not retain it.
  private var delegate: HeaderDelegate?
  private var token: ObservationToken?
  /// Whether silent steps followed the last step that was shown.
  private var isBehind = false
  private(set) var updates = 0
  private(set) var faults: [String] = []

  init(_ source: Source, isTable: Bool, _ meddle: @escaping RandomRules.Hook) {
    self.source = source
    if isTable {
      let table = UITableView(frame: .zero, style: .plain)
      table.register(TextRow.self, forCellReuseIdentifier: "row")
      let binding = DiffableTableBinding(source, in: table) { table, path, item in
        let cell = table.dequeueReusableCell(withIdentifier: "row", for: path)
        (cell as? TextRow)?.text = ModelText.text(item)
        meddle()
        return cell
      }
      binding.add(.header, TextHeader.self) { view, section, context in
        view.text = ModelText.header(section, context.numberOfItems)
        meddle()
      }
      let delegate = HeaderDelegate { [unowned binding] in binding.viewForHeader(inSection: $0) }
      table.delegate = delegate
      self.delegate = delegate
      headers = {
        (0..<table.numberOfSections).compactMap { section in
          table.headerView(forSection: section).map { (section, ($0 as? TextHeader)?.text) }
        }
      }
      shown = { [unowned binding] in
        let list = binding.dataSource.snapshot()
        return list.sectionIdentifiers.map { ($0, list.itemIdentifiers(inSection: $0)) }
      }
      cells = { (table.indexPathsForVisibleRows ?? []).map { ($0, (table.cellForRow(at: $0) as? TextRow)?.text) } }
      (self.binding, view) = (binding, table)
    } else {
      let layout = UICollectionViewFlowLayout()
      layout.headerReferenceSize = CGSize(width: 320, height: 20)
      let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
      let tile = UICollectionView.CellRegistration<TextTile, String> { cell, _, text in cell.text = text }
      let binding = DiffableCollectionBinding(source, in: view) { view, path, item in
        meddle()
        return view.dequeueConfiguredReusableCell(using: tile, for: path, item: ModelText.text(item))
      }
      let kind = UICollectionView.elementKindSectionHeader
      binding.add(.header, UICollectionView.SupplementaryRegistration<TileHeader>(elementKind: kind) { _, _, _ in }) {
        view, section, context in
        view.text = ModelText.header(section, context.numberOfItems)
        meddle()
      }
      headers = {
        view.indexPathsForVisibleSupplementaryElements(ofKind: kind).map {
          ($0.section, (view.supplementaryView(forElementKind: kind, at: $0) as? TileHeader)?.text)
        }
      }
      shown = { [unowned binding] in
        let list = binding.dataSource.snapshot()
        return list.sectionIdentifiers.map { ($0, list.itemIdentifiers(inSection: $0)) }
      }
      cells = { view.indexPathsForVisibleItems.map { ($0, (view.cellForItem(at: $0) as? TextTile)?.text) } }
      (self.binding, self.view) = (binding, view)
    }
    window = UIWindow(showing: view)
    window.isHidden = false
    token = source.observe { [weak self] update in
      guard let self else { return }
      if !update.changes.isEmpty { updates += 1 }
      if update.origin == .silent { isBehind = true } else if !update.changes.isEmpty { isBehind = false }
    }
  }

  func act(_ random: inout SeededRandom) {
    switch random.below(5) {
    case 0: if view.superview == nil { window.addSubview(view) } else { view.removeFromSuperview() }
    case 1: view.frame.size.height = CGFloat(random.one(of: [0, 100, 440]))
    case 2: view.finishAnimations()
    default: view.drag(to: CGFloat(random.below(900)))
    }
  }

  // A view with a diffable data source refuses other batches, so this calls the closure alone.
  func inBatch(_ body: () -> Void) { body() }

  func settle() { view.finishAnimations() }

  func check(_ moment: String) {
    view.layoutIfNeeded()
    guard !isBehind, faults.count < 5 else { return }
    let found = shown()
    let list = source.snapshot
    let isRight =
      found.map(\.0) == list.sections.map(\.id)
      && zip(found, list.sections).allSatisfy { pair in pair.0.1 == pair.1.items.map(\.id) }
    if !isRight { faults.append("\(moment): the data source has \(found)") }
    for (path, text) in cells() {
      let wanted = source.item(at: ItemPlace(section: path.section, item: path.item)).map { ModelText.text($0) }
      if text != wanted { faults.append("\(moment): \(path) shows \(text ?? "-"), not \(wanted ?? "-")") }
    }
    for (section, text) in headers() {
      let wanted = ModelText.header(source.section(at: section), source.numberOfItems(inSection: section))
      if text != wanted { faults.append("\(moment): header \(section) shows \(text ?? "-"), not \(wanted)") }
    }
  }
}

/// A table's delegate that returns headers.
@MainActor
final class HeaderDelegate: NSObject, UITableViewDelegate {
  private let view: (Int) -> UIView?

  init(_ view: @escaping (Int) -> UIView?) { self.view = view }

  func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? { view(section) }
}
