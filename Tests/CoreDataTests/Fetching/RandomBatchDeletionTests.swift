import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Random models have relationships of all kinds, with all delete rules, and random objects. A plain walk of the graph
/// predicts what a batch deletion leaves, returns and writes into the history.
@Suite("Batch deletions of objects that refer to each other")
struct RandomBatchDeletionTests {
  @Test("Of any model", arguments: TestSeeds.seeds(80), MusicStack.types)
  func anyModel(seed: UInt64, type: String) throws {
    try play(DeletionModel(seed: seed, isPlain: false), type, seed)
  }

  /// Stores can perform these deletions by SQL statements.
  @Test("Of a model in which all references are set to nil", arguments: TestSeeds.seeds(80), MusicStack.types)
  func plainModel(seed: UInt64, type: String) throws {
    try play(DeletionModel(seed: seed, isPlain: true), type, seed)
  }

  private func play(_ made: DeletionModel, _ type: String, _ seed: UInt64) throws {
    let stack = try MusicStack(
      type, made.model(), options: [NSPersistentHistoryTrackingKey: true as NSNumber])
    var random = SeededRandom(seed: seed &+ 1)
    try stack.saving { try made.fill($0, &random) }
    for turn in 0..<6 {
      let comment: Comment = "turn \(turn), \(made), SECTIONS_SEED=\(seed)"
      let before = try DeletionGraph(stack, made)
      guard !before.nodes.isEmpty else { return }
      let entity = before.nodes[random.one(of: before.nodes.keys.sorted())]?.entity ?? ""
      let names = before.nodes.keys.sorted().filter { before.nodes[$0]?.entity == entity && random.oneIn(3) }
      guard !names.isEmpty else { continue }
      let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
      let outcome = try delete(names, entity, before, stack, byID: random.oneIn(2))
      let after = try DeletionGraph(stack, made)
      let changes = try history(of: stack, after: token)
      guard let gone = before.deleted(names, made) else {
        #expect(outcome == .failure(NSValidationRelationshipDeniedDeleteError), comment)
        #expect(after == before && changes.isEmpty, comment)
        continue
      }
      #expect(outcome == .success(gone), comment)
      try #require(after.nodes.mapValues(\.links) == before.left(without: gone), comment)
      check(changes, gone, before, made, comment)
      if made.isPlain { checkVersions(gone, before, after, made, comment) }
      // The plain walk does not see references to deleted objects, so it cannot predict more.
      if made.leavesReferences { return }
    }
  }

  enum Outcome: Equatable {
    /// The names of the deleted objects.
    case success(Set<String>)
    case failure(Int)
  }

  private func delete(
    _ names: [String], _ entity: String, _ graph: DeletionGraph, _ stack: MusicStack, byID: Bool
  ) throws -> Outcome {
    let context = stack.newContext()
    return try context.performAndWait { () throws -> Outcome in
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
      fetch.predicate = NSPredicate(format: "name IN %@", names)
      let ids = try context.all(entity).filter { names.contains($0.text("name")) }.map(\.objectID)
      let request = byID ? NSBatchDeleteRequest(objectIDs: ids) : NSBatchDeleteRequest(fetchRequest: fetch)
      request.resultType = .resultTypeObjectIDs
      do {
        let result = try #require(try context.execute(request) as? NSBatchDeleteResult)
        let deleted = try #require(result.result as? [NSManagedObjectID])
        #expect(Set(deleted).count == deleted.count)
        return .success(Set(deleted.compactMap { graph.name(of: $0) }))
      } catch let error as NSError where error.domain == NSCocoaErrorDomain {
        // Several denials make one error with details.
        let details = error.userInfo[NSDetailedErrorsKey] as? [NSError]
        return .failure(details?.first?.code ?? error.code)
      }
    }
  }

  private func history(
    of stack: MusicStack, after token: NSPersistentHistoryToken?
  ) throws -> [NSPersistentHistoryChange] {
    let context = stack.newContext()
    return try context.performAndWait { () throws -> UncheckedTransfer<[NSPersistentHistoryChange]> in
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try #require(try context.execute(request) as? NSPersistentHistoryResult)
      let transactions = try #require(result.result as? [NSPersistentHistoryTransaction])
      return UncheckedTransfer(transactions.flatMap { $0.changes ?? [] })
    }.value
  }

  /// Compares the history with the prediction. It must have one change of each object: a deletion with the preserved
  /// values, or an update with the references that became nil.
  private func check(
    _ changes: [NSPersistentHistoryChange], _ gone: Set<String>, _ before: DeletionGraph, _ made: DeletionModel,
    _ comment: Comment
  ) {
    var deleted: Set<String> = []
    var updated: [String: Set<String>] = [:]
    for change in changes {
      guard let name = before.name(of: change.changedObjectID) else {
        Issue.record("\(change) is of no object that was there, \(comment)")
        continue
      }
      switch change.changeType {
      case .insert: Issue.record("\(name) is an insertion, \(comment)")
      case .delete:
        #expect(deleted.insert(name).inserted, "\(name) twice, \(comment)")
        let kept = (change.tombstone ?? [:]).map { "\($0)=\($1)" }
        let isKept = made.keepsNames.contains(before.nodes[name]?.entity ?? "")
        #expect(kept == (isKept ? ["name=\(name)"] : []), "\(name), \(comment)")
      case .update:
        let isFirst = updated[name] == nil
        #expect(isFirst, "\(name) twice, \(comment)")
        updated[name, default: []].formUnion((change.updatedProperties ?? []).map(\.name))
      }
    }
    #expect(deleted == gone, comment)
    #expect(gone.isDisjoint(with: updated.keys), comment)
    for (name, node) in before.nodes where !gone.contains(name) {
      let said = updated[name] ?? []
      let changed = Set(node.links.filter { !gone.isDisjoint(with: $0.value) }.keys)
      let must = changed.filter { made.isStored($0) && made.ruleBack($0) == .nullifyDeleteRule }
      #expect(said.isSuperset(of: must), "\(name): \(said.sorted()) for \(must.sorted()), \(comment)")
      #expect(said.isSubset(of: changed), "\(name): \(said.sorted()) for \(changed.sorted()), \(comment)")
    }
  }

  /// An object gets one new version if a reference of it became nil. Lost members alone give it none.
  private func checkVersions(
    _ gone: Set<String>, _ before: DeletionGraph, _ after: DeletionGraph, _ made: DeletionModel, _ comment: Comment
  ) {
    for (name, node) in after.nodes {
      guard let old = before.nodes[name] else { continue }
      let lost = old.links.contains { made.isToOne($0.key) && !gone.isDisjoint(with: $0.value) }
      #expect(node.version == old.version + (lost ? 1 : 0), "\(name), \(comment)")
    }
  }
}
