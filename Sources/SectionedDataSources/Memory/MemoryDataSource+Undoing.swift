extension MemoryDataSource {
  /// Where a batch began: what is taken back when an error leaves it.
  @usableFromInline
  struct BatchMark {
    @usableFromInline let edits: Int
    @usableFromInline let models: Int
    @usableFromInline let origin: UpdateOrigin?

    @inlinable
    init(edits: Int, models: Int, origin: UpdateOrigin?) {
      self.edits = edits
      self.models = models
      self.origin = origin
    }
  }

  @inlinable
  func beginBatch(_ origin: UpdateOrigin?) -> BatchMark {
    let mark = BatchMark(edits: list.undoings.count, models: undo.entries.count, origin: self.origin)
    depth += 1
    list.keepsUndoings = true
    if let origin { self.origin = origin }
    return mark
  }

  @inlinable
  func endBatch() {
    depth -= 1
    guard depth == 0 else { return }
    list.keepsUndoings = false
    list.undoings = []
    undo.entries = []
  }

  /// Takes back what was done since a batch began.
  @inlinable
  func takeBack(to mark: BatchMark) {
    list.undo(downTo: mark.edits)
    undo.undo(downTo: mark.models, &models, &sectionModels)
    origin = mark.origin
    // A number that was taken may be free again.
    (copies.taken, sectionCopies.taken) = ([:], [:])
  }
}
