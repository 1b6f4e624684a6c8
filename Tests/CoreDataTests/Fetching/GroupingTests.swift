import CoreData
import Foundation
import Testing

/// Nina sings two tracks of rock and one of pop, Omar one of pop; one track has no genre.
@Suite("Expressions and groups in fetches")
struct GroupingTests {
  private func fill(_ context: NSManagedObjectContext) throws {
    let nina = try context.insert("Person", ["name": "Nina"])
    let omar = try context.insert("Person", ["name": "Omar"])
    for (title, genre, plays, singer) in [
      ("a", "rock", 1, nina), ("b", "rock", 2, nina), ("c", "pop", 4, nina), ("d", "pop", 8, omar), ("e", nil, 16, nil),
    ] as [(String, String?, Int, NSManagedObject?)] {
      try context.insert("Track", ["title": title, "genre": genre, "plays": plays, "singer": singer])
    }
  }

  private func column(
    _ name: String, _ format: String, _ type: NSAttributeType = .undefinedAttributeType
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = NSExpression(format: format)
    column.expressionResultType = type
    return column
  }

  private func fetch(
    _ columns: [Any], in context: NSManagedObjectContext, _ change: (NSFetchRequest<NSDictionary>) -> Void = { _ in }
  ) throws -> [NSDictionary] {
    let request = NSFetchRequest<NSDictionary>(entityName: "Track")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = columns
    change(request)
    return try context.fetch(request)
  }

  /// A new value, a new relationship, an insertion and a deletion are unsaved.
  @Test("Without pending changes the values are those that are saved, too", arguments: MusicStack.types)
  func savedValues(type: String) throws {
    try MusicStack(type).run { context in
      try fill(context)
      try context.save()
      let fetches: [([Any], (NSFetchRequest<NSDictionary>) -> Void)] = [
        (["title", "plays", column("name", "singer.name"), column("double", "plays * 2")], { _ in }),
        (["title"], { $0.returnsDistinctResults = true }),
        ([column("sum", "sum:(plays)"), column("middle", "median:(plays)")], { _ in }),
        (["genre", column("sum", "sum:(plays)")], { $0.propertiesToGroupBy = ["genre"] }),
        (["genre", column("middle", "median:(plays)")], { $0.propertiesToGroupBy = ["genre"] }),
      ]
      let saved = try fetches.map { columns, change in Set(try fetch(columns, in: context, change)) }
      for track in try context.all("Track") {
        switch track.text("title") {
        case "a":
          track.setValue(100, forKey: "plays")
          track.setValue("jazz", forKey: "genre")
        case "b": track.setValue(try context.all("Person", where: "name == 'Omar'")[0], forKey: "singer")
        case "c": context.delete(track)
        default: break
        }
      }
      try context.all("Person", where: "name == 'Nina'")[0].setValue("Nora", forKey: "name")
      try context.insert("Track", ["title": "f", "plays": 1000])
      for (place, (columns, change)) in fetches.enumerated() {
        let found = try fetch(columns, in: context) {
          change($0)
          $0.includesPendingChanges = false
        }
        #expect(Set(found) == saved[place], "\(place)")
        #expect(Set(try fetch(columns, in: context, change)) != saved[place], "\(place)")
      }
    }
  }

  /// For a child, the saved values are those of its parent.
  @Test("Without pending changes a child reads what its parent has", arguments: MusicStack.types)
  func valuesOfTheParent(type: String) throws {
    try MusicStack(type).run { context in
      try fill(context)
      try context.save()
      let tracks = try context.all("Track", where: "title == 'a'")
      tracks[0].setValue(50, forKey: "plays")
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = context
      try child.performAndWait {
        try child.all("Track", where: "title == 'a'")[0].setValue(100, forKey: "plays")
        try child.insert("Track", ["title": "f", "plays": 1000])
        for (isPending, sum) in [(false, 80), (true, 1130)] {
          let found = try fetch([column("sum", "sum:(plays)"), column("middle", "max:(title)")], in: child) {
            $0.includesPendingChanges = isPending
          }
          #expect(found == [["sum": sum, "middle": isPending ? "f" : "e"]])
        }
      }
    }
  }

