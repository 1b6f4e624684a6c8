/// Keeps an observation alive: it ends when the token goes, or is cancelled.
public final class ObservationToken {
  private var end: (() -> Void)?

  @usableFromInline
  init(_ end: @escaping () -> Void) { self.end = end }

  /// Ends the observation. A second call does nothing.
  public func cancel() {
    // First, since what the closure releases may come back here.
    let end = end
    self.end = nil
    end?()
  }

  deinit { end?() }
}

extension Array {
  /// Takes the first element out for which a condition holds. It is released when the array may be used again: with a
  /// closure of the program goes what that keeps alive, other tokens of the same source among it.
  @inlinable
  mutating func takeFirst(where condition: (Element) -> Bool) -> Element? {
    firstIndex(where: condition).map { remove(at: $0) }
  }
}
