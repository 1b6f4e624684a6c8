#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// Makes the cells, headers and footers of a table by rules.
  final class TableCells: ViewMaker {
    /// The cell for an index path, made when the table asks for it.
    func cell(
      _ choice: BoundModel, for path: IndexPath, in table: UITableView, _ answers: any ListAnswers
    )
      -> UITableViewCell
    {
      cell(choice, for: "table", answers) {
        table.register(UITableViewCell.self, forCellReuseIdentifier: Self.plain)
        return table.dequeueReusableCell(withIdentifier: Self.plain, for: path)
      } made: { rule in
        dequeue(rule, for: path, in: table).map { ($0, isConfigured: false) }
      }
    }

    /// The header or footer of a section, made when the table asks for it; nil if no rule applies.
    func headerFooter(
      _ role: ViewRole, _ choice: BoundModel, in table: UITableView, _ answers: any ListAnswers
    )
      -> UITableViewHeaderFooterView?
    {
      guard let rule = choice.rule else {
        let advice = answers.advice(role, for: choice)
        if !advice.isEmpty { answers.report("No rule is for the \(role): \(choice.described)\(advice).") }
        return nil
      }
      let (name, isNew) = name(of: rule)
      if isNew {
        switch rule.registration {
        case .viewClass(let type):
          // The table would instantiate any registered class, also one that is no header or footer view.
          guard type is UITableViewHeaderFooterView.Type else { break }
          table.register(type, forHeaderFooterViewReuseIdentifier: name)
        case .nib(let nib, let bundle):
          table.register(.init(nib, bundle, of: rule), forHeaderFooterViewReuseIdentifier: name)
        case .prototype, .provided, .made: break
        }
      }
      let view =
        table.dequeueReusableHeaderFooterView(withIdentifier: name)
        ?? made(by: rule, name, UITableViewHeaderFooterView.self)
      guard let view else {
        answers.report("The rule \(rule.identifier) has no header or footer for a table.")
        return nil
      }
      configure(view, choice, rule, answers)
      return view
    }

    private func dequeue(_ rule: ViewRule, for path: IndexPath, in table: UITableView) -> UITableViewCell? {
      let (name, isNew) = name(of: rule)
      switch rule.registration {
      case .viewClass(let type):
        guard type is UITableViewCell.Type else { return nil }
        if isNew { table.register(type, forCellReuseIdentifier: name) }
      case .nib(let nib, let bundle):
        if isNew { table.register(.init(nib, bundle, of: rule), forCellReuseIdentifier: name) }
      // This method returns nil for a missing prototype; the one with an index path raises an exception.
      case .prototype: return table.dequeueReusableCell(withIdentifier: name)
      case .made:
        return table.dequeueReusableCell(withIdentifier: name) ?? made(by: rule, name, UITableViewCell.self)
      case .provided: return nil
      }
      return table.dequeueReusableCell(withIdentifier: name, for: path)
    }

    private func made<View>(by rule: ViewRule, _ name: String, _ type: View.Type) -> View? {
      guard case .made(let make) = rule.registration else { return nil }
      return make(name) as? View
    }
  }
#endif
