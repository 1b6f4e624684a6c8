import Foundation

extension _MadeBySyntax where Self: NSExpression {
  fileprivate init(_ syntax: ExpressionSyntax, object: Any? = nil) {
    guard let expression = WrittenExpression.make(syntax, object: object) as? Self else {
      fatalError("\(Self.self) cannot be made: use NSExpression.")
    }
    self = expression
  }

  /// Creates an expression for a constant.
  ///
  /// - Parameter obj: a value of an attribute, an object, a collection of these, or nil.
  public init(forConstantValue obj: Any?) { self.init(.constant(ConstantSyntax(argument: obj)), object: obj) }

  /// Creates an expression for the value of a key path.
  ///
  /// Traps if a key is empty.
  ///
  /// - Parameter keyPath: the keys, separated by periods. The key path begins at the evaluated object.
  public init(forKeyPath keyPath: String) {
    let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.allSatisfy({ !$0.isEmpty }) else {
      fatalError("NSExpression(forKeyPath:): “\(keyPath)” is no key path.")
    }
    self.init(.keyPath(keys))
  }

  /// Creates an expression for the value of a typed key path.
  ///
  /// Calls the properties' accessors as `NSSortDescriptor(keyPath:ascending:)` does, and traps in the same cases.
  ///
  /// - Parameter keyPath: a key path of a managed object whose properties read their values by name.
  public init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    guard let key = keyPath.recordedKey else {
      fatalError(
        "NSExpression(forKeyPath:): \(keyPath) does not read one property of a managed object by name, or leads through an "
          + "object whose class is in no model that a context has used: write the key path as text.")
    }
    self.init(forKeyPath: key)
  }

  /// Creates an expression for the value of a variable.
  ///
  /// - Parameter string: the variable's name without the dollar sign.
  public init(forVariable string: String) { self.init(.variable(string)) }

  /// Creates an expression for a function of the format language.
  ///
  /// Traps if there is no function of this name with this number of arguments. The message lists the available
  /// functions.
  ///
  /// - Parameters:
  ///   - name: the function's name, such as `sum:` or `add:to:`.
  ///   - parameters: its arguments.
  public init(forFunction name: String, arguments parameters: [Any]) {
    let arguments = parameters.map { argument in
      (argument as? any SyntaxProviding)?.expressionSyntax ?? .constant(ConstantSyntax(argument: argument))
    }
    guard let call = PredicateParser.call(name, arguments) else {
      fatalError(
        "There is no function \(name) of \(arguments.count) arguments; there are \(PredicateParser.functionNames).")
    }
    self.init(call)
  }

  /// Creates an expression for a method of an object.
  ///
  /// Without an Objective-C runtime, only methods of migration managers and their contexts can be called. Evaluating
  /// any other call is an error of the migration, and a trap outside a migration.
  /// - Parameters:
  ///   - target: the object.
  ///   - name: the Objective-C name of the method, such as
  ///     `destinationInstancesForEntityMappingNamed:sourceInstances:`.
  ///   - parameters: its arguments.
  public init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
    let arguments = (parameters ?? []).map { argument in
      (argument as? any SyntaxProviding)?.expressionSyntax ?? .constant(ConstantSyntax(argument: argument))
    }
    self.init(.call(named: name, of: target.syntax, arguments))
  }

  /// Creates an expression for a collection.
  ///
  /// - Parameter subexpressions: the elements.
  public init(forAggregate subexpressions: [Any]) {
    self.init(
      .aggregate(
        subexpressions.map { element in
          (element as? any SyntaxProviding)?.expressionSyntax ?? .constant(ConstantSyntax(argument: element))
        }))
  }

  /// Creates an expression for the union of two sets.
  public init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.union, left.syntax, right.syntax))
  }

  /// Creates an expression for the intersection of two sets.
  public init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.intersect, left.syntax, right.syntax))
  }

  /// Creates an expression for the elements of the first set that are not in the second one.
  public init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.minus, left.syntax, right.syntax))
  }

  /// Creates an expression for the elements of a collection that satisfy a predicate.
  ///
  /// - Parameters:
  ///   - expression: the collection.
  ///   - variable: the name of the predicate's variable for an element, without the dollar sign.
  ///   - predicate: the predicate that an element must satisfy.
  public init(forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any) {
    guard let predicate = predicate as? NSPredicate else {
      fatalError("NSExpression(forSubquery:…) takes a predicate, not \(type(of: predicate)).")
    }
    self.init(.subquery(expression.syntax, variable: variable, predicate.syntax))
  }

  /// Creates a conditional expression.
  ///
  /// - Parameters:
  ///   - predicate: the condition.
  ///   - trueExpression: the value if the condition is true.
  ///   - falseExpression: the value if the condition is false.
  public init(forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression) {
    self.init(.conditional(predicate.syntax, trueExpression.syntax, falseExpression.syntax))
  }

  /// Creates an expression for the result of a block. It can be evaluated only with objects; a fetch that needs it
  /// fails.
  ///
  /// - Parameters:
  ///   - block: computes the value from the evaluated object, the values of the arguments, and the context.
  ///   - arguments: the arguments.
  public init(
    forBlock block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
  ) {
    self.init(.block(ExpressionBlock(block), (arguments ?? []).map(\.syntax)))
  }

  /// Creates an expression from a format string.
  ///
  /// ```swift
  /// let minutes = NSExpression(format: "duration / 60")
  /// ```
  ///
  /// Traps if the format is invalid. The message gives the position and what was expected there.
  ///
  /// - Parameters:
  ///   - expressionFormat: the format, with placeholders as in `NSPredicate(format:_:)`. An argument for `%@` may be an
  ///     expression.
  ///   - args: the arguments for the placeholders, in order.
  public init(format expressionFormat: String, _ args: Any?...) { self.init(parsing: expressionFormat, args) }

  /// Creates an expression from a format string and an array of arguments.
  ///
  /// Traps as `init(format:_:)` does.
  ///
  /// - Parameters:
  ///   - expressionFormat: the format.
  ///   - arguments: the arguments for the placeholders, in order. `NSNull` means nil.
  public init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self.init(parsing: expressionFormat, arguments)
  }

  /// Creates an expression from a format string and C arguments, for example from `withVaList`.
  ///
  /// Traps as `init(format:_:)` does. The arguments must have the types that the placeholders require, which cannot be
  /// checked.
  ///
  /// - Parameters:
  ///   - expressionFormat: the format.
  ///   - argList: the arguments for the placeholders, in order.
  public init(format expressionFormat: String, arguments argList: CVaListPointer) {
    self.init(parsing: expressionFormat, CArguments(of: expressionFormat, argList).values)
  }

  private init(parsing format: String, _ arguments: [Any?]) {
    do throws(PredicateFormatError) {
      self.init(try PredicateParser.parseExpression(format, arguments))
    } catch {
      fatalError(error.description)
    }
  }

  /// An expression for the evaluated object.
  public static func expressionForEvaluatedObject() -> NSExpression { WrittenExpression.make(.evaluatedObject) }
}
