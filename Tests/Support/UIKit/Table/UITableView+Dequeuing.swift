extension UITableView {
  /// Registers a class of cells.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    let type = cellClass as? UITableViewCell.Type
    cells.register(identifier, type.map { type in { type.init(dequeued: .default, reuseIdentifier: identifier) } })
  }

  /// Registers a nib that contains a cell.
  public func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    cells.register(
      identifier,
      nib.map { nib in
        {
          guard let cell = nib.view(UITableViewCell.self, for: identifier, word: "UITableViewCell") else { return nil }
          if let own = cell.reuseIdentifier, own != identifier {
            refuse(
              "cell reuse indicator in nib (\(own)) does not match the identifier used to register the nib "
                + "(\(identifier))")
          }
          cell.reuseIdentifier = identifier
          return cell
        }
      })
  }

  /// Registers a class of headers or footers.
  public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    let type = aClass as? UITableViewHeaderFooterView.Type
    headersAndFooters.register(identifier, type.map { type in { type.init(dequeued: identifier) } })
  }

  /// Registers a nib that contains a header or footer.
  public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headersAndFooters.register(
      identifier,
      nib.map { nib in
        {
          let view = nib.view(
            UITableViewHeaderFooterView.self, for: identifier, word: "UITableViewHeaderFooterView")
          view?.reuseIdentifier = identifier
          return view
        }
      })
  }

  /// Returns an idle cell or makes one; nil if none is idle and nothing is registered.
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = cells.take(identifier) {
      cell.prepareForReuse()
      return cell
    }
    return cells.make(identifier)
  }

  /// Returns a cell for the row for which the table is asking.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    if !data.contains(indexPath.place) {
      refuse("request for rect at invalid index path (\(indexPath.place))")
    }
    if request?.path == indexPath {
      if let existing = request?.existing {
        if existing.reuseIdentifier == identifier {
          request?.existing = nil
          request?.isDequeued = true
          return existing
        }
      } else if request?.isDequeued == true {
        refuse(
          "Attempted to dequeue multiple cells for the same index path, which is not allowed. If you really need to "
            + "dequeue more cells than the table view is requesting, use the -dequeueReusableCellWithIdentifier: "
            + "method (without an index path). Cell identifier: \(identifier), index path: \(indexPath.place)")
      }
      request?.isDequeued = true
    }
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    if !cells.isRegistered(identifier) {
      refuse(
        "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for the identifier or "
          + "connect a prototype cell in a storyboard")
    }
    return UITableViewCell(style: .default, reuseIdentifier: identifier)
  }

  /// Returns an idle header or footer or makes one; nil if none is idle and nothing is registered.
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    if let view = headersAndFooters.take(identifier) {
      view.prepareForReuse()
      return view
    }
    return headersAndFooters.make(identifier)
  }
}
