#if canImport(UIKit) && !os(watchOS)
  import SectionedViews
  import UIKit

  /// The closures that make views for rules with UIKit's own registrations.
  @MainActor
  struct ProvidedViews {
    /// Returns nil if the model is not of the registration's type.
    typealias Cell = (UICollectionView, IndexPath, Any?) -> UICollectionViewCell?
    typealias View = (UICollectionView, IndexPath) -> UICollectionReusableView

    /// The closures that make cells, by the rule's identifier.
    private(set) var cells: [String: Cell] = [:]
    /// The closures that make headers, footers and other supplementary views, by the rule's role and identifier.
    private(set) var views: [ViewRole: [String: View]] = [:]

    mutating func add(_ identifier: String, _ cell: @escaping Cell) { cells[identifier] = cell }

    mutating func add(_ identifier: String, _ role: ViewRole, _ view: @escaping View) {
      views[role, default: [:]][identifier] = view
    }
  }

  @MainActor
  extension ViewRole {
    /// The element kind of a role in UIKit; nil for cells.
    var kind: String? {
      switch self {
      case .cell: nil
      case .header: UICollectionView.elementKindSectionHeader
      case .footer: UICollectionView.elementKindSectionFooter
      case .supplementary(let kind): kind
      }
    }

    /// Makes the role of an element kind.
    init(kind: String) {
      switch kind {
      case UICollectionView.elementKindSectionHeader: self = .header
      case UICollectionView.elementKindSectionFooter: self = .footer
      default: self = .supplementary(kind)
      }
    }
  }
#endif
