/// Animations of all views. They are under way until a test ends them.
@MainActor
enum Animations {
  static var areEnabled = true
  static var completions: [(Bool) -> Void] = []
}

extension UIView {
  /// How an animation runs. The double keeps the values only.
  public struct AnimationOptions: OptionSet, Sendable {
    /// One bit for each option.
    public let rawValue: UInt
    /// Makes options.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It begins where the one before it is.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// Views take touches meanwhile.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
  }

  /// Whether changes are animated.
  public class var areAnimationsEnabled: Bool { Animations.areEnabled }

  /// Turns animations on or off.
  public class func setAnimationsEnabled(_ enabled: Bool) { Animations.areEnabled = enabled }

  /// Makes changes without an animation.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let before = Animations.areEnabled
    Animations.areEnabled = false
    actionsWithoutAnimation()
    Animations.areEnabled = before
  }

  /// Animates changes. The values are the new ones at once; the completion comes when the animation ends.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    if let completion { Animations.completions.append(completion) }
  }
}
