/// An object's saved row, and its further state.
struct ObjectContent {
  /// The row as the store last saved it and the context read it. A fault has a row if it was fetched with the object.
  private(set) var row: Row?
  private(set) var extra: Extra

  /// The further state of an object. An unchanged object without loaded relationships has none.
  enum Extra {
    case nothing
    /// The entity of an object outside any context, whose values are the model's defaults.
    case detached(NSEntityDescription)
    case batch(FaultBatch)
    case state(ObjectState)
  }

  /// Creates the content of an object outside any context.
  init(detached entity: NSEntityDescription) { extra = .detached(entity) }

  /// Resets the content to that of a fault.
  ///
  /// - Parameter row: the row, if it was fetched with the object.
  /// - Returns: the former state. Releasing it may run deinitializers that read this content, so it must be released
  ///   after the change.
  @discardableResult
  mutating func start(with row: Row?) -> Extra {
    self.row = row
    return replaceExtra(by: .nothing)
  }

  /// Replaces the row.
  mutating func take(_ row: Row?) { self.row = row }

  /// Starts with the state of an unsaved object.
  ///
  /// - Returns: the former state, as in `start(with:)` with a row.
  @discardableResult
  mutating func start(with state: ObjectState) -> Extra {
    row = nil
    return replaceExtra(by: .state(state))
  }

  /// Replaces the further state by an object's state, and keeps the row.
  mutating func add(_ state: ObjectState) { extra = .state(state) }

  /// Discards the further state, which may be a batch.
  ///
  /// - Returns: the former state, as in `start(with:)` with a row.
  @discardableResult
  mutating func forgetState() -> Extra { replaceExtra(by: .nothing) }

  /// Makes a fault be filled together with its batch.
  mutating func join(_ batch: FaultBatch) {
    switch extra {
    case .nothing, .batch: extra = .batch(batch)
    case .detached, .state: break
    }
  }

  /// Leaves the batch, because the object has its row or must read it alone.
  mutating func leaveBatch() { if case .batch = extra { extra = .nothing } }

  private mutating func replaceExtra(by new: Extra) -> Extra {
    let former = extra
    extra = new
    return former
  }
}
