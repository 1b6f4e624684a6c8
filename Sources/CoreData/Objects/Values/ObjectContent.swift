/// The values of an object that its store has, and the further state of the object.
struct ObjectContent {
  /// As the store last saved it and the context read it. A fault has one when its values were fetched along.
  private(set) var row: Row?
  private(set) var extra: Extra

  /// The further state of an object; a clean one has none.
  enum Extra {
    case nothing
    /// In no context, all values as the model has them.
    case detached(NSEntityDescription)
    case batch(FaultBatch)
    case state(ObjectState)
  }

  /// The content of an object that is in no context.
  init(detached entity: NSEntityDescription) { extra = .detached(entity) }

  /// Starts as a fault.
  ///
  /// - Parameter row: the values, when they were fetched along.
  /// - Returns: the former state. It may keep objects alive whose deinitializers read this one: they run after the
  ///   change, not within it.
  @discardableResult
  mutating func start(with row: Row?) -> Extra {
    self.row = row
    return replaceExtra(by: .nothing)
  }

  /// Replaces the row.
  mutating func take(_ row: Row?) { self.row = row }

  /// Starts with the state of an object that no store has.
  ///
  /// - Returns: the former state, as `start(with:)` of a row.
  @discardableResult
  mutating func start(with state: ObjectState) -> Extra {
    row = nil
    return replaceExtra(by: .state(state))
  }

  /// Adds the state to what is there.
  mutating func add(_ state: ObjectState) { extra = .state(state) }

  /// Forgets the state, and the batch.
  ///
  /// - Returns: the former state, as `start(with:)` of a row.
  @discardableResult
  mutating func forgetState() -> Extra { replaceExtra(by: .nothing) }

  /// Has a fault be filled together with its batch.
  mutating func join(_ batch: FaultBatch) {
    switch extra {
    case .nothing, .batch: extra = .batch(batch)
    case .detached, .state: break
    }
  }

  /// Leaves the batch, because the object has its row, or is to read it alone.
  mutating func leaveBatch() { if case .batch = extra { extra = .nothing } }

  private mutating func replaceExtra(by new: Extra) -> Extra {
    let former = extra
    extra = new
    return former
  }
}
