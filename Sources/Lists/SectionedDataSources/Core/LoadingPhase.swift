/// The state of loading of a source's content. A source that loads nothing is always ``loaded``.
public enum LoadingPhase: String, Hashable, Sendable, CaseIterable, Codable {
  /// No content was requested yet.
  case initial
  /// The first content is being loaded.
  case loading
  /// The content is being loaded again, after it was loaded, found empty, or could not be loaded.
  case refreshing
  /// The next page is being loaded, to be appended to the present content.
  case appending
  /// There is content.
  case loaded
  /// The content was loaded, and is empty.
  case empty
  /// The content could not be loaded.
  case failed
}

extension LoadingPhase {
  /// Whether something is being loaded now.
  public var isLoading: Bool { self == .loading || self == .refreshing || self == .appending }
}
