import CoreData

extension PostgresReading {
  /// The queries that are sent together with those for the history: for the rows that a commit wrote, and for the keys
  /// that follow these in the orders of lists.
  struct ReadAheadQuestions {
    fileprivate var rows: [(reader: PostgresRowReader, command: PostgresCommand)] = []
    fileprivate var followers: [(seek: RowSeek, key: RowKey, command: PostgresCommand)] = []

    var commands: [PostgresCommand] { rows.map(\.command) + followers.map(\.command) }
  }

  /// - Parameters:
  ///   - hints: the written rows. For more than two, the following keys are not read ahead.
  ///   - seeks: the seeks into the orders of lists.
  func questions(for hints: [PostgresNotice.RowHint], _ seeks: [RowSeek]) throws -> ReadAheadQuestions {
    let keys = hints.compactMap { hint in
      schema.entityIndices[hint.entity].map { RowKey(entity: $0, primaryKey: hint.primaryKey) }
    }
    var questions = ReadAheadQuestions()
    questions.rows = try byTable(keys).map { places in
      let reader = try plans.row(Int(keys[places[0]].entity))
      return (reader, reader.byKeys.command(places.map { keys[$0].primaryKey }))
    }
    guard keys.count <= 2 else { return questions }
    for case (let seek, let behind?) in seeks.map({ ($0, $0.behindRow) }) {
      for key in keys where model[key].root == behind.root {
        questions.followers.append((seek, key, PostgresCommand(behind.sql, PostgresParameters(key.primaryKey))))
      }
    }
    return questions
  }

  /// - Parameter results: the results of the questions' commands.
  static func readAhead(_ questions: ReadAheadQuestions, _ results: ArraySlice<PostgresRows>) -> PostgresReadAhead {
    var readAhead = PostgresReadAhead()
    for ((reader, _), rows) in zip(questions.rows, results) {
      // A damaged row is skipped. The read that requests it reports the error.
      for row in (0..<rows.count).compactMap({ try? reader.row(rows, $0) }) { readAhead.add(row) }
    }
    for (question, rows) in zip(questions.followers, results.dropFirst(questions.rows.count)) {
      guard let row = readAhead.rows[question.key] else { continue }
      readAhead.add((0..<rows.count).map { rows.integer($0, 0) }, following: row, by: question.seek)
    }
    return readAhead
  }
}
