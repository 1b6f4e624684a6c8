/// The loading state of a source beside its phase, independent of the types of its elements.
public protocol LoadingState: AnyObject {
  /// Whether there may be more content to load.
  var hasMore: Bool { get }

  /// The error of the content's loading; nil unless the phase is ``LoadingPhase/failed``, or was when the loading in
  /// progress began.
  var error: (any Error)? { get }

  /// The error of the last loading, if it was of a next page; nil otherwise.
  var appendError: (any Error)? { get }

  /// Notifies a closure whenever one of these, or the phase, may have changed, until the token is released.
  func observeLoading(_ notify: @escaping () -> Void) -> ObservationToken

  /// Requests the content, or requests it again.
  func load()

  /// Requests the next page.
  func append()

  /// Retries the loading that failed.
  func retry()
}
