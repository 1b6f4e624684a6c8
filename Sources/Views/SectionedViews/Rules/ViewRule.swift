import Foundation
import SectionedChanges

/// A rule that says for which models a view is shown, and how the view is configured.
public struct ViewRule {
  /// The role of the view in the list.
  public let role: ViewRole
  /// The name of the rule among those of its role, and of the views that it makes. By default it is made of the rule's
  /// types, with a number if another rule of the list has that name.
  public internal(set) var identifier: String
  /// The way in which the views are created.
  public let registration: ViewRegistration
  /// The views' class, or a superclass of it.
  public let viewClass: AnyClass
  /// The types of which the default identifier is made; nil if the identifier is explicit.
  let types: RuleTypes?
  /// Whether the rule accepts only some models of its type.
  let hasCondition: Bool
  /// Returns whether the rule accepts a model, whose optionals are unwrapped. A nil means that there is no model.
  let accepts: (Any?, ViewContext) -> Bool
  /// Configures a view. Returns false, and does nothing, if the view or the model is not of the rule's type.
  let configures: @MainActor (AnyObject, Any?, ViewContext) -> Bool

  /// Makes a rule for the models of a type that a condition accepts.
  ///
  /// - Parameters:
  ///   - role: the role of the view in the list.
  ///   - view: the views' class, or a superclass of it.
  ///   - model: the models' type: a value type, a class with its subclasses, or a protocol.
  ///   - identifier: the name of the rule; nil for a name made of both types.
  ///   - registration: the way in which the views are created; nil for instances of the class.
  ///   - condition: returns whether the rule accepts a model; nil for all models of the type.
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

  /// Makes a rule for places without a model, and for models that no earlier rule accepts.
  ///
  /// - Parameters:
  ///   - role: the role of the view in the list.
  ///   - view: the views' class, or a superclass of it.
  ///   - identifier: the name of the rule; nil for a name made of the class.
  ///   - registration: the way in which the views are created; nil for instances of the class.
  ///   - condition: returns whether the rule accepts a place; nil for all.
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

/// The types of a rule without an explicit identifier.
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
  /// A nib with a name, in a bundle. A bundle of nil means that of the views' class.
  case nib(String, in: Bundle? = nil)
  /// A closure that creates a view of a table for a reuse identifier when none can be dequeued, such as a cell with a
  /// style. A collection view creates its views itself, so that a rule with a closure is reported as an anomaly there.
  /// A view of another class than the rule's is also reported.
  case made(@MainActor (_ identifier: String) -> AnyObject)
  /// A prototype in a storyboard, whose identifier is the rule's.
  case prototype
  /// A registration that the binding has, because the rule was made from one of UIKit's own registrations.
  case provided
}
