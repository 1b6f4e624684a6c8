import OrderedRows
import Testing

@Suite("The partition point") struct PartitionPointTests {
  private struct Refusal: Error, Equatable {
    let element: Int
  }

  @Test(arguments: 0...20)
  func itIsFoundAtEachPositionOfEachLength(count: Int) {
    let elements = Array(0..<count)
    // The point goes from 0, where all elements meet the condition, to the count, where none does.
    for point in 0...count {
      #expect(elements.partitionPoint { $0 >= point } == point)
      #expect((0..<count).partitionPoint { $0 >= point } == point)
    }
  }

  @Test func ofEqualElementsItIsTheFirst() {
    let ends: ContiguousArray<Int32> = [0, 3, 3, 3, 8]
    #expect(ends.partitionPoint { $0 >= 3 } == 1)
    #expect(ends.partitionPoint { $0 > 3 } == 4)
  }

  @Test func itIsAnIndexOfTheCollectionItself() {
    let slice = Array(100..<200)[40..<60]
    #expect(slice.partitionPoint { $0 >= 150 } == 50)
    #expect(slice.partitionPoint { _ in true } == 40)
    #expect(slice.partitionPoint { _ in false } == 60)
    #expect((-5..<5).partitionPoint { $0 >= -2 } == -2)
  }

  @Test func anEmptyCollectionIsNotAsked() {
    var asked = 0
    let point = (7..<7).partitionPoint { _ in
      asked += 1
      return true
    }
    #expect(point == 7)
    #expect(asked == 0)
  }

  @Test func aMillionElementsAreAskedTwentyTimes() {
    for point in [0, 1, 499_999, 1_000_000] {
      var asked = 0
      let found = (0..<1_000_000).partitionPoint {
        asked += 1
        return $0 >= point
      }
      #expect(found == point)
      #expect(asked <= 20)
    }
  }

  @Test func whatTheConditionThrowsIsThrownAtOnce() {
    var asked = 0
    #expect(throws: Refusal(element: 50)) {
      try (0..<100).partitionPoint { element -> Bool in
        asked += 1
        throw Refusal(element: element)
      }
    }
    #expect(asked == 1)
  }
}
