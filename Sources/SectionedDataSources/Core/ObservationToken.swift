/// Keeps an observation alive: it ends when the token is released or cancelled.
public final class ObservationToken {
  private var end: (() -> Void)?

  @usableFromInline
  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the observation. A second call does nothing.
  public func cancel() {
    // First, because releasing what the closure captured may call this method again.
    let end = end
    self.end = nil
    end?()
  }

  deinit { end?() }
}

extension Array {
  /// Removes and returns the first element for which a condition holds. The caller releases it once the array may be
  /// accessed again: releasing a closure of the program releases what it captured, which may include other tokens of
  /// the same source.
  @inlinable
  mutating func takeFirst(where condition: (Element) -> Bool) -> Element? {
    firstIndex(where: condition).map { remove(at: $0) }
  }

  /// Removes and returns all elements, so that what is called with them may add new ones.
  mutating func takeAll() -> Self {
    let all = self
    self = []
    return all
  }
}
