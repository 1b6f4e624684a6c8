#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  /// The headers, or the footers, that a binding makes for sections.
  @MainActor
  struct DiffableTableHeader<Source: SectionedDataSource> {
    let reuseIdentifier: String
    let configure: (UITableViewHeaderFooterView, Source.Section, ViewContext) -> Void
  }

  extension DiffableTableBinding {
    /// Adds headers or footers of a class. The table's delegate, which is the program's, returns them by
    /// ``viewForHeader(inSection:)`` and ``viewForFooter(inSection:)``.
    ///
    /// - Parameters:
    ///   - role: `.header` or `.footer`.
    ///   - view: their class, which is registered with the table.
    ///   - configure: shows a section in a view: when the view is made, and again after each step while it is there.
    public func add<View: UITableViewHeaderFooterView>(
      _ role: ViewRole, _ view: View.Type,
      configure: @escaping @MainActor (View, Source.Section, ViewContext) -> Void
    ) {
      let name = "SectionedUIKit \(role) \(View.self)"
      tableView?.register(View.self, forHeaderFooterViewReuseIdentifier: name)
      headers[role] = DiffableTableHeader(reuseIdentifier: name) { view, section, context in
        if let view = view as? View { configure(view, section, context) }
      }
    }

    /// The header of a section: what `tableView(_:viewForHeaderInSection:)` returns.
    public func viewForHeader(inSection section: Int) -> UIView? { view(.header, section) }

    /// The footer of a section: what `tableView(_:viewForFooterInSection:)` returns.
    public func viewForFooter(inSection section: Int) -> UIView? { view(.footer, section) }

    private func view(_ role: ViewRole, _ section: Int) -> UIView? {
      guard let header = headers[role], let tableView else { return nil }
      return queue.answering {
        let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: header.reuseIdentifier)
        configure(view, header, section)
        return view
      }
    }

    private func configure(
      _ view: UITableViewHeaderFooterView?, _ header: DiffableTableHeader<Source>, _ index: Int
    ) {
      guard let view, view.reuseIdentifier == header.reuseIdentifier,
        let id = dataSource.sectionIdentifier(for: index), let section = queue.section(for: id)
      else { return }
      let place = ItemPlace(section: index, item: 0)
      let count = dataSource.snapshot().numberOfItems(inSection: id)
      header.configure(view, section, ViewContext(place: place, section: section, numberOfItems: count))
    }

    /// Configures what is there: a diffable data source is not asked for it again.
    func configureHeaders() {
      guard let tableView, !headers.isEmpty else { return }
      for section in 0..<tableView.numberOfSections {
        if let header = headers[.header] { configure(tableView.headerView(forSection: section), header, section) }
        if let header = headers[.footer] { configure(tableView.footerView(forSection: section), header, section) }
      }
    }
  }
#endif
