/// The work that a context is doing. A callback of it may call the context again: calls that would disturb the work
/// throw, wait or do nothing.
struct WorkUnderWay {
  /// Whether a save prepares or writes the changes. An event that it processes applies delete rules.
  var isSaving = false
  /// Whether a save has posted its will-save notification and has not written yet: another save throws.
  var isInsideSave = false
  /// Whether a save writes to the stores: nothing it writes may change.
  var isWriting = false
  /// Whether delete rules are applied.
  var isPropagating = false
  /// Whether the context is being reset.
  var isForgetting = false
  /// Whether all objects are being refreshed.
  var isRefreshingAll = false
  /// The number of refreshes, each in a callback of the one before.
  var refreshDepth = 0
  /// The number of faults that are awaking, each in a callback of the one before.
  var awakeningDepth = 0

  /// Whether objects and changes must stay as they are.
  var keepsChanges: Bool { isWriting || isPropagating || isForgetting }
}
