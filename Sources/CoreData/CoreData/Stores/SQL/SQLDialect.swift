/// The SQL that differs between databases in fetches and predicates.
///
/// A method throws `PredicateSQL.Inexpressible` if no SQL gives the same result as memory. That part is then evaluated
/// in memory.
package protocol SQLDialect: Sendable {
  /// The greatest length of a name in UTF-8 bytes; nil for no limit.
  var nameLimit: Int? { get }

  /// Whether a column of external binary data begins with a byte that says whether the data is in the column or in a
  /// file.
  var marksExternalData: Bool { get }

  /// The literal of an attribute's default value; `NULL` if a column cannot hold the value.
  func literal(_ slot: EntityLayout.Slot, isExternal: Bool) -> String

  /// The expression that converts a column to another attribute type. The default implementation returns the column
  /// unchanged.
  func converted(_ expression: String, from former: NSAttributeType, to type: NSAttributeType) -> String

  /// The SQL of a parameter.
  ///
  /// - Parameters:
  ///   - number: the parameter's number, from 1.
  ///   - value: the value that will be bound to it.
  func parameter(_ number: Int, _ value: Value) throws -> String

  /// A term of `ORDER BY`. NULL comes first in ascending order.
  ///
  /// - Throws: `TableJoins.Full` if SQL cannot sort in this order, so that memory has to.
  func order(_ expression: String, by collation: Collation, ascending: Bool) throws -> String

  func condition(_ comparison: CompiledComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text
  func condition(_ comparison: CompiledTextComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text

  /// The condition that a value is one of several constants.
  func condition(
    _ expression: CompiledExpression, among constants: ConstantSet, in sql: inout PredicateSQL
  ) throws -> PredicateSQL.Text

  /// A necessary condition for a leaf that SQL cannot express.
  func narrowing(_ leaf: CompiledLeaf, in sql: inout PredicateSQL) throws -> PredicateSQL.Text

  /// The call of an aggregate over the elements that a `SELECT` returns.
  func call(_ aggregate: AggregateOperator, _ element: CompiledExpression?, in sql: inout PredicateSQL) throws -> String

  func arithmetic(
    _ operation: ArithmeticOperator, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String

  func call(_ function: PredicateFunction, _ argument: CompiledExpression, in sql: inout PredicateSQL) throws -> String

  /// The number converted as `Value.converted(to:)` does it. The statement fails if the type cannot hold the number, or
  /// if a column it is computed from does not hold a number.
  func number(
    _ expression: CompiledExpression, as type: NSAttributeType, of columns: [NumberColumn], in sql: inout PredicateSQL
  ) throws -> String

  /// The SQL of a conditional expression.
  func conditional(
    _ condition: CompiledPredicate.Tree, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String
}

extension SQLDialect {
  func converted(_ expression: String, from former: NSAttributeType, to type: NSAttributeType) -> String { expression }

  func narrowing(_ leaf: CompiledLeaf, in sql: inout PredicateSQL) throws -> PredicateSQL.Text {
    throw PredicateSQL.Inexpressible()
  }

  package func number(
    _ expression: CompiledExpression, as type: NSAttributeType, of columns: [NumberColumn], in sql: inout PredicateSQL
  ) throws -> String {
    throw PredicateSQL.Inexpressible()
  }
}
