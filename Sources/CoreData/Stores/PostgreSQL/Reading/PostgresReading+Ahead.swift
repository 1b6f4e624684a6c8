#if PostgreSQL
  extension PostgresReading {
    /// What is asked for together with news: the rows that a commit wrote, and what follows them in the orders of lists.
    struct AheadQuestions {
      fileprivate var rows: [(reader: PostgresRowReader, seeks: [RowSeek], command: PostgresCommand)] = []

      var commands: [PostgresCommand] { rows.map(\.command) }
    }

    /// - Parameters:
    ///   - hints: the rows. What follows more than a few of them is not asked for ahead.
    ///   - seeks: the ways into the orders.
    func questions(for hints: [PostgresNotice.RowHint], _ seeks: [RowSeek]) throws -> AheadQuestions {
      let keys = hints.compactMap { hint in
        schema.entityIndices[hint.entity].map { RowKey(entity: $0, primaryKey: hint.primaryKey) }
      }
      // The server plans such a command once; for an array of keys it does each time, since it takes one that it does not
      // know for long.
      if keys.count <= 2 {
        return AheadQuestions(
          rows: try keys.map { key in
            let reader = try plans.row(Int(key.entity))
            let seeks = seeks.filter { $0.behindRow?.root == model[key].root }
            let sql = reader.sqlByKey(with: seeks.compactMap(\.behindRow?.sql))
            return (reader, seeks, PostgresCommand(sql, PostgresParameters(key.primaryKey)))
          })
      }
      return AheadQuestions(
        rows: try byTable(keys).map { places in
          let reader = try plans.row(Int(keys[places[0]].entity))
          var parameters = PostgresParameters()
          parameters.append(places.map { keys[$0].primaryKey })
          return (reader, [], PostgresCommand(reader.sqlByKeys, parameters))
        })
    }

    /// - Parameter results: the answers to the questions' commands.
    static func ahead(_ questions: AheadQuestions, _ results: ArraySlice<PostgresRows>) -> PostgresAhead {
      var ahead = PostgresAhead()
      for ((reader, seeks, _), rows) in zip(questions.rows, results) {
        for place in 0..<rows.count {
          // One that is damaged is found by whoever asks for it.
          guard let row = try? reader.row(rows, place) else { continue }
          ahead.add(row)
          for (offset, seek) in seeks.enumerated() {
            ahead.add(rows.integers(place, reader.columns.count + offset), following: row, by: seek)
          }
        }
      }
      return ahead
    }
  }
#endif
