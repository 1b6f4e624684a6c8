/// The role of a view in a list.
public enum ViewRole: Hashable, Sendable {
  /// The view of an item.
  case cell
  /// The view before the items of a section.
  case header
  /// The view behind the items of a section.
  case footer
  /// A view of one of the layout's own kinds.
  case supplementary(String)
}

extension ViewRole {
  /// Stops the program where a role is given to a binding that makes views of sections only.
  ///
  /// - Parameter hasOwnKinds: whether the layout may have kinds of its own, as that of a collection.
  package func requireViewOfSections(hasOwnKinds: Bool) {
    switch self {
    case .header, .footer: return
    case .supplementary where hasOwnKinds: return
    case .cell, .supplementary:
      let roles = hasOwnKinds ? ".header, .footer or .supplementary(kind)" : ".header or .footer"
      fatalError(
        "add(.\(self), …) adds nothing: give it the role \(roles). The closure of the binding's initializer makes the "
          + "cells.")
    }
  }
}
