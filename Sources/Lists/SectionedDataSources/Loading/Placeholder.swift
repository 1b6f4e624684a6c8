import Foundation

/// A description of the row that is shown in place of missing content.
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
  ///   - showsActivity: whether it shows that something is being loaded; if nil, it does so in the phases of a loading.
  ///   - canRetry: whether it offers a retry; if nil, it does so in the phase ``LoadingPhase/failed``.
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
    /// Whether the list has no items.
    public var isEmpty: Bool
    /// Whether there may be more content to load.
    public var hasMore: Bool
    /// The error of the loading; nil if it did not fail.
    public var error: (any Error)?

    /// Makes a context from its parts.
    public init(phase: LoadingPhase, isEmpty: Bool, hasMore: Bool = false, error: (any Error)? = nil) {
      self.phase = phase
      self.isEmpty = isEmpty
      self.hasMore = hasMore
      self.error = error
    }
  }

  /// Returns the standard placeholder of a list without items. It has no title. During a loading it shows activity;
  /// after a failure it shows the error and offers a retry. The result is nil if there are items, or if the next page
  /// may bring the first one.
  ///
  /// The text of the error is its localized description, or its `description` if it is neither an `NSError`, nor a
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

  /// Returns the text of an error for users: the localized description of an `NSError`, `CustomNSError` or
  /// `LocalizedError`, and the `description` of any other error.
  static func message(_ error: any Error) -> String {
    // The `description` of such an error is for developers.
    let isFoundations = error is any LocalizedError || error is any CustomNSError || type(of: error) is NSError.Type
    return isFoundations ? error.localizedDescription : "\(error)"
  }
}

/// The last row of a list that may have more content.
public struct AppendRow: Hashable, Sendable {
  /// Whether more is being loaded.
  public var showsActivity: Bool
  /// The text of the error, as in a ``Placeholder``, if the last loading of a next page failed, so that a retry is
  /// possible; nil otherwise.
  public var failure: String?

  /// Makes a row.
  public init(showsActivity: Bool = false, failure: String? = nil) {
    self.showsActivity = showsActivity
    self.failure = failure
  }

  /// Whether a list shows such a row. It does if more can be requested, is being loaded, or could not be loaded.
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
