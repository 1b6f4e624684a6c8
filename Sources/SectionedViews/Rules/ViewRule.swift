import Foundation
import SectionedChanges

/// A rule for which models a view is shown, and how it is configured.
public struct ViewRule {
  /// The role of the view in the list.
  public let role: ViewRole
  /// Names the rule among those of its role, and the views that it makes. By default the name is made of the rule's
  /// types, with a number if another rule of the list has that name.
  public internal(set) var identifier: String
  /// The way in which the views are created.
  public let registration: ViewRegistration
  /// The views' class, or a superclass of it.
  public let viewClass: AnyClass
  /// The types that the default identifier is made of; nil where an identifier was given.
  let types: RuleTypes?
  /// Whether the rule is for some models of its type only.
  let hasCondition: Bool
  /// Whether the rule is for a model, whose optionals are unwrapped; the model is nil where there is none.
  let accepts: (Any?, ViewContext) -> Bool
  /// Configures a view; false where the view is of another class than the rule's.
  let configures: @MainActor (AnyObject, Any?, ViewContext) -> Bool

  /// Makes a rule for the models of a type that a condition accepts.
  ///
  /// - Parameters:
  ///   - role: what the view is in the list.
  ///   - view: the views' class, or a superclass of it.
  ///   - model: the models' type: a value type, a class with its subclasses, or a protocol.
  ///   - identifier: names the rule; nil for a name made of both types.
  ///   - registration: where the views come from; nil for instances of the class.
  ///   - condition: whether the rule is for a model; nil for all of the type.
  ///   - configure: shows a model in a view.
  public init<View: AnyObject, Model>(
    _ role: ViewRole, _ view: View.Type, for model: Model.Type, identifier: String? = nil,
    registration: ViewRegistration? = nil, where condition: ((Model, ViewContext) -> Bool)? = nil,
    configure: @escaping @MainActor (View, Model, ViewContext) -> Void
  ) {
    self.role = role
    types = identifier == nil ? RuleTypes(View.self, Model.self) : nil
    self.identifier = identifier ?? types?.name ?? ""
    hasCondition = condition != nil
    self.registration = registration ?? .viewClass(View.self)
    viewClass = View.self
    accepts = { model, context in
      guard let model = ListRules.model(model, as: Model.self) else { return false }
      return condition?(model, context) ?? true
    }
    configures = { view, model, context in
      guard let view = view as? View, let model = ListRules.model(model, as: Model.self) else { return false }
      configure(view, model, context)
      return true
    }
  }

  /// Makes a rule for what has no model, and for models that no rule before it is for.
  ///
  /// - Parameters:
  ///   - role: what the view is in the list.
  ///   - view: the views' class, or a superclass of it.
  ///   - identifier: names the rule; nil for a name made of the class.
  ///   - registration: where the views come from; nil for instances of the class.
  ///   - condition: whether the rule is for a place; nil for all.
  ///   - configure: configures a view.
  public init<View: AnyObject>(
    _ role: ViewRole, _ view: View.Type, identifier: String? = nil, registration: ViewRegistration? = nil,
    where condition: ((Any?, ViewContext) -> Bool)? = nil,
    configure: @escaping @MainActor (View, Any?, ViewContext) -> Void
  ) {
    self.role = role
    types = identifier == nil ? RuleTypes(View.self) : nil
    self.identifier = identifier ?? types?.name ?? ""
    hasCondition = condition != nil
    self.registration = registration ?? .viewClass(View.self)
    viewClass = View.self
    accepts = { condition?($0, $1) ?? true }
    configures = { view, model, context in
      guard let view = view as? View else { return false }
      configure(view, model, context)
      return true
    }
  }
}

/// The types that a rule without an identifier of its own is for.
struct RuleTypes: Equatable {
  /// Their short names: types of several modules, or within other types, may have the same.
  let name: String
  private let types: [ObjectIdentifier]

  init(_ types: Any.Type...) {
    name = types.map { "\($0)" }.joined(separator: ", ")
    self.types = types.map { ObjectIdentifier($0) }
  }
}

/// The way in which a rule's views are created.
public enum ViewRegistration {
  /// Instances of a class.
  case viewClass(AnyClass)
  /// A nib with a name, in a bundle; nil for the bundle of the views' class.
  case nib(String, in: Bundle? = nil)
  /// A closure that creates a table's view for a reuse identifier when none can be dequeued, such as a cell with a
  /// style. A collection creates its views itself: a rule with a closure there is reported as an anomaly, as is a view
  /// of another class than the rule's.
  case made(@MainActor (_ identifier: String) -> AnyObject)
  /// A prototype in a storyboard, whose identifier is the rule's.
  case prototype
  /// A registration that the binding has: the rule was made from one of UIKit's own registrations.
  case provided
}
