import SectionedChanges
import SectionedDataSources

/// The rules by which a list's views are made, in order: the first rule that accepts a model makes its view. A rule for
/// items also applies to the items that a `PlaceholderDataSource` wraps in its rows. `Placeholder` and `AppendRow` are
/// models, too, for which a list can have rules.
///
/// ```swift
/// var rules = ListRules()
/// rules.add(ViewRule(.cell, BookCell.self, for: Book.self, where: { book, _ in book.isLent }) { cell, book, _ in
///   cell.showLent(book)
/// })
/// rules.add(ViewRule(.cell, BookCell.self, for: Book.self, identifier: "book") { cell, book, _ in cell.show(book) })
/// ```
public struct ListRules {
  /// The rules, in order.
  public private(set) var rules: [ViewRule] = []

  /// Makes a list without rules.
  public init() {}

  /// Appends a rule. An existing rule with the same role and identifier is removed. A rule without an explicit
  /// identifier replaces another such rule for the same role and types if both have no condition.
  public mutating func add(_ rule: ViewRule) {
    let rule = named(rule)
    remove(rule.identifier, rule.role)
    rules.append(rule)
  }

  /// Returns a rule with the identifier under which it is added.
  package func named(_ rule: ViewRule) -> ViewRule {
    guard let types = rule.types else { return rule }
    let alike = rules.filter { $0.role == rule.role && $0.types?.name == types.name }
    var named = rule
    if !rule.hasCondition, let same = alike.first(where: { !$0.hasCondition && $0.types == types }) {
      named.identifier = same.identifier
    } else {
      var number = 1
      // The name may also be the explicit identifier of another rule, which this one then replaces.
      while alike.contains(where: { $0.identifier == named.identifier }) {
        number += 1
        named.identifier = "\(types.name) (\(number))"
      }
    }
    return named
  }

  /// Removes a rule, if it is there.
  public mutating func remove(_ identifier: String, _ role: ViewRole = .cell) {
    rules.removeAll { $0.role == role && $0.identifier == identifier }
  }

  /// The first rule of a role that accepts a model; nil if there is none.
  ///
  /// - Parameters:
  ///   - role: the role of the view in the list.
  ///   - model: the model. Optionals are unwrapped, however deep; nil is no model.
  ///   - context: the place where the view is about to be shown.
  /// - Complexity: O(rules), with their conditions.
  public func rule(for role: ViewRole, _ model: Any?, _ context: ViewContext) -> ViewRule? {
    let model = Self.unwrapped(model)
    return rules.first { $0.role == role && $0.accepts(model, context) }
  }

  /// The rule with an identifier; nil if there is none.
  public func rule(_ identifier: String, _ role: ViewRole = .cell) -> ViewRule? {
    rules.first { $0.role == role && $0.identifier == identifier }
  }

  /// Returns an addition to the message that a fetched section has no rule, if there is a rule for the section's
  /// object; otherwise an empty string.
  ///
  /// ```
  /// ; there is one for Album: write `for: FetchedSection<Album>.self`
  /// ```
  ///
  /// - Parameters:
  ///   - role: the role of the view in the list.
  ///   - section: the model of the section.
  ///   - context: the place where the view is about to be shown.
  package func advice(for role: ViewRole, _ section: Any?, _ context: ViewContext) -> String {
    guard let section = Self.unwrapped(section), let object = (section as? any SectionOfObject)?.anyObject,
      rule(for: role, object, context) != nil
    else { return "" }
    return "; there is one for \(type(of: object)): write `for: \(type(of: section)).self`"
  }

  /// Shows a model in a view that was made by a rule.
  ///
  /// - Returns: whether the view is of the rule's class, and the model of its type; nothing is configured otherwise.
  @MainActor
  @discardableResult
  public static func configure(_ view: AnyObject, by rule: ViewRule, _ model: Any?, _ context: ViewContext) -> Bool {
    rule.configures(view, unwrapped(model), context)
  }

  /// Returns a model as the type of a rule: the unwrapped model if it is of the type, otherwise the model that it
  /// wraps; nil if neither is of the type.
  package static func model<Model>(_ model: Any?, as type: Model.Type) -> Model? {
    // An optional that is nil conforms to some protocols itself.
    guard let model = unwrapped(model) else { return nil }
    if let model = model as? Model { return model }
    return (model as? any WrappedModel).flatMap { self.model($0.innerModel, as: type) }
  }

  /// The value in an optional, however deeply nested; nil if there is none.
  static func unwrapped(_ model: Any?) -> Any? {
    guard let model else { return nil }
    // Checks the type, because a cast of an empty optional would look into the optional.
    guard let optional = type(of: model) as? any AnyOptional.Type else { return model }
    return unwrapped(optional.wrapped(in: model))
  }
}

/// A section that wraps an object.
private protocol SectionOfObject {
  var anyObject: Any? { get }
}

extension FetchedSection: SectionOfObject {
  fileprivate var anyObject: Any? { object }
}
