#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedViews

  /// Under which identifier the views of a rule are reused. It is the rule's, unless that was used for views of another
  /// origin before: the view may still keep some of those.
  struct ReuseIdentifiers {
    private struct Key: Hashable {
      let role: ViewRole
      let identifier: String
    }
    /// By rule, where its views came from so far.
    private var origins: [Key: [String]] = [:]

    /// The identifier for the views of a rule, and whether it is used for the first time.
    mutating func name(of rule: ViewRule) -> (name: String, isNew: Bool) {
      let key = Key(role: rule.role, identifier: rule.identifier)
      let origin =
        switch rule.registration {
        case .viewClass(let type): "class \(ObjectIdentifier(type).hashValue)"
        case .nib(let name, let bundle): "nib \(name) \(bundle?.bundlePath ?? "")"
        case .prototype, .provided, .made: ""
        }
      let known = origins[key, default: []]
      if origin.isEmpty { return (rule.identifier, false) }
      let index = known.firstIndex(of: origin) ?? known.count
      if index == known.count { origins[key, default: []].append(origin) }
      return (index == 0 ? rule.identifier : "\(rule.identifier) \(index + 1)", index == known.count)
    }
  }

  /// By which rule the views were made that a view shows or keeps for reuse.
  struct ViewIdentifiers {
    /// A view that is gone leaves its entry, which the next one with its address replaces: each view is noted before it
    /// is asked about.
    private var identifiers: [ObjectIdentifier: String] = [:]

    mutating func note(_ view: AnyObject, _ rule: ViewRule?) {
      identifiers[ObjectIdentifier(view)] = rule?.identifier
    }

    func identifier(of view: AnyObject) -> String? { identifiers[ObjectIdentifier(view)] }
  }
#endif
