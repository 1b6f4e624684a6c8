/// A nib file. Tests set its contents.
public final class NSNib: NSObject {
  /// The name of a nib.
  public typealias Name = String
  let name: String
  @MainActor static var installed: [String: () -> [NSObject]] = [:]

  /// Makes the nib with a name.
  public init?(nibNamed nibName: Name, bundle: Bundle?) { name = nibName }

  /// Makes the contents, and returns the first object of a type.
  @MainActor func first<Object>(_ type: Object.Type) -> Object? {
    Self.installed[name]?().lazy.compactMap { $0 as? Object }.first
  }
}