  @Test("A column is computed of each row, or of all rows", arguments: MusicStack.types)
  func columns(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      try fill(context)
      try context.save()
      let byTitle: (NSFetchRequest<NSDictionary>) -> Void = {
        $0.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        $0.predicate = NSPredicate(format: "singer.name == 'Nina'")
      }
      let rows = try fetch(
        ["title", column("double", "plays * 2"), column("loud", "uppercase:(genre)")], in: context, byTitle)
      #expect(
        rows == [
          ["title": "a", "double": 2, "loud": "ROCK"], ["title": "b", "double": 4, "loud": "ROCK"],
          ["title": "c", "double": 8, "loud": "POP"],
        ])
      let all = try fetch(
        [
          column("sum", "sum:(plays)"), column("count", "count:(genre)"), column("least", "min:(title)"),
          column("most", "max:(plays)"), column("mean", "average:(plays)"), column("half", "sum:(plays) / 2.0"),
          column("kinds", "count:(distinct:(genre))"), column("middle", "median:(plays)"),
        ], in: context)
      #expect(
        all == [
          ["sum": 31, "count": 4, "least": "a", "most": 16, "mean": 6.2, "half": 15.5, "kinds": 2, "middle": 4]
        ])
      let none = try fetch([column("sum", "sum:(plays)"), column("most", "max:(plays)")], in: context) {
        $0.predicate = NSPredicate(value: false)
      }
      #expect(none == [["sum": 0]])
      let whole = try fetch([column("mean", "average:(plays)", .integer32AttributeType)], in: context)
      #expect(whole == [["mean": 6]])
      let ids = try fetch([column("id", "SELF", .objectIDAttributeType)], in: context, byTitle)
      #expect(ids.compactMap { $0["id"] as? NSManagedObjectID }.count == 3)
    }
  }

  @Test("Rows are grouped, groups are filtered, ordered and cut", arguments: MusicStack.types)
  func groups(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      try fill(context)
      try context.save()
      let columns: [Any] = ["genre", column("total", "sum:(plays)")]
      #expect(
        try fetch(columns, in: context) { $0.propertiesToGroupBy = ["genre"] }
          == [["total": 16], ["genre": "pop", "total": 12], ["genre": "rock", "total": 3]])
      func cut(_ change: @escaping (NSFetchRequest<NSDictionary>) -> Void) throws -> [String] {
        try fetch(columns, in: context) {
          $0.propertiesToGroupBy = ["genre"]
          change($0)
        }.map { "\($0["genre"] ?? "-")" }
      }
      for having in ["$total > 10", "sum:(plays) > 10", "max:(plays) >= 8 AND count:(title) < 10"] {
        #expect(try cut { $0.havingPredicate = NSPredicate(format: having) } == ["-", "pop"], "\(having)")
      }
      let total = NSExpression(forVariable: "total")
      #expect(try cut { $0.havingPredicate = NSPredicate(format: "%@ < 10", total) } == ["rock"])
      #expect(try cut { $0.havingPredicate = NSPredicate(format: "genre LIKE 'p*'") } == ["pop"])
      #expect(
        try cut { $0.sortDescriptors = [NSSortDescriptor(key: "genre", ascending: false)] } == ["rock", "pop", "-"])
      #expect(try cut { ($0.fetchOffset, $0.fetchLimit) = (1, 1) } == ["pop"])
      let bySinger = try fetch([column("n", "count:(title)"), "singer.name", "genre"], in: context) {
        $0.propertiesToGroupBy = ["singer.name", "genre"]
        $0.predicate = NSPredicate(format: "singer != nil")
      }
      #expect(
        bySinger == [
          ["n": 1, "singer.name": "Nina", "genre": "pop"], ["n": 2, "singer.name": "Nina", "genre": "rock"],
          ["n": 1, "singer.name": "Omar", "genre": "pop"],
        ])
      let initial = column("even", "modulus:by:(plays, 2)")
      #expect(
        try fetch([initial, column("n", "count:(title)")], in: context) { $0.propertiesToGroupBy = [initial] }
          == [["even": 0, "n": 4], ["even": 1, "n": 1]])
      let request = NSFetchRequest<NSDictionary>(entityName: "Track")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["genre"]
      request.propertiesToGroupBy = ["genre"]
      #expect(try context.count(for: request) == 3)
    }
  }

  @Test("Unsaved changes count", arguments: MusicStack.types)
  func pendingChanges(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      try fill(context)
      try context.save()
      try context.insert("Track", ["title": "f", "genre": "jazz", "plays": 32])
      for track in try context.all("Track") where track.value(forKey: "title") as? String == "a" {
        track.setValue("pop", forKey: "genre")
      }
      for track in try context.all("Track") where track.value(forKey: "title") as? String == "d" {
        context.delete(track)
      }
      let groups = try fetch(["genre", column("total", "sum:(plays)")], in: context) {
        $0.propertiesToGroupBy = ["genre"]
      }
      #expect(
        groups == [
          ["total": 16], ["genre": "jazz", "total": 32], ["genre": "pop", "total": 5], ["genre": "rock", "total": 2],
        ])
    }
  }

  @Test("What cannot be asked is an error that names it", arguments: MusicStack.types)
  func errors(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      try fill(context)
      func message(_ columns: [Any], _ change: @escaping (NSFetchRequest<NSDictionary>) -> Void = { _ in }) -> String {
        do {
          _ = try fetch(columns, in: context, change)
          return "no error"
        } catch { return error.localizedDescription }
      }
      let sum = column("sum", "sum:(plays)")
      #expect(message(["title", sum]).contains("title: title differs within a group."))
      #expect(message([sum]) { $0.havingPredicate = NSPredicate(value: true) }.contains("needs propertiesToGroupBy"))
      #expect(
        message(["title"]) { $0.havingPredicate = NSPredicate(value: true) }.contains("needs propertiesToGroupBy"))
      #expect(message([column("x", "sum:(title)")]).contains("needs numbers: sum:(title)."))
      #expect(message([column("x", "plays + missing")]).contains("Track has no property missing"))
      #expect(message([column("x", "mode:(plays)")]).contains("A fetch cannot ask for a mode"))
      #expect(message([column("x", "random()")]).contains("is evaluated with objects only"))
      #expect(
        message(["genre"]) {
          $0.propertiesToGroupBy = ["genre"]
          $0.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        }.contains("Groups cannot be sorted by title"))
      #expect(
        message(["genre"]) {
          $0.propertiesToGroupBy = ["genre"]
          $0.havingPredicate = NSPredicate(format: "$total > 1")
        }.contains("the variable $total is no expression that is fetched"))
      let empty = NSExpressionDescription()
      empty.name = "nothing"
      #expect(message([empty]).contains("the expression description nothing has no expression"))
    }
  }

  @Test("A batch update computes each object's value of what was stored", arguments: MusicStack.types)
  func batchUpdates(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { context in
      try fill(context)
      try context.save()
      let request = NSBatchUpdateRequest(entityName: "Track")
      request.predicate = NSPredicate(format: "genre == 'rock'")
      request.propertiesToUpdate = [
        "plays": NSExpression(format: "plays + 10"), "seconds": NSExpression(format: "plays / 4.0"),
        "genre": NSExpression(format: "uppercase:(title)"), "title": "same",
      ]
      request.resultType = .updatedObjectsCountResultType
      let result = try context.execute(request) as? NSBatchUpdateResult
      #expect(result?.result as? Int == 2)
      context.reset()
      let rows = try fetch(["title", "genre", "plays", "seconds"], in: context) {
        $0.predicate = NSPredicate(format: "title == 'same'")
      }
      #expect(
        rows == [
          ["title": "same", "genre": "A", "plays": 11, "seconds": 0.25],
          ["title": "same", "genre": "B", "plays": 12, "seconds": 0.5],
        ])
      request.propertiesToUpdate = ["plays": NSExpression(format: "uppercase:(title)")]
      request.predicate = nil
      #expect(throws: (any Error).self) { try context.execute(request) }
    }
  }
}
