/// The number of open questions for cells or supplementary views. A registration must not be made while one is open.
@MainActor
enum OpenRequests {
  static var count = 0
}

/// The identity of a registration, which makes the reuse identifier of its views.
@MainActor
final class RegistrationName {
  let isMadeInRequest = OpenRequests.count > 0
  let nib: UINib?

  init(_ nib: UINib?) { self.nib = nib }

  var identifier: String { "\(ObjectIdentifier(self))" }
}

extension UICollectionView {
  /// A registration of a cell class or nib, with a handler that configures cells.
  @MainActor
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Configures a cell.
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) -> Void

    let name: RegistrationName
    let handler: Handler

    /// Makes a registration of a class.
    public init(handler: @escaping Handler) {
      name = RegistrationName(nil)
      self.handler = handler
    }

    /// Makes a registration of a nib.
    public init(cellNib: UINib, handler: @escaping Handler) {
      name = RegistrationName(cellNib)
      self.handler = handler
    }
  }

  /// A registration of a supplementary view class or nib, with a handler that configures views.
  @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    /// Configures a view.
    public typealias Handler = (
      _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
    ) -> Void

    let name: RegistrationName
    let kind: String
    let handler: Handler

    /// Makes a registration of a class.
    public init(elementKind: String, handler: @escaping Handler) {
      name = RegistrationName(nil)
      kind = elementKind
      self.handler = handler
    }

    /// Makes a registration of a nib.
    public init(supplementaryNib: UINib, elementKind: String, handler: @escaping Handler) {
      name = RegistrationName(supplementaryNib)
      kind = elementKind
      self.handler = handler
    }
  }

  /// Returns a cell of a registration, configured for an item. If the item is nil, the handler is not called.
  public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    prepare(registration.name, Cell.self, Self.elementKindCell, word: "UICollectionViewCell")
    if registration.name.isMadeInRequest {
      refuse(
        "Attempted to dequeue a cell using a registration that was created inside "
          + "-collectionView:cellForItemAtIndexPath: or inside a UICollectionViewDiffableDataSource cell provider. "
          + "Creating a new registration each time a cell is requested will prevent reuse and cause created cells to "
          + "remain inaccessible in memory for the lifetime of the collection view. Registrations should be created up "
          + "front and reused. Registration: \(registration.name.identifier)")
    }
    let cell = dequeue(Cell.self, Self.elementKindCell, registration.name.identifier, indexPath)
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  /// Returns a supplementary view of a registration, configured by its handler.
  public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    prepare(registration.name, Supplementary.self, registration.kind, word: "UICollectionReusableView")
    if registration.name.isMadeInRequest {
      refuse(
        "Attempted to dequeue a supplementary view using a registration that was created inside "
          + "-collectionView:viewForSupplementaryElementOfKind:atIndexPath: or inside a "
          + "UICollectionViewDiffableDataSource supplementary view provider.")
    }
    let view = dequeue(Supplementary.self, registration.kind, registration.name.identifier, indexPath)
    registration.handler(view, registration.kind, indexPath)
    return view
  }

  private func prepare<View: UICollectionReusableView>(
    _ name: RegistrationName, _ type: View.Type, _ kind: String, word: String
  ) {
    if pool(kind).isRegistered(name.identifier) { return }
    retainedNames.append(name)
    if let nib = name.nib {
      register(nib, kind: kind, name.identifier, type, word: word)
    } else {
      register(type, kind: kind, name.identifier)
    }
  }
}
