import SectionedTesting
import Testing

@testable import SectionedChanges

@Suite("Chunked array")
struct ChunkedArrayTests {
  @Test("an edited version is what editing an array gives", arguments: TestSeeds.seeds(30))
  func agreesWithAnArray(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var array = Array(0..<random.below(3000))
    var chunked = ChunkedArray(array)
    for round in 0..<20 {
      let removed = array.indices.filter { _ in random.oneIn(100) }
      let replaced = array.indices.filter { !removed.contains($0) && random.oneIn(200) }
      let left = array.count - removed.count
      var inserted: [Int] = []
      for _ in 0..<random.below(20) { inserted.append(random.below(left + inserted.count + 1)) }
      inserted = Array(Set(inserted)).sorted().enumerated().filter { $1 <= left + $0 }.map(\.element)

      for index in replaced { array[index] = -index - 1 }
      var next = array.enumerated().filter { !removed.contains($0.offset) }.map(\.element)
      for index in inserted { next.insert(100_000 * round + index, at: index) }
      let edited = chunked.editing(
        removed: removed, replaced: replaced.map { ($0, -$0 - 1) },
        inserted: inserted.map { ($0, 100_000 * round + $0) })
      #expect(Array(edited) == next)
      #expect(edited.indices.map { edited[$0] } == next)
      #expect(edited.chunks.allSatisfy { !$0.isEmpty && $0.count <= ChunkedArray<Int>.chunkSize })
      array = next
      chunked = edited
    }
  }

  @Test func anEditTouchesOneChunkOnly() {
    let list = ChunkedArray(0..<5120)
    let edited = list.editing(removed: [700], replaced: [], inserted: [])
    func address(_ chunk: [Int]) -> UnsafeRawPointer? { chunk.withUnsafeBytes { $0.baseAddress } }
    let shared = Set(list.chunks.map(address)).intersection(edited.chunks.map(address))
    #expect(list.chunks.count > 9)
    #expect(shared.count == list.chunks.count - 1)
  }

  #if os(macOS) || os(Linux)
    @Test func readingOutsideTraps() async {
      await #expect(processExitsWith: .failure) { _ = ChunkedArray([1, 2])[2] }
    }
  #endif
}
