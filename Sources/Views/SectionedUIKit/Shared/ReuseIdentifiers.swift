#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import SectionedViews

  /// The reuse identifiers for the views of rules. A rule's own identifier is used, unless views of another class or
  /// nib had it before: the table or collection may still keep some of those for reuse.
  struct ReuseIdentifiers {
    private struct Key: Hashable {
      let role: ViewRole
      let identifier: String
    }
    /// The origins so far, a class or a nib each, by role and identifier.
    private var origins: [Key: [String]] = [:]

    /// The reuse identifier for the views of a rule, and whether it is used for the first time.
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

  /// The identifiers of the rules that created the views which a table or collection shows or keeps for reuse.
  struct ViewIdentifiers {
    /// The identifiers by view. If a view is released, its entry remains until a view with the same address replaces
    /// it. Each view is recorded before it is looked up.
    private var identifiers: [ObjectIdentifier: String] = [:]

    mutating func note(_ view: AnyObject, _ rule: ViewRule?) {
      identifiers[ObjectIdentifier(view)] = rule?.identifier
    }

    func identifier(of view: AnyObject) -> String? { identifiers[ObjectIdentifier(view)] }
  }
#endif
