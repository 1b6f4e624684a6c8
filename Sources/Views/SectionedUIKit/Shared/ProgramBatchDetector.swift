#if canImport(UIKit) && !os(watchOS)
  /// Detects whether a batch update of the program's is open in a view. UIKit has no property for it.
  ///
  /// A view calls `numberOfSections` at the end of a batch update, but not at the end of a nested one. So this type
  /// performs a batch update, an empty one if necessary, and checks whether the view has called. The program's batch
  /// update ends in this turn at the latest.
  @MainActor
  final class ProgramBatchDetector {
    /// Whether the last update is nested in a batch update of the program's.
    private(set) var isOpen = false
    /// Called in the turn after the program's batch update.
    var ended: () -> Void = {}
    /// Performs an empty batch update.
    var makeEmptyBatch: () -> Void = {}
    /// The number of calls of the view for its number of sections.
    private var questions = 0
    /// Whether the view has asked since it was reloaded. A view asks before a batch update begins, so without a call
    /// none can be open.
    private var hasAsked = false

    /// Performs a batch update and detects whether it is nested.
    ///
    /// - Parameter batch: performs the batch update. It calls its argument as the last statement of the update.
    func watch(_ batch: (_ isDone: @escaping () -> Void) -> Void) {
      var before = questions
      batch { [self] in before = questions }
      guard questions == before, !isOpen else { return }
      isOpen = true
      Task { [weak self] in
        self?.isOpen = false
        self?.ended()
      }
    }

    /// Whether no batch update of the program's is open.
    var canReload: Bool {
      if !isOpen, hasAsked {
        watch { isDone in
          isDone()
          makeEmptyBatch()
        }
      }
      return !isOpen
    }

    func noteQuestion() {
      questions += 1
      hasAsked = true
    }

    func noteReload() { hasAsked = false }
  }
#endif
