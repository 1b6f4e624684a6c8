#if canImport(UIKit) && !os(watchOS)
  /// Finds out whether a batch update of the program's own is open in a view, which UIKit does not say.
  ///
  /// A view asks for its sections at the end of a batch. At the end of one that is within another it does not, since
  /// that is not over. So whoever has made a batch, an empty one if need be, knows by the questions. In the next turn
  /// the program's batch is over.
  @MainActor
  final class ProgramBatchDetector {
    /// Whether what was handed over last belongs to a batch of the program's own.
    private(set) var isOpen = false
    /// Called in the turn after such a batch.
    var ended: () -> Void = {}
    /// Makes an empty batch.
    var makeEmptyBatch: () -> Void = {}
    /// How often the view has asked for its sections.
    private var questions = 0
    /// Whether it has since it was reloaded. A view asks before a batch begins: else none can be open.
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
