#if canImport(UIKit) && !os(watchOS)
  internal import OrderedRows
  import SectionedChanges
  import SectionedViews
  import UIKit

  extension TableScreen {
    func configureSections(at sections: [Int]) {
      if let table = view { reloadIndexTitles(of: table) }
      configureViews(ofSections: sections)
    }

    /// Configures the headers and footers of sections, and replaces sections that need a view of another rule.
    func configureViews(ofSections sections: [Int]) {
      guard let table = view, let answers else { return }
      table.layoutIfNeeded()
      var reloaded = IndexSet()
      for section in sections {
        let header = table.headerView(forSection: section)
        let footer = table.footerView(forSection: section)
        let isHeaderRight = configure(header, .header, section, table.rectForHeader(inSection: section), answers)
        let isFooterRight = configure(footer, .footer, section, table.rectForFooter(inSection: section), answers)
        if !isHeaderRight || !isFooterRight { reloaded.insert(section) }
      }
      replace(reloaded, in: table, answers)
    }

    /// Configures the visible headers and footers that rules or titles made, and replaces sections for which another
    /// rule applies now. A view that the program made is left alone, unless its section has a title.
    func configureCounts(ofSections sections: [Int]) {
      guard let table = view, let answers else { return }
      let roles = answers.content.roles
      let hasHeaders = hasTitles.header || roles.contains(.header)
      let hasFooters = hasTitles.footer || roles.contains(.footer)
      guard hasHeaders || hasFooters else { return }
      var reloaded = IndexSet()
      for section in sections {
        let header = hasHeaders ? table.headerView(forSection: section) : nil
        let footer = hasFooters ? table.footerView(forSection: section) : nil
        let isHeaderRight = configureCount(header, .header, section, answers)
        let isFooterRight = configureCount(footer, .footer, section, answers)
        if !isHeaderRight || !isFooterRight { reloaded.insert(section) }
      }
      replace(reloaded, in: table, answers)
    }

    /// - Returns: false if another rule applies to the section now.
    private func configureCount(
      _ view: UITableViewHeaderFooterView?, _ role: ViewRole, _ section: Int, _ answers: any TableAnswers
    ) -> Bool {
      guard let view else { return true }
      guard cells.identifier(of: view) != nil else {
        if let title = answers.title(role, ofSection: section), view.textLabel?.text != title {
          view.textLabel?.text = title
          view.setNeedsLayout()
        }
        return true
      }
      let choice = answers.content.choice(role, at: ItemPlace(section: section, item: 0))
      if choice.isGone { return true }
      return cells.configureAgain(view, choice, answers.content)
    }

    private func replace(_ reloaded: IndexSet, in table: UITableView, _ answers: any TableAnswers) {
      guard !reloaded.isEmpty else { return }
      // UIKit cannot reload a section without rows, so delete and insert it.
      let animation = answers.animations.reloadedSections
      update(table) {
        table.deleteSections(reloaded, with: animation)
        table.insertSections(reloaded, with: animation)
      }
    }

    /// Rebuilds the table's index titles if sections may have some. The table itself reads them only in a reload.
    func reloadIndexTitles(of table: UITableView) {
      if answers?.content.hasIndexTitles == true { table.reloadSectionIndexTitles() }
    }

    /// The sections that are visible at least in part. They are found by binary search, because the list may be long.
    func visibleSections(of table: UITableView) -> Range<Int> {
      table.layoutIfNeeded()
      let bounds = table.bounds
      let sections = 0..<table.numberOfSections
      let first = sections.partitionPoint { table.rect(forSection: $0).maxY > bounds.minY }
      return first..<max(first, sections.partitionPoint { table.rect(forSection: $0).minY >= bounds.maxY })
    }

    /// Configures the header or footer of a section if it is visible.
    ///
    /// - Returns: whether the section has the right view now; if not, it must be replaced.
    private func configure(
      _ view: UITableViewHeaderFooterView?, _ role: ViewRole, _ section: Int, _ frame: CGRect,
      _ answers: any TableAnswers
    ) -> Bool {
      guard answers.hasView(role, ofSection: section) else { return view == nil }
      // The table makes a view outside the visible part later, if the section has room for one. It does not ask again
      // for a visible section.
      guard let view else { return frame.height >= 1 && self.view?.bounds.intersects(frame) == false }
      let choice = answers.content.choice(role, at: ItemPlace(section: section, item: 0))
      let identifier = cells.identifier(of: view)
      if let title = answers.title(role, ofSection: section), identifier == nil {
        view.textLabel?.text = title
        view.setNeedsLayout()
        return true
      }
      return cells.configureAgain(view, choice, answers.content)
    }
  }
#endif
