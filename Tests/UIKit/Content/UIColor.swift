/// A colour. The double knows its name.
open class UIColor: NSObject, @unchecked Sendable {
  // Sendable as it never changes.
  let name: String

  init(named name: String) { self.name = name }

  /// A colour of its own.
  public class var clear: UIColor { UIColor(named: "clear") }
  /// A colour of its own.
  public class var black: UIColor { UIColor(named: "black") }
  /// A colour of its own.
  public class var white: UIColor { UIColor(named: "white") }
  /// A colour of its own.
  public class var red: UIColor { UIColor(named: "red") }
  /// What texts have.
  public class var label: UIColor { UIColor(named: "label") }
  /// What lesser texts have.
  public class var secondaryLabel: UIColor { UIColor(named: "secondaryLabel") }
  /// What is behind everything.
  public class var systemBackground: UIColor { UIColor(named: "systemBackground") }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.name == name }
  open override var hash: Int { name.hashValue }
}
