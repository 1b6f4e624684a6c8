import OrderedRows

extension ResultsList {
  /// Applies a single touch like `apply(_:from:)`. Most events touch only one object, so nothing needs to be sorted.
  ///
  /// - Returns: the changes. Nil, with the list unchanged, if a section may have to be inserted or removed; then the
  ///   general code must be used.
  mutating func applyOne(_ touch: ResultsTouch, from source: some ResultsSource) throws -> ResultsChanges? {
    guard touch.isChanged || touch.effect != .samePlace else { return ResultsChanges() }
    let location = rows.location(of: touch.key.rowNumber)
    var position: SortPosition?
    switch touch.effect {
    case .gone: break
    case .samePlace: return location.map { staying(touch, at: $0) } ?? ResultsChanges()
    case .sameValues, .unknown:
      position = try source.position(of: touch.key, row: touch.row)
      if touch.effect == .sameValues, position != nil, let location { return staying(touch, at: location) }
    }
    guard let position else { return location.map { leaving(touch, at: $0) } ?? ResultsChanges() }
    return try placing(touch, position, from: location, source)
  }

  private mutating func staying(_ touch: ResultsTouch, at location: (section: SectionID, item: Int)) -> ResultsChanges {
    guard touch.isChanged else { return ResultsChanges() }
    let place = place(of: location.item, in: location.section)
    return .init(touch, from: place, to: place, staysInSection: true)
  }

  private mutating func leaving(_ touch: ResultsTouch, at location: (section: SectionID, item: Int)) -> ResultsChanges?
  {
    // The section is removed with its last object.
    if isGrouped, rows.count(of: location.section) == 1 { return nil }
    let place = place(of: location.item, in: location.section)
    withRows { _ = $0.remove(at: location.item, in: location.section) }
    return .init(touch, from: place, to: nil, staysInSection: false)
  }

  private mutating func placing(
    _ touch: ResultsTouch, _ position: SortPosition, from location: (section: SectionID, item: Int)?,
    _ source: some ResultsSource
  ) throws -> ResultsChanges? {
    guard let section = section(of: position.section) else { return nil }
    if isGrouped {
      // The object's old section would be removed, or reappear at another place.
      let staysInSection = location?.section == section
      if let location, rows.count(of: location.section) == 1, !staysInSection || !source.firstTermIsSectionKey {
        return nil
      }
      if rows.count(of: section) == 0, !source.firstTermIsSectionKey { return nil }
    }
    let old = location.map { place(of: $0.item, in: $0.section) }
    if let location { withRows { _ = $0.remove(at: location.item, in: location.section) } }
    let item: Int
    do {
      let range = 0..<rows.count(of: section)
      let guess = location.flatMap { $0.section == section ? $0.item : nil }
      let placing = placing(by: source)
      let successor = try placing.successors(of: [position], in: [section], of: self)[0]
      item = try placing.index(of: position, in: section, range: range, successor: successor, guess: guess, of: self)
      keepSearchCache(of: placing)
    } catch {
      if let location { withRows { $0.insert(touch.key, at: location.item, in: location.section) } }
      throw error
    }
    withRows { $0.insert(touch.key, at: item, in: section) }
    return .init(touch, from: old, to: place(of: item, in: section), staysInSection: location?.section == section)
  }
}

extension ResultsChanges {
  fileprivate init(_ touch: ResultsTouch, from old: RowPlace?, to new: RowPlace?, staysInSection: Bool) {
    self.init(of: [touch])
    rows.append(
      TouchedRow(key: touch.key, touch: 0, staysInSection: staysInSection),
      ElementChange(old: old, new: new, isRevised: touch.isChanged, keys: nil))
  }
}
