/// Keeps an observation alive: it ends when the token goes, or is cancelled.
public final class ObservationToken {
  private var end: (() -> Void)?

  @usableFromInline
  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the observation. A second call does nothing.
  public func cancel() {
    end?()
    end = nil
  }

  deinit { end?() }
}
