import CSQLite

extension Connection {
  /// Runs statements that can be interrupted. When the result is no longer wanted, they soon fail with
  /// `SQLITE_INTERRUPT`.
  ///
  /// - Parameter isUnwanted: returns whether to interrupt. It is called every 10,000 steps of SQLite's virtual machine,
  ///   which take less than a millisecond.
  func interrupting<Result>(when isUnwanted: () -> Bool, _ body: () throws -> Result) rethrows -> Result {
    try withoutActuallyEscaping(isUnwanted) { isUnwanted in
      let question = Question(isUnwanted)
      sqlite3_progress_handler(
        database, 10_000,
        { context in
          guard let context else { return 0 }
          return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().isUnwanted() ? 1 : 0
        }, Unmanaged.passUnretained(question).toOpaque())
      defer { sqlite3_progress_handler(database, 0, nil, nil) }
      return try withExtendedLifetime(question, body)
    }
  }
}

private final class Question {
  let isUnwanted: () -> Bool
  init(_ isUnwanted: @escaping () -> Bool) { self.isUnwanted = isUnwanted }
}
