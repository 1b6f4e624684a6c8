import CSQLite

extension Connection {
  /// Runs statements that fail with `SQLITE_INTERRUPT` soon after their result is no longer wanted.
  ///
  /// - Parameter isUnwanted: called every 10,000 steps of SQLite's virtual machine, a fraction of a millisecond.
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
