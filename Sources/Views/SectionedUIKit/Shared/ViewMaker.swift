#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  /// Configures the views that rules make for a table or a collection, and records the rule of each. If no rule fits,
  /// it reports that and does not trap.
  @MainActor
  class ViewMaker {
    static let plain = "plain"
    private var names = ReuseIdentifiers()
    private var made = ViewIdentifiers()

    /// Forgets the identifiers that were registered with a view.
    func forget() {
      names = ReuseIdentifiers()
      made = ViewIdentifiers()
    }

    /// The reuse identifier for the views of a rule, and whether it is used for the first time.
    func name(of rule: ViewRule) -> (name: String, isNew: Bool) { names.name(of: rule) }

    /// Records the rule that made a view; nil for a plain one.
    func note(_ view: UIView, _ rule: ViewRule?) { made.note(view, rule) }

    /// The identifier of the rule that made a view; nil for a plain view.
    func identifier(of view: UIView) -> String? { made.identifier(of: view) }

    /// Configures a view by the rule that made it.
    func configure(_ view: UIView, _ choice: BoundModel, _ rule: ViewRule, _ answers: any ListAnswers) {
      if ListRules.configure(view, by: rule, choice.model, choice.context) {
        note(view, rule)
      } else {
        note(view, nil)
        answers.report("The rule \(rule.identifier) is for \(rule.viewClass), and got a \(type(of: view)).")
      }
    }

    /// Configures an existing view.
    ///
    /// - Returns: false if another rule than the current one made the view, which is then left alone.
    @discardableResult
    func configureAgain(_ view: UIView, _ choice: BoundModel, _ answers: any ListAnswers) -> Bool {
      guard identifier(of: view) == choice.rule?.identifier else { return false }
      if let rule = choice.rule {
        configure(view, choice, rule, answers)
        answers.noteConfigured(choice)
      }
      return true
    }

    /// Configures the cell that a rule made. If there is none, makes a plain cell and reports why.
    ///
    /// - Parameters:
    ///   - choice: the model and its rule.
    ///   - kind: `table` or `collection`, for the message.
    ///   - answers: the binding.
    ///   - plain: makes a plain cell.
    ///   - made: makes the cell of a rule, configured or not; nil if the rule has no cell.
    func cell<Cell: UIView>(
      _ choice: BoundModel, for kind: String, _ answers: any ListAnswers, plain: () -> Cell,
      made: (ViewRule) -> (cell: Cell, isConfigured: Bool)?
    ) -> Cell {
      func plainCell() -> Cell {
        let cell = plain()
        note(cell, nil)
        return cell
      }
      guard let rule = choice.rule else {
        if !choice.isGone { answers.report("No rule is for the item at \(choice.context.place): \(choice.described).") }
        return plainCell()
      }
      guard let (cell, isConfigured) = made(rule) else {
        answers.report("The rule \(rule.identifier) has no cell for a \(kind).")
        return plainCell()
      }
      if isConfigured { note(cell, rule) } else { configure(cell, choice, rule, answers) }
      answers.noteConfigured(choice)
      return cell
    }
  }
#endif
