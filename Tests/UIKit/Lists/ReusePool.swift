/// Makes views by identifier, and keeps those that went off the screen.
@MainActor
final class ReusePool<View: UIView> {
  private var makers: [String: () -> View?] = [:]
  private var idle: [String: [View]] = [:]

  /// Sets how views are made; nil takes it back. Views that wait stay: what UIKit does with them is not known.
  func register(_ identifier: String, _ maker: (() -> View?)?) { makers[identifier] = maker }

  /// Forgets the views that wait, as if another storyboard were there.
  func forget(_ identifier: String) { idle[identifier] = nil }

  func isRegistered(_ identifier: String) -> Bool { makers[identifier] != nil }

  /// A view that is not in use; nil where there is none.
  func take(_ identifier: String) -> View? { idle[identifier]?.popLast() }

  func make(_ identifier: String) -> View? { makers[identifier]?() }

  func put(_ view: View, _ identifier: String?) {
    guard let identifier else { return }
    idle[identifier, default: []].append(view)
  }

  /// How many views wait.
  var count: Int { idle.values.reduce(0) { $0 + $1.count } }
}
