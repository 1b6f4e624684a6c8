/// A nib file. The double reads no files: a test installs the contents for a name.
@MainActor
open class UINib: NSObject {
  let name: String
  static var installed: [String: () -> [Any]] = [:]

  /// Makes the nib with a name.
  public init(nibName name: String, bundle bundleOrNil: Bundle?) {
    self.name = name
    super.init()
  }

  /// Makes the contents of the nib.
  open func instantiate(withOwner ownerOrNil: Any?, options: [Never]? = nil) -> [Any] {
    guard let make = Self.installed[name] else {
      refuse("Could not load NIB in bundle: 'NSBundle' with name '\(name)'")
      return []
    }
    return make()
  }

  /// Makes the single view in the nib. If there is none, or another object, refuses that and returns nil.
  func view<View: UIView>(_ type: View.Type, for identifier: String, word: String) -> View? {
    let contents = instantiate(withOwner: nil)
    guard contents.count == 1, let view = contents[0] as? View else {
      refuse(
        "invalid nib registered for identifier (\(identifier)) - nib must contain exactly one top level object which "
          + "must be a \(word) instance")
      return nil
    }
    return view
  }
}
