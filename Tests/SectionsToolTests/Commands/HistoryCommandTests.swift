import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections history", .opensStores) struct HistoryCommandTests {
  /// Makes a store with three saves: the notes are inserted, an importer updates one, and one is deleted.
  private func store() throws -> NoteStore {
    let store = try NoteStore(keepsHistory: true)
    func note(_ title: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: "title == %@", title)
      return try #require(try context.fetch(request).first)
    }
    try store.write(keepsHistory: true, author: "importer") { context in
      let note = try note("b", context)
      note.setValue(4, forKey: "stars")
      note.setValue(2.5, forKey: "weight")
    }
    try store.write(keepsHistory: true) { context in context.delete(try note("c", context)) }
    return store
  }

  @Test func theNewestTransactionIsFirst() async throws {
    let store = try store()
    let before = try Data(contentsOf: URL(fileURLWithPath: store.path))
    let run = await InProcessRun("history", store.path)
    #expect(run.status == 0, "\(run.error)")
    let heads = run.lines.filter { $0.hasPrefix("transaction ") }
    #expect(heads.map { $0.split(separator: " ")[1] } == ["3", "2", "1"])
    #expect(heads[1].hasSuffix("  author importer  context the importer's"))
    #expect(run.lines[1].split(separator: " ").map(String.init).prefix(2) == ["delete", "Note"])
    #expect(run.lines[4].hasPrefix("  update  Note p") && run.lines[4].hasSuffix("stars, weight"))
    #expect(run.lines.filter { $0.hasPrefix("  insert  ") }.count == 7)
    #expect(run.lines.dropLast().last?.hasPrefix("history: 3 transactions, from 20") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: store.path)) == before)
    #expect(store.scratch.contents == ["Notes.sqlite"])
  }

  @Test(arguments: [(1, ["3"]), (2, ["3", "2"]), (3, ["3", "2", "1"]), (9, ["3", "2", "1"]), (0, ["3", "2", "1"])])
  func aLimitLeavesTheNewest(_ limit: Int, _ numbers: [String]) async throws {
    let store = try store()
    let run = await InProcessRun("history", store.path, "--limit", "\(limit)", "--json")
    guard case .array(let transactions)? = try run.json()["transactions"] else {
      Issue.record("no transactions: \(run.error)")
      return
    }
    #expect(transactions.compactMap { $0["number"]?.text } == numbers)
    #expect(try run.json()["history"]?["transactions"]?.text == "3")
    guard limit == 2, case .array(let changes)? = transactions[1]["changes"] else { return }
    #expect(transactions[1]["author"]?.plainText == "importer" && transactions[0]["author"] == .null)
    #expect(changes.count == 1 && changes[0]["kind"]?.plainText == "update")
    #expect(changes[0]["entity"]?.plainText == "Note" && changes[0]["properties"]?.text == #"["stars","weight"]"#)
    #expect(changes[0]["object"]?.plainText.hasPrefix("x-coredata://") == true)
  }

  @Test func entitiesSayThatThereIsOne() async throws {
    let store = try store()
    let run = await InProcessRun("entities", store.path)
    #expect(run.lines.dropLast().last?.hasPrefix("history: 3 transactions, from 20") == true, "\(run.lines)")
    #expect(try await InProcessRun("entities", store.path, "--json").json()["history"]?["transactions"]?.text == "3")
  }

  @Test func aStoreWithoutOneSaysSo() async throws {
    let store = try NoteStore()
    let run = await InProcessRun("history", store.path)
    #expect(run.status == 0 && run.output == "The store keeps no history.\n", "\(run.error)")
    let json = await InProcessRun("history", store.path, "--json")
    #expect(json.output == "{\"transactions\":[],\"history\":null}\n")
    #expect(await !InProcessRun("entities", store.path).output.contains("history:"))
  }

  @Test func aGuessedStoreRefuses() async throws {
    let store = try store()
    try RawDatabase(store.path).texts("DROP TABLE Z_MODELCACHE")
    let run = await InProcessRun("history", store.path)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error.contains("which the store does not carry: name it with --model FILE."), "\(run.error)")
  }
}
