#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  /// The views that rules made for a table or a collection, and their configuration. It never traps where no rule fits.
  @MainActor
  class ViewMaker {
    static let plain = "plain"
    private var names = ReuseIdentifiers()
    private var made = ViewIdentifiers()

    /// Forgets what was registered with a view.
    func forget() {
      names = ReuseIdentifiers()
      made = ViewIdentifiers()
    }

    /// The identifier for the views of a rule, and whether it is used for the first time.
    func name(of rule: ViewRule) -> (name: String, isNew: Bool) { names.name(of: rule) }

    /// Records the rule that made a view; nil for a plain one.
    func note(_ view: UIView, _ rule: ViewRule?) { made.note(view, rule) }

    /// The identifier of the rule by which a view was made; nil for a plain one.
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

    /// Configures a view that is there.
    ///
    /// - Returns: false where it was made by another rule than is wanted, and stays as it is.
    @discardableResult
    func configureAgain(_ view: UIView, _ choice: BoundModel, _ answers: any ListAnswers) -> Bool {
      guard identifier(of: view) == choice.rule?.identifier else { return false }
      if let rule = choice.rule {
        configure(view, choice, rule, answers)
        answers.noteConfigured(choice)
      }
      return true
    }

    /// Configures the cell that a rule made, or makes a plain one and reports why.
    ///
    /// - Parameters:
    ///   - kind: `table` or `collection`, for the message.
    ///   - made: makes the cell of a rule, configured or not; nil where the rule has none.
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
