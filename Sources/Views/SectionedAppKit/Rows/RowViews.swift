#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedViews

  /// Makes the views of a table's rows by rules. If no rule fits, it reports that and does not trap.
  @MainActor
  final class RowViews {
    private static let title = NSUserInterfaceItemIdentifier("SectionedAppKit title")
    private static let plain = NSUserInterfaceItemIdentifier("SectionedAppKit plain")
    /// The identifiers of the rules, by the identifiers of the views that they made.
    private var rules: [NSUserInterfaceItemIdentifier: String] = [:]

    /// The view for a model in a column, made when the table asks for it. The column is nil in a group row.
    func view(
      _ model: BoundModel, _ column: NSTableColumn?, in table: AnyTableView, _ answers: any BoundAnswers
    ) -> NSView {
      guard let rule = model.rule else {
        if !model.isGone {
          answers.report("No rule is for the item at \(model.context.place): \(model.described).")
        }
        return plainView(in: table)
      }
      let identifier = identifier(of: rule, column, in: table)
      let reused = table.makeView(withIdentifier: identifier, owner: nil)
      if let reused, configure(reused, model, rule) {
        answers.noteConfigured(model)
        return reused
      }
      guard let view = made(by: rule), configure(view, model, rule) else {
        answers.report("The rule \(rule.identifier) for \(rule.viewClass) has no view for a table.")
        return plainView(in: table)
      }
      view.identifier = identifier
      answers.noteConfigured(model)
      return view
    }

    /// The view that shows a text in a section's row.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - label: the accessibility label; nil if it equals the text.
    ///   - table: the table that shows the view.
    func titleView(_ text: String, _ label: String?, in table: AnyTableView) -> NSView {
      let reused = table.makeView(withIdentifier: Self.title, owner: nil) as? NSTableCellView
      let view = reused ?? NSTableCellView(frame: .zero)
      if reused == nil {
        let label = NSTextField(labelWithString: text)
        view.addSubview(label)
        view.textField = label
        view.identifier = Self.title
      }
      show(text, label, in: view)
      return view
    }

    private func show(_ text: String, _ label: String?, in view: NSTableCellView) {
      view.textField?.stringValue = text
      view.textField?.setAccessibilityLabel(label)
    }

    /// Configures a view again.
    ///
    /// - Returns: false if another rule made the view, which is then left alone.
    func configureAgain(_ view: NSView, _ model: BoundModel, _ answers: any BoundAnswers) -> Bool {
      guard ruleIdentifier(of: view) == model.rule?.identifier else { return false }
      guard let rule = model.rule else { return true }
      if configure(view, model, rule) { answers.noteConfigured(model) }
      return true
    }

    /// Sets the text and the accessibility label of a section's row.
    ///
    /// - Returns: false if `titleView` did not make the view.
    func setTitle(_ text: String, _ label: String?, of view: NSView) -> Bool {
      guard view.identifier == Self.title, let view = view as? NSTableCellView else { return false }
      show(text, label, in: view)
      return true
    }

    /// The identifier of the rule that made a view; nil for a plain view.
    func ruleIdentifier(of view: NSView) -> String? { view.identifier.flatMap { rules[$0] } }

    private func configure(_ view: NSView, _ model: BoundModel, _ rule: ViewRule) -> Bool {
      ListRules.configure(view, by: rule, model.model, model.context)
    }

    /// The identifier under which a rule's views are reused. The rules of two columns may have the same name, and make
    /// different views of one class.
    private func identifier(
      of rule: ViewRule, _ column: NSTableColumn?, in table: AnyTableView
    ) -> NSUserInterfaceItemIdentifier {
      var parts = ["\(rule.role)", rule.identifier, column?.identifier.rawValue ?? ""]
      switch rule.registration {
      case .prototype: parts = [rule.identifier]
      case .nib(let name, _): parts.append(name)
      case .viewClass, .made, .provided: break
      }
      let identifier = NSUserInterfaceItemIdentifier(parts.joined(separator: " "))
      if rules[identifier] == nil, let nib = rule.nib { table.register(nib, forIdentifier: identifier) }
      rules[identifier] = rule.identifier
      return identifier
    }

    private func made(by rule: ViewRule) -> NSView? {
      switch rule.registration {
      case .viewClass(let type): NSView.instance(of: type)
      case .made(let make): make(rule.identifier) as? NSView
      case .nib, .prototype, .provided: nil
      }
    }

    private func plainView(in table: AnyTableView) -> NSView {
      let view =
        table.makeView(withIdentifier: Self.plain, owner: nil) ?? NSTableCellView(frame: .zero)
      view.identifier = Self.plain
      return view
    }
  }

  extension ViewRule {
    /// The nib of the rule's views; nil if there is none of its name, or if they are not in a nib.
    @MainActor var nib: NSNib? {
      guard case .nib(let name, let bundle) = registration else { return nil }
      return NSNib(nibNamed: name, bundle: bundle ?? Bundle(for: viewClass))
    }
  }
#endif
