import Foundation

/// A description of the row that is shown where there is no content.
public struct Placeholder: Hashable, Sendable {
  /// The phase that it represents.
  public var phase: LoadingPhase
  /// Its title.
  public var title: String?
  /// The text below the title.
  public var text: String?
  /// The name of its image.
  public var imageName: String?
  /// Whether it shows that something is being loaded.
  public var showsActivity: Bool
  /// Whether it offers a retry.
  public var canRetry: Bool

  /// Makes a placeholder.
  ///
  /// - Parameters:
  ///   - phase: the phase that it represents.
  ///   - title: its title.
  ///   - text: the text below the title.
  ///   - imageName: the name of its image.
  ///   - showsActivity: whether it shows that something is being loaded; nil to derive this from the phase.
  ///   - canRetry: whether it offers a retry; nil for one if the phase is ``LoadingPhase/failed``.
  public init(
    _ phase: LoadingPhase, title: String? = nil, text: String? = nil, imageName: String? = nil,
    showsActivity: Bool? = nil, canRetry: Bool? = nil
  ) {
    self.phase = phase
    self.title = title
    self.text = text
    self.imageName = imageName
    self.showsActivity = showsActivity ?? phase.isLoading
    self.canRetry = canRetry ?? (phase == .failed)
  }
}

extension Placeholder {
  /// The state from which a placeholder is made.
  public struct Context {
    /// The state of loading of the content.
    public var phase: LoadingPhase
    /// Whether there is no item.
    public var isEmpty: Bool
    /// Whether there may be more content to load.
    public var hasMore: Bool
    /// The error of the loading; nil where it did not fail.
    public var error: (any Error)?

    /// Makes a context from its parts.
    public init(phase: LoadingPhase, isEmpty: Bool, hasMore: Bool = false, error: (any Error)? = nil) {
      self.phase = phase
      self.isEmpty = isEmpty
      self.hasMore = hasMore
      self.error = error
    }
  }

  /// Returns the standard placeholder of a list without items: with activity during a loading, with the error and an
  /// offer to retry after a failure. It has no title. There is none if the next page may bring the first item.
  ///
  /// The text of the error is its localized description, or its `description` where it is neither an `NSError`, nor a
  /// `CustomNSError`, nor a `LocalizedError`.
  public static func standard(_ context: Context) -> Placeholder? {
    guard context.isEmpty else { return nil }
    switch context.phase {
    case .initial, .loading, .empty: return Placeholder(context.phase)
    case .refreshing: return Placeholder(.loading)
    case .appending: return nil
    case .loaded: return context.hasMore ? nil : Placeholder(.empty)
    case .failed: return Placeholder(.failed, text: context.error.map(message))
    }
  }

  /// Returns the text of an error for a reader: its localized description if it is of one of Foundation's kinds, else
  /// its `description`.
  static func message(_ error: any Error) -> String {
    // Their descriptions are for developers.
    let isFoundations = error is any LocalizedError || error is any CustomNSError || type(of: error) is NSError.Type
    return isFoundations ? error.localizedDescription : "\(error)"
  }
}

/// The last row of a list of which there may be more.
public struct AppendRow: Hashable, Sendable {
  /// Whether more is being loaded.
  public var showsActivity: Bool
  /// The text of the last loading's error, as in a ``Placeholder``, after which a retry is possible; nil where it did
  /// not fail.
  public var failure: String?

  /// Makes a row.
  public init(showsActivity: Bool = false, failure: String? = nil) {
    self.showsActivity = showsActivity
    self.failure = failure
  }

  /// Whether a list shows such a row: when more can be requested, is being loaded, or could not be loaded.
  ///
  /// - Parameters:
  ///   - phase: the state of loading of the content.
  ///   - hasMore: whether there may be more.
  ///   - didAppendFail: whether the last loading was of a next page, and failed.
  public static func isShown(phase: LoadingPhase, hasMore: Bool, didAppendFail: Bool) -> Bool {
    switch phase {
    case .appending: true
    case .loaded: hasMore || didAppendFail
    case .initial, .loading, .refreshing, .empty, .failed: false
    }
  }
}
