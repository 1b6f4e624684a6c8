import SectionedChanges
import SectionedTesting
import Testing

@Suite("Classic callbacks")
struct ClassicCallbackTests {
  /// Two deletions, insertions, moves and updates each, of sections and of items.
  @Test func orderWithinABatch() throws {
    let old = list([1: [], 2: [], 3: [31, 32, 33, 34, 35, 36], 4: [], 5: []])
    let new = list([6: [], 7: [], 3: [91, 92, 36, 35, 33, 34], 4: [], 5: []], revised: [3, 4, 33, 34, 35, 36])
    let changes = try ChangeLaws.verify(from: old, to: new)
    let calls = changes.classicCallbacks(.legalInOneBatch)
    #expect("\(calls.sections)" == "[delete 1, delete 0, insert 0, insert 1, update 2, update 3]")
    #expect(
      "\(calls.items)"
        == "[delete [2, 1], delete [2, 0], insert [2, 0], insert [2, 1], move [2, 5]→[2, 2], move [2, 4]→[2, 3], "
        + "update [2, 2], update [2, 3]]")
    #expect(calls.items.map(\.subject).first == .gone(32))
    #expect(
      calls.items.map(\.subject).last == .present(place(2, 5)), "an update is at its old place, about the new one")
    #expect(calls == changes.classicCallbacks(.faithful))
  }

  @Test func itemsBroughtAndTakenAreNamed() throws {
    let changes = try ChangeLaws.verify(from: list([1: [11, 12]]), to: list([2: [21]]))
    let calls = changes.classicCallbacks(.legalInOneBatch)
    #expect("\(calls.sections)" == "[delete 0, insert 0]")
    #expect("\(calls.items)" == "[delete [0, 1], delete [0, 0], insert [0, 0]]")
  }

  @Test func anItemMoveKeepsItsLegalEnd() throws {
    let into = try ChangeLaws.verify(from: list([1: [11]]), to: list([1: [], 2: [11]]))
    #expect("\(into.classicCallbacks(.legalInOneBatch).items)" == "[delete [0, 0]]")
    #expect("\(into.classicCallbacks(.faithful).items)" == "[move [0, 0]→[1, 0]]")
    let outOf = try ChangeLaws.verify(from: list([1: [], 2: [21]]), to: list([1: [21]]))
    #expect("\(outOf.classicCallbacks(.legalInOneBatch).items)" == "[insert [0, 0]]")
  }

  /// A section may move in the same batch as changes elsewhere, so it is reported as a move.
  @Test func onlyOffendingSectionMovesAreSplit() throws {
    let beside = try ChangeLaws.verify(
      from: list([1: [], 2: [], 3: [31]]), to: list([2: [], 1: [], 3: [31, 32]]))
    #expect("\(beside.classicCallbacks(.legalInOneBatch).sections)" == "[move 1→0]")
    let inside = try ChangeLaws.verify(
      from: list([1: [], 2: [21], 3: []]), to: list([2: [21, 22], 1: [], 3: []]))
    #expect("\(inside.classicCallbacks(.legalInOneBatch).sections)" == "[delete 1, insert 0]")
  }

  /// The cells of an inserted section are made again, so updates in it are not reported.
  @Test func updatesInASplitSectionAreLeftOut() throws {
    let changes = try ChangeLaws.verify(
      from: list([1: [], 2: [21, 22]]), to: list([2: [22], 1: []], revised: [22]))
    #expect("\(changes.classicCallbacks(.legalInOneBatch).items)" == "[delete [1, 0]]")
    #expect("\(changes.classicCallbacks(.faithful).items)" == "[delete [1, 0], update [1, 1]]")
  }
}
