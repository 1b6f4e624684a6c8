/// What a source that loads says of itself beside its phase, whatever its elements are.
public protocol LoadingState: AnyObject {
  /// Whether there may be more behind what is loaded.
  var hasMore: Bool { get }

  /// Why loading failed; nil unless the phase is ``LoadingPhase/failed``, or was when the loading under way began.
  var error: (any Error)? { get }

  /// Why the last loading failed, where it appended; nil otherwise.
  var appendError: (any Error)? { get }

  /// Notifies a closure whenever one of these, or the phase, may have changed, until the token goes.
  func observeLoading(_ notify: @escaping () -> Void) -> ObservationToken

  /// Asks for the content, or for it anew.
  func load()

  /// Asks for what follows.
  func append()

  /// Asks to do again what failed.
  func retry()
}
