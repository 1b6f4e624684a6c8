#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The item for a model that no rule accepts.
  final class PlainItem: NSCollectionViewItem {
    override func loadView() { view = NSView(frame: .zero) }
  }

  /// The view for a section that no rule accepts.
  final class PlainElement: NSTableCellView, NSCollectionViewElement {
    override init(frame frameRect: NSRect) { super.init(frame: frameRect) }
    required init?(coder: NSCoder) { nil }
  }

  /// Makes the items and the views of sections of a collection by rules. The collection view makes all of them, because
  /// it accepts no other views.
  @MainActor
  final class CollectionItems {
    private static let plain = NSUserInterfaceItemIdentifier("SectionedAppKit plain")
    /// The identifiers of the rules, by the identifiers of registered classes.
    private var rules: [NSUserInterfaceItemIdentifier: String] = [:]
    private var registered: Set<String> = []

    /// Forgets the registrations with a view.
    func forget() { (rules, registered) = ([:], []) }

    /// The item for a model, made when the collection view asks for it.
    func item(
      _ model: BoundModel, for path: IndexPath, in view: NSCollectionView, _ answers: any BoundAnswers
    ) -> NSCollectionViewItem {
      if let rule = model.rule {
        if let identifier = register(rule, in: view) {
          let item = view.makeItem(withIdentifier: identifier, for: path)
          if ListRules.configure(item, by: rule, model.model, model.context) {
            answers.noteConfigured(model)
            return item
          }
        }
        answers.report("The rule \(rule.identifier) for \(rule.viewClass) has no item for a collection.")
      } else if !model.isGone {
        answers.report("No rule is for the item at \(model.context.place): \(model.described).")
      }
      if isNew(Self.plain.rawValue) { view.register(PlainItem.self, forItemWithIdentifier: Self.plain) }
      return view.makeItem(withIdentifier: Self.plain, for: path)
    }

    /// The view of a section, made when the collection view asks for it.
    func element(
      _ model: BoundModel, _ kind: NSCollectionView.SupplementaryElementKind, for path: IndexPath,
      in view: NSCollectionView, _ answers: any BoundAnswers
    ) -> NSView {
      if let rule = model.rule {
        if let identifier = register(rule, kind, in: view) {
          let made = view.makeSupplementaryView(ofKind: kind, withIdentifier: identifier, for: path)
          if ListRules.configure(made, by: rule, model.model, model.context) {
            made.identifier = identifier
            rules[identifier] = rule.identifier
            return made
          }
        }
        answers.report("The rule \(rule.identifier) for \(rule.viewClass) has no view for a collection.")
      } else if !model.isGone {
        answers.report("No rule is for the \(kind) of section \(model.context.place.section): \(model.described).")
      }
      if isNew("\(kind) \(Self.plain.rawValue)") {
        view.register(PlainElement.self, forSupplementaryViewOfKind: kind, withIdentifier: Self.plain)
      }
      return view.makeSupplementaryView(ofKind: kind, withIdentifier: Self.plain, for: path)
    }

    /// Configures an item, or a view of a section, again.
    ///
    /// - Returns: false if another rule made it, which is then left alone.
    func configureAgain(
      _ element: AnyObject, _ identifier: NSUserInterfaceItemIdentifier?, _ model: BoundModel,
      _ answers: any BoundAnswers
    ) -> Bool {
      guard ruleIdentifier(identifier) == model.rule?.identifier else { return false }
      if let rule = model.rule, ListRules.configure(element, by: rule, model.model, model.context) {
        answers.noteConfigured(model)
      }
      return true
    }

    /// The identifier of the rule that made an item or a view; nil if no rule made it.
    func ruleIdentifier(_ identifier: NSUserInterfaceItemIdentifier?) -> String? { identifier.flatMap { rules[$0] } }

    private func isNew(_ name: String) -> Bool { registered.insert(name).inserted }

    /// Whether the nib of a rule is registered under a name. Registers a new one, which is loaded once.
    private func hasNib(_ name: String, _ rule: ViewRule, _ register: (NSNib) -> Void) -> Bool {
      if registered.contains(name) { return true }
      guard let nib = rule.nib else { return false }
      register(nib)
      return isNew(name)
    }

    /// Registers the item class or the nib of a rule; returns nil if it has neither for a collection view.
    private func register(_ rule: ViewRule, in view: NSCollectionView) -> NSUserInterfaceItemIdentifier? {
      // The class is part of the identifier, because items of another class may wait for reuse under the rule's name.
      let identifier: NSUserInterfaceItemIdentifier
      switch rule.registration {
      case .viewClass(let type) where type is NSCollectionViewItem.Type:
        identifier = NSUserInterfaceItemIdentifier("\(rule.identifier) \(ObjectIdentifier(type))")
        if isNew(identifier.rawValue) { view.register(type, forItemWithIdentifier: identifier) }
      case .nib(let name, _):
        identifier = NSUserInterfaceItemIdentifier("\(rule.identifier) \(name)")
        guard hasNib(identifier.rawValue, rule, { view.register($0, forItemWithIdentifier: identifier) }) else {
          return nil
        }
      case .viewClass, .made, .prototype, .provided: return nil
      }
      rules[identifier] = rule.identifier
      return identifier
    }

    /// Registers the class or the nib of a rule for views of sections; returns nil if it has neither for a collection
    /// view.
    private func register(
      _ rule: ViewRule, _ kind: NSCollectionView.SupplementaryElementKind, in view: NSCollectionView
    ) -> NSUserInterfaceItemIdentifier? {
      let identifier = NSUserInterfaceItemIdentifier("\(rule.role) \(rule.identifier)")
      switch rule.registration {
      case .viewClass(let type) where type is NSView.Type:
        if isNew("\(kind) \(identifier.rawValue) \(ObjectIdentifier(type))") {
          view.register(type, forSupplementaryViewOfKind: kind, withIdentifier: identifier)
        }
      case .nib(let name, _):
        let isRegistered = hasNib("\(kind) \(identifier.rawValue) \(name)", rule) {
          view.register($0, forSupplementaryViewOfKind: kind, withIdentifier: identifier)
        }
        if !isRegistered { return nil }
      case .viewClass, .made, .prototype, .provided: return nil
      }
      return identifier
    }
  }
#endif
