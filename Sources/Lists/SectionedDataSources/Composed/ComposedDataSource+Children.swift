import SectionedChanges

// Edits of the list of children. Indices refer to the current children, which include earlier edits of the same step.
extension ComposedDataSource {
  /// The children in order, including edits since the last step.
  @inlinable
  public var children: [Child] { draft.map(\.child) }

  /// The index of a source among the children; nil if it is not a child.
  ///
  /// - Complexity: O(children).
  @inlinable
  public func index(ofChild source: some SectionedDataSource) -> Int? {
    draft.firstIndex { $0.child.identity == source.identity }
  }

  /// Appends a child.
  ///
  /// - Throws: `cycle`, if the source is a child already, is this source, or is built on this source.
  @inlinable
  public func append(_ child: Child) throws { try insert(child, at: draft.count) }

  /// Appends a source as a child. It contributes its sections.
  ///
  /// - Throws: `cycle`, if the source is a child already, is this source, or is built on this source.
  @inlinable
  public func append<Source: SectionedDataSource>(_ source: Source) throws
  where Source.Section == Section, Source.SectionID == SectionID, Source.Item == Item, Source.ItemID == ItemID {
    try append(Child(source))
  }

  /// Inserts a child.
  ///
  /// - Parameters:
  ///   - child: the child.
  ///   - index: the index of the new child, at most the number of children.
  /// - Throws: `cycle`, if the source is a child already, is this source, or is built on this source;
  ///   `childOutOfBounds`.
  @inlinable
  public func insert(_ child: Child, at index: Int) throws {
    guard index >= 0, index <= draft.count else {
      throw anomaly(.childOutOfBounds, "insert: a child cannot be at \(index) of \(draft.count).")
    }
    try check(child, "insert")
    if draft.contains(where: { $0.child.identity == child.identity }) { throw twice("insert") }
    edit { draft.insert(attach(child), at: index) }
  }

  /// Removes a child. Its elements leave the list.
  ///
  /// - Returns: the removed child.
  /// - Throws: `childOutOfBounds`.
  @discardableResult
  @inlinable
  public func remove(at index: Int) throws -> Child {
    try check(index: index, "remove")
    return edit {
      let member = draft.remove(at: index)
      detach(member)
      return member.child
    }
  }

  /// Removes a source from the children. Its elements leave the list.
  ///
  /// - Throws: `unknownChild`.
  @inlinable
  public func remove(_ source: some SectionedDataSource) throws {
    guard let index = index(ofChild: source) else {
      throw anomaly(.unknownChild, "remove: the source is not a child.")
    }
    try remove(at: index)
  }

  /// Removes all children.
  @inlinable
  public func removeAll() {
    edit {
      for member in draft { detach(member) }
      draft = []
    }
  }

  /// Moves a child with its elements.
  ///
  /// - Parameters:
  ///   - old: the index of the child.
  ///   - new: its index after the move.
  /// - Throws: `childOutOfBounds`.
  @inlinable
  public func move(from old: Int, to new: Int) throws {
    try check(index: old, "move")
    try check(index: new, "move")
    edit { draft.insert(draft.remove(at: old), at: new) }
  }

  /// Replaces a child by another.
  ///
  /// - Throws: `cycle`, if the new child is a child already at another index, is this source, or is built on this
  ///   source; `childOutOfBounds`.
  @inlinable
  public func replace(at index: Int, with child: Child) throws {
    try check(index: index, "replace")
    try check(child, "replace")
    let isThere = draft.enumerated().contains { $0.offset != index && $0.element.child.identity == child.identity }
    if isThere { throw twice("replace") }
    edit {
      detach(draft[index])
      draft[index] = attach(child)
    }
  }

  /// Replaces the children. Sources that are children already keep or move their elements.
  ///
  /// - Throws: `cycle`, if a source is given twice, is this source, or is built on this source. The children are then
  ///   unchanged.
  /// - Complexity: O(children), in addition to the elements that are inserted and removed.
  @inlinable
  public func setChildren(_ children: [Child]) throws {
    guard Set(children.map(\.identity)).count == children.count else { throw twice("setChildren") }
    for child in children { try check(child, "setChildren") }
    edit {
      let wanted = Set(children.map { ObjectIdentifier($0.core) })
      let present = Set(draft.map { ObjectIdentifier($0.child.core) })
      for member in draft where !wanted.contains(ObjectIdentifier(member.child.core)) { detach(member) }
      draft = children.map { child in
        let id = ObjectIdentifier(child.core)
        return (present.contains(id) ? known[id] : nil) ?? attach(child)
      }
    }
  }
}

extension ComposedDataSource {
  @inlinable
  func edit<Result>(_ body: () -> Result) -> Result {
    core.perform {
      isEdited = true
      core.setNeedsSettling()
      return body()
    }
  }

  @inlinable
  func attach(_ child: Child) -> Member {
    let id = ObjectIdentifier(child.core)
    let member = known[id] ?? Member(child)
    known[id] = member
    // This closure, held by the child, keeps the member alive until it is detached.
    child.core.attach(core) { [weak self] update in
      let isFirst = member.receive(update)
      guard let self else { return }
      if isFirst { active.append(member) }
      note(update)
    }
    return member
  }

  @inlinable
  func detach(_ member: Member) {
    member.child.core.detach(core)
    member.hasGap = true
    if member.position < 0 { known[ObjectIdentifier(member.child.core)] = nil }
  }

  @inlinable
  func note(_ update: Update) {
    guard let cause else { return self.cause = (update.origin, update.source) }
    self.cause = (
      cause.origin == update.origin ? cause.origin : .program, cause.source == update.source ? cause.source : nil
    )
  }

  @inlinable
  func check(_ child: Child, _ verb: String) throws {
    if core.reaches(child.core) {
      throw anomaly(.cycle, "\(verb): the source is this one, or is built on it.")
    }
  }

  @inlinable
  func check(index: Int, _ verb: String) throws {
    guard draft.indices.contains(index) else {
      throw anomaly(.childOutOfBounds, "\(verb): there is no child \(index) of \(draft.count).")
    }
  }

  @inlinable
  func twice(_ verb: String) -> DataSourceAnomaly {
    anomaly(.cycle, "\(verb): a source cannot be a child twice.")
  }

  @inlinable
  func anomaly(_ kind: DataSourceAnomaly.Kind, _ message: String) -> DataSourceAnomaly {
    let anomaly = DataSourceAnomaly(kind, message)
    anomalies.report(anomaly)
    return anomaly
  }
}
