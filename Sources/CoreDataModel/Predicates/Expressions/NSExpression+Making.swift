import Foundation

extension _MadeBySyntax where Self: NSExpression {
  fileprivate init(_ syntax: ExpressionSyntax, object: Any? = nil) {
    guard let expression = WrittenExpression.make(syntax, object: object) as? Self else {
      fatalError("\(Self.self) cannot be made: use NSExpression.")
    }
    self = expression
  }

  /// Makes an expression of a constant.
  ///
  /// - Parameter obj: a value of an attribute, an object, a collection of such, or nil.
  public init(forConstantValue obj: Any?) { self.init(.constant(ConstantSyntax(argument: obj)), object: obj) }

  /// Makes an expression of what a key path leads to.
  ///
  /// Traps when a key of the path is empty.
  ///
  /// - Parameter keyPath: keys with points between them, from the object that is evaluated.
  public init(forKeyPath keyPath: String) {
    let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard keys.allSatisfy({ !$0.isEmpty }) else {
      fatalError("NSExpression(forKeyPath:): “\(keyPath)” is no key path.")
    }
    self.init(.keyPath(keys))
  }

  /// Makes an expression of what a typed key path leads to.
  ///
  /// The properties' accessors are run, as of `NSSortDescriptor(keyPath:ascending:)`. Traps as that does.
  ///
  /// - Parameter keyPath: a key path of a managed object, whose properties read their values by name.
  public init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
    guard let key = keyPath.recordedKey else {
      fatalError(
        "NSExpression(forKeyPath:): \(keyPath) does not read one property of a managed object by name, or leads through an "
          + "object whose class is in no model that a context has used: write the key path as text.")
    }
    self.init(forKeyPath: key)
  }

  /// Makes an expression of a variable's value.
  ///
  /// - Parameter string: the variable's name, without the dollar sign.
  public init(forVariable string: String) { self.init(.variable(string)) }

  /// Makes an expression of a function of the format language.
  ///
  /// Traps where there is no such function for so many arguments, with the names of those there are.
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

  /// Makes an expression of a function that an object has.
  ///
  /// There is no Objective-C runtime: such functions are called on the managers and contexts of a migration, and on
  /// nothing else. Evaluating another is an error of the migration, or else of the program.
  ///
  /// - Parameters:
  ///   - target: the object.
  ///   - name: the function's name in Objective-C, such as `destinationInstancesForEntityMappingNamed:sourceInstances:`.
  ///   - parameters: its arguments.
  public init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
    let arguments = (parameters ?? []).map { argument in
      (argument as? any SyntaxProviding)?.expressionSyntax ?? .constant(ConstantSyntax(argument: argument))
    }
    self.init(.call(named: name, of: target.syntax, arguments))
  }

  /// Makes an expression of a collection.
  ///
  /// - Parameter subexpressions: its elements.
  public init(forAggregate subexpressions: [Any]) {
    self.init(
      .aggregate(
        subexpressions.map { element in
          (element as? any SyntaxProviding)?.expressionSyntax ?? .constant(ConstantSyntax(argument: element))
        }))
  }

  /// Makes an expression of the elements of two sets.
  public init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.union, left.syntax, right.syntax))
  }

  /// Makes an expression of the elements that are in both of two sets.
  public init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.intersect, left.syntax, right.syntax))
  }

  /// Makes an expression of the elements that are in a set and not in another.
  public init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(.set(.minus, left.syntax, right.syntax))
  }

  /// Makes an expression of the elements of a collection that satisfy a predicate.
  ///
  /// - Parameters:
  ///   - expression: the collection.
  ///   - variable: how the predicate names an element, without the dollar sign.
  ///   - predicate: what an element must satisfy.
  public init(forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: Any) {
    guard let predicate = predicate as? NSPredicate else {
      fatalError("NSExpression(forSubquery:…) takes a predicate, not \(type(of: predicate)).")
    }
    self.init(.subquery(expression.syntax, variable: variable, predicate.syntax))
  }

  /// Makes an expression of one of two values.
  ///
  /// - Parameters:
  ///   - predicate: decides which.
  ///   - trueExpression: the value where the predicate holds.
  ///   - falseExpression: the value where it does not.
  public init(forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression) {
    self.init(.conditional(predicate.syntax, trueExpression.syntax, falseExpression.syntax))
  }

  /// Makes an expression of what code gives. Only objects are evaluated with it; a fetch that needs it is an error.
  ///
  /// - Parameters:
  ///   - block: is passed the object that is evaluated, the arguments' values and the context's variables.
  ///   - arguments: the arguments.
  public init(
    forBlock block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
  ) {
    self.init(.block(ExpressionBlock(block), (arguments ?? []).map(\.syntax)))
  }

  /// Makes an expression from a format string.
  ///
  /// ```swift
  /// let minutes = NSExpression(format: "duration / 60")
  /// ```
  ///
  /// Traps when the format cannot be read, naming the place and what was expected there.
  ///
  /// - Parameters:
  ///   - expressionFormat: the format, with placeholders as of `NSPredicate(format:_:)`; `%@` may be an expression.
  ///   - args: what the placeholders stand for, in order.
  public init(format expressionFormat: String, _ args: Any?...) { self.init(parsing: expressionFormat, args) }

  /// Makes an expression from a format string and an array of arguments.
  ///
  /// Traps as `init(format:_:)` does.
  ///
  /// - Parameters:
  ///   - expressionFormat: the format.
  ///   - arguments: what the placeholders stand for, in order; `NSNull` stands for nil.
  public init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self.init(parsing: expressionFormat, arguments)
  }

  /// Makes an expression from a format string and C arguments, as `withVaList` lends them.
  ///
  /// Traps as `init(format:_:)` does. The arguments must be of the placeholders' types, which cannot be checked.
  ///
  /// - Parameters:
  ///   - expressionFormat: the format.
  ///   - argList: what the placeholders stand for, in order.
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

  /// An expression of the object that is evaluated.
  public static func expressionForEvaluatedObject() -> NSExpression { WrittenExpression.make(.evaluatedObject) }
}
