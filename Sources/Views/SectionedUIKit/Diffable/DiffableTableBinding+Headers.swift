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
    /// Adds headers or footers of a class. The table's delegate, which is the program's, returns them with
    /// ``viewForHeader(inSection:)`` and ``viewForFooter(inSection:)``.
    ///
    /// - Parameters:
    ///   - role: `.header` or `.footer`. Another role is a programming error.
    ///   - view: the class of the views, which is registered with the table.
    ///   - configure: shows a section in a view. It is called when the view is made. While the table has the view, it
    ///     is called again when the section changes or moves, or its items are inserted or removed.
    /// - Complexity: each step costs O(changes) more.
    public func add<View: UITableViewHeaderFooterView>(
      _ role: ViewRole, _ view: View.Type,
      configure: @escaping @MainActor (View, Source.Section, ViewContext) -> Void
    ) {
      role.requireViewOfSections(hasOwnKinds: false)
      let name = "SectionedUIKit \(role) \(View.self)"
      tableView?.register(View.self, forHeaderFooterViewReuseIdentifier: name)
      headers[role] = DiffableTableHeader(reuseIdentifier: name) { view, section, context in
        if let view = view as? View { configure(view, section, context) }
      }
    }

    /// The header of a section. Return it from `tableView(_:viewForHeaderInSection:)`.
    public func viewForHeader(inSection section: Int) -> UIView? { view(.header, section) }

    /// The footer of a section. Return it from `tableView(_:viewForFooterInSection:)`.
    public func viewForFooter(inSection section: Int) -> UIView? { view(.footer, section) }

    private func view(_ role: ViewRole, _ section: Int) -> UIView? {
      guard let header = headers[role], let tableView else { return nil }
      return queue.answering {
        let view = tableView.dequeueReusableHeaderFooterView(withIdentifier: header.reuseIdentifier)
        configure(view, header, section, in: tableView)
        return view
      }
    }

    private func configure(
      _ view: UITableViewHeaderFooterView?, _ header: DiffableTableHeader<Source>, _ index: Int,
      in tableView: UITableView
    ) {
      guard let view, view.reuseIdentifier == header.reuseIdentifier,
        let id = dataSource.sectionIdentifier(for: index), let section = queue.section(for: id)
      else { return }
      // `snapshot()` would copy the list.
      let count = dataSource.tableView(tableView, numberOfRowsInSection: index)
      let place = ItemPlace(section: index, item: 0)
      header.configure(view, section, ViewContext(place: place, section: section, numberOfItems: count))
    }

    /// Configures the headers and footers that the table has, because a diffable data source does not ask for them
    /// again.
    ///
    /// - Parameter sections: the indices of their sections; nil for all.
    func configureHeaders(ofSections sections: IndexSet?) {
      guard let tableView, !headers.isEmpty else { return }
      let all = IndexSet(integersIn: 0..<tableView.numberOfSections)
      for section in sections?.intersection(all) ?? all {
        if let header = headers[.header] {
          configure(tableView.headerView(forSection: section), header, section, in: tableView)
        }
        if let header = headers[.footer] {
          configure(tableView.footerView(forSection: section), header, section, in: tableView)
        }
      }
    }
  }
#endif
