#if canImport(UIKit) && !os(watchOS)
  /// Detects whether a batch update of the program's own is open in a view. UIKit has no property for it.
  ///
  /// A view asks for its sections at the end of a batch, but not at the end of a batch within another one. So this
  /// performs a batch, an empty one if necessary, and checks whether the view has asked. In the next turn the program's
  /// batch is over.
  @MainActor
  final class ProgramBatchDetector {
    /// Whether the last update belongs to a batch of the program's own.
    private(set) var isOpen = false
    /// Called in the turn after such a batch.
    var ended: () -> Void = {}
    /// Makes an empty batch.
    var makeEmptyBatch: () -> Void = {}
    /// How often the view has asked for its sections.
    private var questions = 0
    /// Whether the view has asked since it was reloaded. It asks before a batch begins; otherwise none can be open.
    private var hasAsked = false

    /// Makes a batch.
    ///
    /// - Parameter batch: is given what it calls as the last thing in the batch.
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

    /// Whether no batch of the program's own is open.
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
