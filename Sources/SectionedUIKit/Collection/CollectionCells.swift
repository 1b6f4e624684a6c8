#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// Makes and configures the cells and other views of a collection by rules, and never traps where none fits. What it
  /// returns was always dequeued: a collection view takes nothing else.
  @MainActor
  final class CollectionCells {
    var provided = ProvidedViews()
    private var names = ReuseIdentifiers()
    private var made = ViewIdentifiers()
    private static let plain = "plain"

    /// Forgets what was registered with a view; not what the program provides.
    func forget() {
      names = ReuseIdentifiers()
      made = ViewIdentifiers()
    }

    /// The cell for a place, which the collection view is asking for.
    func cell(
      _ choice: ViewChoice, for path: IndexPath, in view: UICollectionView, _ answers: any ListAnswers
    ) -> UICollectionViewCell {
      guard let rule = choice.rule else {
        if !choice.isGone { answers.report("No rule is for the item at \(choice.context.place): \(choice.described).") }
        return plainCell(for: path, in: view)
      }
      if case .provided = rule.registration {
        if let cell = provided.cells[rule.identifier]?(view, path, choice.model) {
          made.note(cell, rule)
          answers.noteConfigured(choice)
          return cell
        }
      } else if let cell = dequeue(rule, for: path, in: view) {
        configure(cell, choice, rule, answers)
        answers.noteConfigured(choice)
        return cell
      }
      answers.report("The rule \(rule.identifier) has no cell for a collection.")
      return plainCell(for: path, in: view)
    }

    /// The view of another role, which the collection view is asking for.
    func supplementary(
      _ role: ViewRole, _ kind: String, _ choice: ViewChoice, for path: IndexPath, in view: UICollectionView,
      _ answers: any ListAnswers
    ) -> UICollectionReusableView {
      guard let rule = choice.rule else {
        if !choice.isGone {
          let advice = answers.advice(role, for: choice)
          answers.report("No rule is for the \(kind) at \(path): \(choice.described)\(advice).")
        }
        return plainView(kind, for: path, in: view)
      }
      if case .provided = rule.registration {
        if let made = provided.views[role]?[rule.identifier]?(view, path) {
          // What the registration's handler leaves out, since it is not given the model.
          configure(made, choice, rule, answers)
          return made
        }
      } else if let made = dequeue(rule, kind, for: path, in: view) {
        configure(made, choice, rule, answers)
        return made
      }
      answers.report("The rule \(rule.identifier) has no view for a collection.")
      return plainView(kind, for: path, in: view)
    }

    /// Configures a view that is there.
    ///
    /// - Returns: false where it was made by another rule than is wanted, and stays as it is.
    @discardableResult
    func configureAgain(_ view: UICollectionReusableView, _ choice: ViewChoice, _ answers: any ListAnswers) -> Bool {
      guard made.identifier(of: view) == choice.rule?.identifier else { return false }
      if let rule = choice.rule {
        configure(view, choice, rule, answers)
        answers.noteConfigured(choice)
      }
      return true
    }

    /// The identifier of the rule by which a view was made; nil for a plain one.
    func identifier(of view: UICollectionReusableView) -> String? { made.identifier(of: view) }

    private func configure(
      _ view: UICollectionReusableView, _ choice: ViewChoice, _ rule: ViewRule, _ answers: any ListAnswers
    ) {
      if ListRules.configure(view, by: rule, choice.model, choice.context) {
        made.note(view, rule)
      } else {
        made.note(view, nil)
        answers.report("The rule \(rule.identifier) is for \(rule.viewClass), and got a \(type(of: view)).")
      }
    }
  }

  extension CollectionCells {
    private func dequeue(_ rule: ViewRule, for path: IndexPath, in view: UICollectionView) -> UICollectionViewCell? {
      let (name, isNew) = names.name(of: rule)
      switch rule.registration {
      case .viewClass(let type):
        guard type is UICollectionViewCell.Type else { return nil }
        if isNew { view.register(type, forCellWithReuseIdentifier: name) }
      case .nib(let nib, let bundle):
        if isNew { view.register(.init(nib, bundle, of: rule), forCellWithReuseIdentifier: name) }
      case .prototype, .provided: break
      case .made: return nil
      }
      return view.dequeueReusableCell(withReuseIdentifier: name, for: path)
    }

    private func dequeue(
      _ rule: ViewRule, _ kind: String, for path: IndexPath, in view: UICollectionView
    ) -> UICollectionReusableView? {
      let (name, isNew) = names.name(of: rule)
      switch rule.registration {
      case .viewClass(let type):
        guard type is UICollectionReusableView.Type else { return nil }
        if isNew { view.register(type, forSupplementaryViewOfKind: kind, withReuseIdentifier: name) }
      case .nib(let nib, let bundle):
        if isNew {
          view.register(.init(nib, bundle, of: rule), forSupplementaryViewOfKind: kind, withReuseIdentifier: name)
        }
      case .prototype, .provided: break
      case .made: return nil
      }
      return view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: name, for: path)
    }

    private func plainCell(for path: IndexPath, in view: UICollectionView) -> UICollectionViewCell {
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: Self.plain)
      let cell = view.dequeueReusableCell(withReuseIdentifier: Self.plain, for: path)
      made.note(cell, nil)
      return cell
    }

    private func plainView(
      _ kind: String, for path: IndexPath, in view: UICollectionView
    ) -> UICollectionReusableView {
      view.register(
        UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: Self.plain)
      let plain = view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: Self.plain, for: path)
      made.note(plain, nil)
      return plain
    }
  }
#endif
