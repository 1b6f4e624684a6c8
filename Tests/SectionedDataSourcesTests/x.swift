import SectionedChanges
import Testing
@testable import SectionedDataSources
@Suite struct X { @Test func x() throws {
  struct P: Identifiable, Equatable { var id: Int; var name = "" }
  let list = MemoryList<P, P>([SectionContent(P(id: 1), items: [P(id: 1), P(id: 2)])])
  var n = 0
  let t = list.observe { print($0.changes, $0.new); n += 1 }
  try list.performUpdates { try list.append(P(id: 3), toSection: 0); try list.move(1, to: .init(section: 0, item: 2)) ; try list.append(P(id: 3), toSection: 0) }
  #expect(n == 1); _ = t
} }
