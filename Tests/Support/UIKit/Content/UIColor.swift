/// A color. In the double it is only a name.
open class UIColor: NSObject, @unchecked Sendable {
  // Unchecked: immutable.
  let name: String

  init(named name: String) { self.name = name }

  /// The color "clear".
  public class var clear: UIColor { UIColor(named: "clear") }
  /// The color "black".
  public class var black: UIColor { UIColor(named: "black") }
  /// The color "white".
  public class var white: UIColor { UIColor(named: "white") }
  /// The color "red".
  public class var red: UIColor { UIColor(named: "red") }
  /// The color of primary text.
  public class var label: UIColor { UIColor(named: "label") }
  /// The color of secondary text.
  public class var secondaryLabel: UIColor { UIColor(named: "secondaryLabel") }
  /// The color of the main background.
  public class var systemBackground: UIColor { UIColor(named: "systemBackground") }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.name == name }
  open override var hash: Int { name.hashValue }
}
