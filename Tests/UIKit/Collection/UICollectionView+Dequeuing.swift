extension UICollectionView {
  /// Cells of an identifier are instances of a class.
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    register(cellClass, kind: Self.elementKindCell, identifier)
  }

  /// Cells of an identifier are in a nib.
  public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    register(nib, kind: Self.elementKindCell, identifier, UICollectionViewCell.self, word: "UICollectionViewCell")
  }

  /// Views of a kind and an identifier are instances of a class.
  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String, withReuseIdentifier identifier: String
  ) {
    register(viewClass, kind: elementKind, identifier)
  }

  /// Views of a kind and an identifier are in a nib.
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

  /// A cell for an item that the view asks for.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  )
    -> UICollectionViewCell
  {
    dequeue(UICollectionViewCell.self, Self.elementKindCell, identifier, indexPath)
  }

  /// A view that is no cell, for a place that the view asks for.
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
