extension MemoryDataSource {
  /// The state at the beginning of a `performUpdates` call, which is restored if the call throws an error.
  @usableFromInline
  struct BatchMark {
    @usableFromInline let edits: Int
    @usableFromInline let models: Int
    @usableFromInline let origin: UpdateOrigin?
    @usableFromInline let stepOrigin: UpdateOrigin?

    @inlinable
    init(edits: Int, models: Int, origin: UpdateOrigin?, stepOrigin: UpdateOrigin?) {
      self.edits = edits
      self.models = models
      self.origin = origin
      self.stepOrigin = stepOrigin
    }
  }

  @inlinable
  func beginBatch(_ origin: UpdateOrigin?) -> BatchMark {
    let mark = BatchMark(
      edits: list.undoings.count, models: undo.entries.count, origin: self.origin, stepOrigin: stepOrigin)
    depth += 1
    list.keepsUndoings = true
    if let origin { self.origin = origin }
    return mark
  }

  @inlinable
  func endBatch(_ mark: BatchMark) {
    depth -= 1
    origin = mark.origin
    guard depth == 0 else { return }
    list.keepsUndoings = false
    list.undoings = []
    undo.entries = []
  }

  /// Records the origin of an edit.
  @inlinable
  func noteOrigin() {
    let origin = origin ?? .program
    stepOrigin = stepOrigin == nil || stepOrigin == origin ? origin : .program
  }

  /// Undoes the changes since the beginning of a `performUpdates` call.
  @inlinable
  func takeBack(to mark: BatchMark) {
    list.undo(downTo: mark.edits)
    undo.undo(downTo: mark.models, &models, &sectionModels)
    stepOrigin = mark.stepOrigin
    // An occurrence number that was taken may be free again.
    (copies.taken, sectionCopies.taken) = ([:], [:])
  }
}
