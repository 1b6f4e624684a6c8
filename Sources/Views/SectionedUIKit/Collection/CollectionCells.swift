#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  import UIKit

  /// Makes the cells and other views of a collection by rules. It dequeues all of them, because a collection view
  /// accepts no other views.
  final class CollectionCells: ViewMaker {
    var provided = ProvidedViews()

    /// The cell for an index path, made when the collection view asks for it.
    func cell(
      _ choice: BoundModel, for path: IndexPath, in view: UICollectionView, _ answers: any ListAnswers
    ) -> UICollectionViewCell {
      cell(choice, for: "collection", answers) {
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: Self.plain)
        return view.dequeueReusableCell(withReuseIdentifier: Self.plain, for: path)
      } made: { rule in
        if case .provided = rule.registration {
          return provided.cells[rule.identifier]?(view, path, choice.model).map { ($0, isConfigured: true) }
        }
        return dequeue(rule, for: path, in: view).map { ($0, isConfigured: false) }
      }
    }

    /// The supplementary view for an index path, made when the collection view asks for it.
    func supplementary(
      _ role: ViewRole, _ kind: String, _ choice: BoundModel, for path: IndexPath, in view: UICollectionView,
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
          // The registration's handler does not receive the model, so the rule shows it.
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
  }

  extension CollectionCells {
    private func dequeue(_ rule: ViewRule, for path: IndexPath, in view: UICollectionView) -> UICollectionViewCell? {
      let (name, isNew) = name(of: rule)
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
      let (name, isNew) = name(of: rule)
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

    private func plainView(
      _ kind: String, for path: IndexPath, in view: UICollectionView
    ) -> UICollectionReusableView {
      view.register(
        UICollectionReusableView.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: Self.plain)
      let plain = view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: Self.plain, for: path)
      note(plain, nil)
      return plain
    }
  }
#endif
