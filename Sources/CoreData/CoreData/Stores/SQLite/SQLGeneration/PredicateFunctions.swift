import CSQLite
import Foundation

/// The SQL functions that predicates call. They run the same Swift code as evaluation in memory, so the results are
/// equal.
///
/// Only statements can call them, not views and triggers in a file (`SQLITE_DIRECTONLY`).
enum PredicateFunctions {
  static func name(_ function: PredicateFunction) -> String { "cd_\(function)" }
  static func name(_ operation: ArithmeticOperator) -> String { "cd_\(operation)" }
  static func name(_ aggregate: AggregateOperator) -> String { "cd_\(aggregate)" }
  static func name(_ relation: TextRelation, _ options: StringOptions) -> String {
    "cd_\(relation)_\(options.folding.rawValue)"
  }

  static func register(on connection: Connection) throws {
    for function in PredicateFunction.allCases {
      try register(name(function), 1, UnaryFunction(function), on: connection) { context, _, arguments in
        let function: UnaryFunction = PredicateFunctions.data(context)
        PredicateFunctions.answer(context, function.function.apply(Value(arguments?[0])))
      }
    }
    for operation in [ArithmeticOperator.power, .bitwiseXor] {
      try register(name(operation), 2, BinaryFunction(operation), on: connection) { context, _, arguments in
        let function: BinaryFunction = PredicateFunctions.data(context)
        PredicateFunctions.answer(context, function.operation.apply(Value(arguments?[0]), Value(arguments?[1])))
      }
    }
    for aggregate in [AggregateOperator.sum, .average] { try register(aggregate, on: connection) }
    for relation in TextRelation.allCases {
      for options in (0...3).map(StringOptions.init(rawValue:)) {
        try register(name(relation, options), 2, TextFunction(relation, options), on: connection) {
          context, _, arguments in
          let function: TextFunction = PredicateFunctions.data(context)
          function.call(context, arguments?[0], arguments?[1])
        }
      }
    }
  }

  private static func register(
    _ name: String, _ count: Int32, _ data: AnyObject, on connection: Connection,
    _ body: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) throws {
    let code = sqlite3_create_function_v2(
      connection.database, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(data).toOpaque(), body, nil, nil,
      { $0.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
    )
    guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
  }

  /// Registers an aggregate for sums that may exceed 64 bits, for which SQLite's own functions fail.
  private static func register(_ aggregate: AggregateOperator, on connection: Connection) throws {
    let code = sqlite3_create_function_v2(
      connection.database, name(aggregate), 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      UnsafeMutableRawPointer(bitPattern: aggregate == .sum ? 1 : 2), nil,
      { context, _, arguments in
        RunningAggregate.of(context, isMade: true)?.accumulator.add(Value(arguments?[0]))
      },
      { context in
        let running = RunningAggregate.of(context, isMade: false)
        let aggregate: AggregateOperator = Int(bitPattern: sqlite3_user_data(context)) == 1 ? .sum : .average
        PredicateFunctions.answer(context, (running?.accumulator ?? Accumulator(aggregate)).result)
        RunningAggregate.release(context)
      }, nil
    )
    guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
  }

  /// Returns the data that a function was registered with. The caller must use the type of that data.
  fileprivate static func data<Data: AnyObject>(_ context: OpaquePointer?) -> Data {
    guard let data = sqlite3_user_data(context) else {
      fatalError("A function of predicates was registered without its data.")
    }
    return Unmanaged<Data>.fromOpaque(data).takeUnretainedValue()
  }

  fileprivate static func answer(_ context: OpaquePointer?, _ value: Value) {
    switch value {
    case .int(let number): sqlite3_result_int64(context, number)
    case .double(let number): sqlite3_result_double(context, number)
    case .string(let text):
      text.withUTF8Bytes { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(context, $0.baseAddress, UInt64($0.count), transient, UInt8(SQLITE_UTF8))
        }
      }
    default: sqlite3_result_null(context)
    }
  }
}

/// Makes SQLite copy the bytes (`SQLITE_TRANSIENT`).
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The state of an aggregate during a query.
private final class RunningAggregate {
  var accumulator: Accumulator

  private init(_ aggregate: AggregateOperator) { accumulator = Accumulator(aggregate) }

  /// The aggregate that SQLite stores for the call; nil if it does not exist and `isMade` is false.
  static func of(_ context: OpaquePointer?, isMade: Bool) -> RunningAggregate? {
    guard let place = place(context, isMade: isMade) else { return nil }
    if let known = place.pointee { return Unmanaged<RunningAggregate>.fromOpaque(known).takeUnretainedValue() }
    guard isMade else { return nil }
    let made = RunningAggregate(Int(bitPattern: sqlite3_user_data(context)) == 1 ? .sum : .average)
    place.pointee = Unmanaged.passRetained(made).toOpaque()
    return made
  }

  static func release(_ context: OpaquePointer?) {
    guard let place = place(context, isMade: false), let known = place.pointee else { return }
    Unmanaged<RunningAggregate>.fromOpaque(known).release()
    place.pointee = nil
  }

  private static func place(
    _ context: OpaquePointer?, isMade: Bool
  ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    let size = isMade ? Int32(MemoryLayout<UnsafeMutableRawPointer?>.size) : 0
    return sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }
}

private final class UnaryFunction {
  let function: PredicateFunction
  init(_ function: PredicateFunction) { self.function = function }
}

private final class BinaryFunction {
  let operation: ArithmeticOperator
  init(_ operation: ArithmeticOperator) { self.operation = operation }
}

private final class TextFunction {
  let relation: TextRelation
  let options: StringOptions

  init(_ relation: TextRelation, _ options: StringOptions) {
    self.relation = relation
    self.options = options
  }

  /// Tests whether a text matches a pattern. SQLite caches the prepared pattern while the statement passes the same
  /// one.
  func call(_ context: OpaquePointer?, _ text: OpaquePointer?, _ pattern: OpaquePointer?) {
    guard sqlite3_value_type(text) == SQLITE_TEXT, sqlite3_value_type(pattern) == SQLITE_TEXT else {
      return sqlite3_result_null(context)
    }
    if let known = sqlite3_get_auxdata(context, 1) {
      return answer(context, Unmanaged<TextTest>.fromOpaque(known).takeUnretainedValue(), text)
    }
    do {
      let test = try TextTest(relation, String(decoding: bytes(pattern), as: UTF8.self), options)
      answer(context, test, text)
      sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(test).toOpaque()) {
        $0.map { Unmanaged<TextTest>.fromOpaque($0).release() }
      }
    } catch {
      // An invalid pattern can only be a stored value, because a constant was checked when the predicate was compiled.
      sqlite3_result_int(context, 0)
    }
  }

  private func answer(_ context: OpaquePointer?, _ test: TextTest, _ text: OpaquePointer?) {
    sqlite3_result_int(context, test.holds(bytes(text)) ? 1 : 0)
  }

  private func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    let count = Int(sqlite3_value_bytes(value))
    return UnsafeBufferPointer(start: sqlite3_value_text(value), count: count)
  }
}

extension Value {
  /// Converts an argument of an SQL function.
  fileprivate init(_ value: OpaquePointer??) {
    guard case let value?? = value else {
      self = .null
      return
    }
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .int(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .double(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
      self = .string(String(decoding: bytes, as: UTF8.self))
    default: self = .null
    }
  }
}
