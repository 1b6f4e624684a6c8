/// The loading state of a source in addition to its phase, independent of the types of its elements.
public protocol LoadingState: AnyObject {
  /// Whether there may be more content to load.
  var hasMore: Bool { get }

  /// The error of the content's loading. It is set if the phase is ``LoadingPhase/failed``, or was so when the loading
  /// in progress began; otherwise it is nil.
  var error: (any Error)? { get }

  /// The error of the last loading, if that was the loading of a next page; nil otherwise.
  var appendError: (any Error)? { get }

  /// Notifies a closure when a property of this protocol, or the phase, may have changed, until the token is released.
  func observeLoading(_ notify: @escaping () -> Void) -> ObservationToken

  /// Requests the content, or requests it again.
  func load()

  /// Requests the next page.
  func append()

  /// Retries the loading that failed.
  func retry()

  /// Whether there may be a page before the first one.
  var hasEarlier: Bool { get }

  /// Whether a page before the first one is being loaded.
  var isPrepending: Bool { get }

  /// The error of the last loading of a page before the first one; nil if it did not fail.
  var prependError: (any Error)? { get }

  /// Requests the page before the first one; after a failure, it requests that page again.
  func prepend()
}

/// Implementations for sources that load no earlier pages.
extension LoadingState {
  /// Whether there may be a page before the first one: false.
  public var hasEarlier: Bool { false }

  /// Whether a page before the first one is being loaded: false.
  public var isPrepending: Bool { false }

  /// The error of the last loading of a page before the first one: nil.
  public var prependError: (any Error)? { nil }

  /// Does nothing.
  public func prepend() {}
}
