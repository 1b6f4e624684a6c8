/// The SQL in which databases differ where rows are fetched and predicates are translated.
///
/// A method throws `PredicateSQL.Inexpressible` where no SQL means the same as in memory; that part is then evaluated
/// in memory.
package protocol SQLDialect: Sendable {
  /// The greatest length of a name, in bytes of UTF-8; nil where there is none.
  var nameLimit: Int? { get }

  /// Whether binary data that may be kept in files beside the store is stored behind a byte that says where it is.
  var marksExternalData: Bool { get }

  /// The default of an attribute as its column keeps it; `NULL` for what a column cannot hold.
  func literal(_ slot: EntityLayout.Slot, isExternal: Bool) -> String

  /// The expression that converts a column of one type to another, where that does not follow from the types.
  func converted(_ expression: String, from former: NSAttributeType, to type: NSAttributeType) -> String

  /// The text of a parameter.
  ///
  /// - Parameters:
  ///   - number: the parameters of a statement are numbered from 1.
  ///   - value: what it is bound to.
  func parameter(_ number: Int, _ value: Value) throws -> String

  /// A term of `ORDER BY`: nil is first in ascending order.
  ///
  /// - Throws: `TableJoins.Full` where only memory can order so.
  func order(_ expression: String, by collation: Collation, ascending: Bool) throws -> String

  func condition(_ comparison: CompiledComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text
  func condition(_ comparison: CompiledTextComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text

  /// Whether a value is among constants.
  func condition(
    _ expression: CompiledExpression, among constants: ConstantSet, in sql: inout PredicateSQL
  ) throws -> PredicateSQL.Text

  /// A condition that holds wherever a leaf does which has no condition of its own.
  func narrowing(_ leaf: CompiledLeaf, in sql: inout PredicateSQL) throws -> PredicateSQL.Text

  /// The call of an aggregate over the elements of a `SELECT`.
  func call(_ aggregate: AggregateOperator, _ element: CompiledExpression?, in sql: inout PredicateSQL) throws -> String

  func arithmetic(
    _ operation: ArithmeticOperator, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String

  func call(_ function: PredicateFunction, _ argument: CompiledExpression, in sql: inout PredicateSQL) throws -> String

  /// A number as an attribute's column keeps it, as `Value.converted(to:)` makes it. It is an error of the statement
  /// where that does not hold the number, or where one of the columns that it is computed of has no number.
  func number(
    _ expression: CompiledExpression, as type: NSAttributeType, of columns: [NumberColumn], in sql: inout PredicateSQL
  ) throws -> String

  /// A choice between two values.
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
