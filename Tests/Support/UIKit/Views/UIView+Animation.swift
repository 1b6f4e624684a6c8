/// The animations of all views. They run until a test ends them.
@MainActor
enum Animations {
  static var areEnabled = true
  static var completions: [(Bool) -> Void] = []
}

extension UIView {
  /// The options of an animation. The double only keeps the values.
  public struct AnimationOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The animation begins with the current state of a running one.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// The user can touch views during the animation.
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

  /// Animates changes. The properties have their new values at once; the completion is called when a test ends the
  /// animation.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    if let completion { Animations.completions.append(completion) }
  }
}
