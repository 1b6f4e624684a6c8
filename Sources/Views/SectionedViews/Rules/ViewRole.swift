/// The role of a view in a list.
public enum ViewRole: Hashable, Sendable {
  /// The view of an item.
  case cell
  /// The view before the items of a section.
  case header
  /// The view after the items of a section.
  case footer
  /// A view of one of the layout's own kinds.
  case supplementary(String)
}

extension ViewRole {
  /// Traps if the role is not one of a section's views, for a binding that makes no other views.
  ///
  /// - Parameter hasOwnKinds: whether the layout may have kinds of its own, as that of a collection view.
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
