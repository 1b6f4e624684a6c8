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

    /// Configures headers and footers, and replaces sections whose header or footer must be another one.
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

    /// Configures the visible headers and footers that a rule or a title made, and replaces sections for which another
    /// rule makes one now. A view of the program's own stays as it is, unless its section has a title.
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

    /// - Returns: false where another rule is for the section now.
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
      // A section without rows cannot be reloaded.
      let animation = answers.animations.reloadedSections
      update(table) {
        table.deleteSections(reloaded, with: animation)
        table.insertSections(reloaded, with: animation)
      }
    }

    /// Has the table ask for its index titles again, if it may have some: by itself it asks at a reload only.
    func reloadIndexTitles(of table: UITableView) {
      if answers?.content.hasIndexTitles == true { table.reloadSectionIndexTitles() }
    }

    /// The sections that are partly visible at least. They are few, also in a long list.
    func visibleSections(of table: UITableView) -> Range<Int> {
      table.layoutIfNeeded()
      let bounds = table.bounds
      let sections = 0..<table.numberOfSections
      let first = sections.partitionPoint { table.rect(forSection: $0).maxY > bounds.minY }
      return first..<max(first, sections.partitionPoint { table.rect(forSection: $0).minY >= bounds.maxY })
    }

    /// Configures the header or footer of a section, if it is visible.
    ///
    /// - Returns: whether the section has the right view now; otherwise it must be reloaded.
    private func configure(
      _ view: UITableViewHeaderFooterView?, _ role: ViewRole, _ section: Int, _ frame: CGRect,
      _ answers: any TableAnswers
    ) -> Bool {
      guard answers.hasView(role, ofSection: section) else { return view == nil }
      // Outside the visible part it is made when it is needed, if there is room for it. The table does not ask again
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
