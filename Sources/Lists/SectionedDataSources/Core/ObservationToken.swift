/// Keeps an observation alive. The observation ends when the token is released or cancelled.
public final class ObservationToken {
  private var end: (() -> Void)?

  @usableFromInline
  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the observation. A second call does nothing.
  public func cancel() {
    // Cleared before the call, because releasing what the closure captured may call this method again.
    let end = end
    self.end = nil
    end?()
  }

  deinit { end?() }
}

extension Array {
  /// Removes and returns the first element for which a condition holds. The caller must release the element after the
  /// access to the array has ended: releasing a closure of the program may release other tokens of the same source,
  /// which access this array.
  @inlinable
  mutating func takeFirst(where condition: (Element) -> Bool) -> Element? {
    firstIndex(where: condition).map { remove(at: $0) }
  }

  /// Removes and returns all elements, so that closures called during the iteration may add new ones.
  mutating func takeAll() -> Self {
    let all = self
    self = []
    return all
  }
}
