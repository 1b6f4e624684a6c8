import SectionedTesting
import TestTraits
import Testing

@testable import SectionedChanges

@Suite("Chunked array")
struct ChunkedArrayTests {
  @Test("an edited version is what editing an array gives", arguments: TestSeeds.seeds(30))
  func agreesWithAnArray(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var array = Array(0..<random.below(3000))
    // Half of the arrays make their elements on demand.
    var chunked = random.oneIn(2) ? ChunkedArray(array) : ChunkedArray(making: array.count) { $0 }
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
      #expect(edited.count == next.count)
      if let root = edited.root { try Self.check(root, isRoot: true) }
      array = next
      chunked = edited
    }
  }

  /// Checks that no node is empty or too full, and that all leaves have the same height.
  @discardableResult
  private static func check<Element>(_ node: ChunkedArrayNode<Element>, isRoot: Bool = false) throws -> Int {
    if node.made != nil {
      #expect(node.solid.count == node.count)
      return try check(node.solid, isRoot: isRoot)
    }
    guard !node.isLeaf else {
      #expect(!node.elements.isEmpty && node.elements.count <= ChunkedArrayNode<Element>.chunkSize)
      return 0
    }
    #expect(node.elements.isEmpty && node.children.count <= ChunkedArrayNode<Element>.childrenLimit)
    #expect(!isRoot || node.children.count > 1)
    #expect(node.count == node.children.reduce(0) { $0 + $1.node.count })
    let heights = try node.children.map { try check($0.node) }
    #expect(Set(heights).count == 1)
    return 1 + (try #require(heights.first))
  }

  private static func leaves<Element>(_ node: ChunkedArrayNode<Element>) -> [ChunkedArrayNode<Element>] {
    node.isLeaf ? [node] : node.children.flatMap { leaves($0.node) }
  }

  @Test("an array whose elements are made keeps none, and an edit keeps those beside it")
  func madeElements() {
    let (made, whole) = (ChunkedArray(making: 100_000) { $0 * 2 }, ChunkedArray((0..<100_000).map { $0 * 2 }))
    #expect(made == whole && Array(made) == Array(whole))
    #expect(made.root?.made != nil && made[77_777] == 155_554)
    #expect(ChunkedArray(making: 0) { $0 }.isEmpty)
    let edited = made.editing(removed: [3], replaced: [(50_000, -1)], inserted: [(99_999, -2)])
    #expect(edited == whole.editing(removed: [3], replaced: [(50_000, -1)], inserted: [(99_999, -2)]))
    var nodes = 0
    func count(_ node: ChunkedArrayNode<Int>) {
      nodes += 1
      for child in node.children { count(child.node) }
    }
    if let root = edited.root { count(root) }
    // There are three paths of four nodes each, and up to sixteen siblings of each node.
    #expect(nodes < 3 * 4 * 17)
  }

  @Test("an array whose elements are made is as high as it has to be, where a level is just full and beside it")
  func madeHeights() throws {
    let (chunk, limit) = (ChunkedArrayNode<Int>.chunkSize, ChunkedArrayNode<Int>.childrenLimit)
    for (height, full) in [chunk, chunk * limit, chunk * limit * limit].enumerated() {
      for count in [full - 1, full, full + 1] {
        let root = try #require(ChunkedArray(making: count) { $0 }.root)
        #expect(try Self.check(root, isRoot: true) == (count > full ? height + 1 : height), "\(count) elements")
      }
    }
  }

  @Test func anEditTouchesOneChunkOnly() throws {
    let list = ChunkedArray(0..<100_000)
    let edited = list.editing(removed: [70_000])
    let old = Self.leaves(try #require(list.root)).map(ObjectIdentifier.init)
    let new = Self.leaves(try #require(edited.root)).map(ObjectIdentifier.init)
    #expect(old.count > 1_000)
    #expect(Set(old).intersection(new).count == old.count - 1)
    #expect(new.count == old.count)
  }

  /// Versions share chunks. An edit of one version changes no other.
  @Test func versionsReadAsTheyWereMade() throws {
    var random = SeededRandom(seed: 2)
    var versions = [(list: ChunkedArray(0..<500), array: Array(0..<500))]
    for round in 1...400 {
      var (list, array) = versions[random.below(versions.count)]
      let index = random.below(40)
      array[index] = -round
      list = list.editing(replaced: [(index, -round)])
      if random.oneIn(10) {
        array.remove(at: index)
        list = list.editing(removed: [index])
      }
      _ = try Self.check(try #require(list.root), isRoot: true)
      versions.append((list, array))
    }
    for (list, array) in versions {
      #expect(Array(list) == array)
      #expect(list.indices.map { list[$0] } == array)
    }
  }

  /// A list that loses single elements merges chunks that become small.
  @Test func whatIsLeftOfChunksIsJoined() throws {
    var random = SeededRandom(seed: 1)
    var list = ChunkedArray(0..<20_000)
    var array = Array(0..<20_000)
    while array.count > 200 {
      let index = random.below(array.count)
      array.remove(at: index)
      list = list.editing(removed: [index])
      if array.count % 50 == 0 { try Self.check(try #require(list.root), isRoot: true) }
    }
    #expect(Array(list) == array)
    #expect(Self.leaves(try #require(list.root)).count <= 200 / (ChunkedArrayNode<Int>.chunkSize / 4) + 1)
    for index in array.indices.reversed() { list = list.editing(removed: [index]) }
    #expect(list.isEmpty && list.root == nil)
  }

  /// A small node is not merged with a full neighbour.
  @Test func nodesDoNotGrowBeyondTheirLimit() throws {
    var list = ChunkedArray(0..<20_000)
    for first in 1...2_000 {
      list = list.editing(removed: [0])
      #expect(list.first == first)
      try Self.check(try #require(list.root), isRoot: true)
    }
  }

  /// Appending leaves chunks half full, so the tree has at most one more level.
  @Test func aListThatGrowsStaysFlat() throws {
    var list = ChunkedArray<Int>()
    for number in 0..<20_000 { list = list.editing(inserted: [(number, number)]) }
    #expect(Array(list) == Array(0..<20_000))
    let height = try Self.check(try #require(list.root), isRoot: true)
    #expect(height <= (try Self.check(try #require(ChunkedArray(0..<20_000).root), isRoot: true)) + 1)
  }

  #if os(macOS) || os(Linux)
    @Test(.startsProcesses) func readingOutsideTraps() async {
      await #expect(processExitsWith: .failure) { _ = ChunkedArray([1, 2])[2] }
    }
  #endif
}
