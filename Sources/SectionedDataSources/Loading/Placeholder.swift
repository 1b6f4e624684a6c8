import Foundation

/// What is shown where there is no content.
public struct Placeholder: Hashable, Sendable {
  /// The phase that it stands for.
  public var phase: LoadingPhase
  /// Its title.
  public var title: String?
  /// What is written below the title.
  public var text: String?
  /// The name of its image.
  public var imageName: String?
  /// Whether it shows that something is being loaded.
  public var showsActivity: Bool
  /// Whether it offers to try again.
  public var canRetry: Bool

  /// Makes a placeholder.
  ///
  /// - Parameters:
  ///   - phase: the phase that it stands for.
  ///   - title: its title.
  ///   - text: what is written below the title.
  ///   - imageName: the name of its image.
  ///   - showsActivity: whether it shows that something is being loaded; nil if it does where the phase says so.
  ///   - canRetry: whether it offers to try again; nil if it does where loading failed.
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
  /// Of what a placeholder is made.
  public struct Context {
    /// How far the content is loaded.
    public var phase: LoadingPhase
    /// Whether there is no item.
    public var isEmpty: Bool
    /// Whether there may be more behind what is loaded.
    public var hasMore: Bool
    /// Why loading failed; nil where it did not.
    public var error: (any Error)?

    /// Makes one from its parts.
    public init(phase: LoadingPhase, isEmpty: Bool, hasMore: Bool = false, error: (any Error)? = nil) {
      self.phase = phase
      self.isEmpty = isEmpty
      self.hasMore = hasMore
      self.error = error
    }
  }

  /// One for each phase, as long as there is no item: with activity where something is being loaded, with the error and
  /// an offer to try again where that failed. None where the next page may bring the first item.
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

  /// What an error says to a reader: its localized description where it is of one of Foundation's kinds, else its own.
  static func message(_ error: any Error) -> String {
    // Those describe themselves for developers.
    let isFoundations = error is any LocalizedError || error is any CustomNSError || type(of: error) is NSError.Type
    return isFoundations ? error.localizedDescription : "\(error)"
  }
}

/// The last row of a list of which there may be more.
public struct AppendRow: Hashable, Sendable {
  /// Whether more is being loaded.
  public var showsActivity: Bool
  /// Why that failed the last time, in the words of a ``Placeholder``: it can be tried again. nil where it did not
  /// fail.
  public var failure: String?

  /// Makes a row.
  public init(showsActivity: Bool = false, failure: String? = nil) {
    self.showsActivity = showsActivity
    self.failure = failure
  }

  /// Whether a list shows such a row: where more can be asked for, or is being loaded, or could not be.
  ///
  /// - Parameters:
  ///   - phase: how far the content is loaded.
  ///   - hasMore: whether there may be more.
  ///   - didAppendFail: whether the last loading appended, and failed.
  public static func isShown(phase: LoadingPhase, hasMore: Bool, didAppendFail: Bool) -> Bool {
    switch phase {
    case .appending: true
    case .loaded: hasMore || didAppendFail
    case .initial, .loading, .refreshing, .empty, .failed: false
    }
  }
}
