extension UICollectionView {
  /// Registers a class of cells.
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    register(cellClass, kind: Self.elementKindCell, identifier)
  }

  /// Registers a nib that contains a cell.
  public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    register(nib, kind: Self.elementKindCell, identifier, UICollectionViewCell.self, word: "UICollectionViewCell")
  }

  /// Registers a class of supplementary views.
  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    register(viewClass, kind: elementKind, identifier)
  }

  /// Registers a nib that contains a supplementary view.
  public func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    register(nib, kind: kind, identifier, UICollectionReusableView.self, word: "UICollectionReusableView")
  }

  func register(_ viewClass: AnyClass?, kind: String, _ identifier: String) {
    let type = viewClass as? UICollectionReusableView.Type
    pool(kind).register(identifier, type.map { type in { type.init(dequeued: .zero) } })
  }

  func register<View: UICollectionReusableView>(
    _ nib: UINib?, kind: String, _ identifier: String, _ type: View.Type, word: String
  ) {
    pool(kind).register(identifier, nib.map { nib in { nib.view(type, for: identifier, word: word) } })
  }

  /// Returns a cell for the item for which the view is asking.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  )
    -> UICollectionViewCell
  {
    dequeue(UICollectionViewCell.self, Self.elementKindCell, identifier, indexPath)
  }

  /// Returns a supplementary view for the place for which the view is asking.
  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    dequeue(UICollectionReusableView.self, elementKind, identifier, indexPath)
  }

  func dequeue<View: UICollectionReusableView>(
    _ type: View.Type, _ kind: String, _ identifier: String, _ path: IndexPath
  ) -> View {
    let isAskedFor = request?.kind == kind && request?.path == path
    if isAskedFor, let existing = request?.existing as? View, existing.reuseIdentifier == identifier {
      request?.existing = nil
      request?.dequeued.append(existing)
      return existing
    }
    let waiting = pool(kind).take(identifier)
    waiting?.prepareForReuse()
    guard let view = (waiting ?? pool(kind).make(identifier)) as? View else {
      refuse(
        "could not dequeue a view of kind: \(kind) with identifier \(identifier) - must register a nib or a class for "
          + "the identifier or connect a prototype cell in a storyboard")
      let view = View(dequeued: .zero)
      view.reuseIdentifier = identifier
      return view
    }
    view.reuseIdentifier = identifier
    if isAskedFor { request?.dequeued.append(view) } else { refuseUnreturned(view) }
    return view
  }
}
