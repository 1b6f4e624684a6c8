import CoreData

/// Random actions on the parent contexts of a stress run.
enum ParentContextActions {
  static func act(on stage: StressStage, _ editor: StressEditor, _ random: inout SeededRandom) throws -> String {
    let (chain, traits) = (stage.library.chain, stage.library.traits)
    guard chain.count > 1, traits.mergesAutomatically else { return "nothing above" }
    // Must not be called in callbacks. There the queues are already blocked, from the child context up to its parents.
    let level = random.below(chain.count - 1)
    let context = chain[level]
    switch random.below(traits.savesAtOnce ? 4 : 10) {
    case 0:
      context.performAndWait { context.refreshAllObjects() }
      return "refresh all of \(level)"
    case 1...3:
      var editor = editor
      editor.context = context
      let isSaved = try context.performAndWait { () throws in
        for _ in 0...random.below(3) { try editor.edit() }
        return try context.saveOrTakeBack()
      }
      if !isSaved { resetAll(below: level, of: chain) }
      return "edit \(level): \(editor.log.joined(separator: ", "))\(isSaved ? "" : ", refused")"
    case 4...6: return try save(level, of: chain)
    case 7:
      return try chain.indices.dropLast().reversed().map { try save($0, of: chain) }.joined(separator: ", ")
    case 8:
      context.performAndWait { context.rollback() }
      resetAll(below: level, of: chain)
      return "rollback of \(level)"
    default:
      context.performAndWait { context.reset() }
      resetAll(below: level, of: chain)
      return "reset of \(level)"
    }
  }

  private static func save(_ level: Int, of chain: [NSManagedObjectContext]) throws -> String {
    let context = chain[level]
    if try context.performAndWait({ () throws in try context.saveOrTakeBack() }) { return "save of \(level)" }
    resetAll(below: level, of: chain)
    return "save of \(level), refused"
  }

  /// Resets the children of a context that lost their saves, as an app would.
  private static func resetAll(below level: Int, of chain: [NSManagedObjectContext]) {
    for context in chain[(level + 1)...] { context.performAndWait { context.reset() } }
  }
}
