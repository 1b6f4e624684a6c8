/// Makes views by identifier, and keeps views that left the screen for reuse.
@MainActor
final class ReusePool<View: UIView> {
  private var makers: [String: () -> View?] = [:]
  private var idle: [String: [View]] = [:]

  /// Sets the closure that makes views; nil removes it. Idle views remain, because UIKit's behavior for them is
  /// unknown.
  func register(_ identifier: String, _ maker: (() -> View?)?) { makers[identifier] = maker }

  /// Forgets idle views of an identifier, as if the program used another storyboard.
  func forget(_ identifier: String) { idle[identifier] = nil }

  func isRegistered(_ identifier: String) -> Bool { makers[identifier] != nil }

  /// Removes and returns an idle view; nil if there is none.
  func take(_ identifier: String) -> View? { idle[identifier]?.popLast() }

  func make(_ identifier: String) -> View? { makers[identifier]?() }

  func put(_ view: View, _ identifier: String?) {
    guard let identifier else { return }
    idle[identifier, default: []].append(view)
  }

  /// The number of idle views.
  var count: Int { idle.values.reduce(0) { $0 + $1.count } }
}
