import OrderedRows
import Testing

@Suite("Changes of elements") struct ElementChangeTests {
  @Test("an element changed itself unless it is known that no property did")
  func revisions() {
    let place = RowPlace(section: 0, item: 1)
    for (keys, isRevised) in [(nil, true), ([], false), (["title"], true)] as [(Set<String>?, Bool)] {
      let made = ElementChange(old: place, new: place, keys: keys)
      var changed = ElementChange(old: place, new: place, isRevised: !isRevised, keys: ["other"])
      changed.setKeys(keys)
      for change in [made, changed] {
        #expect(change.isRevised == isRevised)
        #expect(change.keys == keys)
      }
    }
  }

  @Test("an element that did not change itself has no changed properties")
  func clearedRevision() {
    var change = ElementChange(old: RowPlace(section: 0, item: 1), new: nil, keys: nil)
    change.clearRevision()
    #expect(!change.isRevised)
    #expect(change.keys == [])
    #expect(change.old == RowPlace(section: 0, item: 1))
  }

  @Test("a list of changes is one collection, however it was made")
  func collection() {
    let changes = ["x", "y", "z"].enumerated().map { ElementChange(old: $0, new: nil as Int?, keys: [$1]) }
    var appended = ElementChanges<String, Int>()
    for (name, change) in zip(["a", "b", "c"], changes) { appended.append(name, change) }
    let literal: ElementChanges<String, Int> = [.init("a", changes[0]), .init("b", changes[1]), .init("c", changes[2])]
    for list in [appended, literal, ElementChanges(names: ["a", "b", "c"], elements: changes)] {
      #expect(list.map(\.name) == ["a", "b", "c"])
      #expect(list.map(\.old) == [0, 1, 2])
      #expect(list.map(\.new) == [nil, nil, nil])
      #expect(list.map(\.keys) == [["x"], ["y"], ["z"]])
      #expect(list.map(\.isRevised) == [true, true, true])
    }
  }
}
