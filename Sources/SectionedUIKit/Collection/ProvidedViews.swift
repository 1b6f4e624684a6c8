#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  /// The views of rules that were made of UIKit's own registrations.
  @MainActor
  struct ProvidedViews {
    /// Nil where the model is not of the registration's type.
    typealias Cell = (UICollectionView, IndexPath, Any?) -> UICollectionViewCell?
    typealias View = (UICollectionView, IndexPath) -> UICollectionReusableView

    /// By the rule's identifier.
    private(set) var cells: [String: Cell] = [:]
    /// By the rule's role and identifier.
    private(set) var views: [ViewRole: [String: View]] = [:]

    mutating func add(_ identifier: String, _ cell: @escaping Cell) { cells[identifier] = cell }

    mutating func add(_ identifier: String, _ role: ViewRole, _ view: @escaping View) {
      views[role, default: [:]][identifier] = view
    }
  }

  @MainActor
  extension ViewRole {
    /// UIKit's name for the views of a role; nil for cells.
    var kind: String? {
      switch self {
      case .cell: nil
      case .header: UICollectionView.elementKindSectionHeader
      case .footer: UICollectionView.elementKindSectionFooter
      case .supplementary(let kind): kind
      }
    }

    /// The role of the views of a kind.
    init(kind: String) {
      switch kind {
      case UICollectionView.elementKindSectionHeader: self = .header
      case UICollectionView.elementKindSectionFooter: self = .footer
      default: self = .supplementary(kind)
      }
    }
  }
#endif
