import Testing

@testable import CoreData

/// A parent records the permanent keys that its children still have to adopt.
@Suite("A parent whose children are gone")
struct GoneChildTests {
  @Test("Nothing more is kept for them")
  func promotions() throws {
    let stack = try MusicStack()
    let root = stack.newContext()
    func noted() -> Int { root.events.lineage.withLock(\.promotions).count }
    do {
      let child = Family.context(below: root)
      try child.performAndWait {
        try root.performAndWait {
          try root.insert("Tag", ["name": "a"])
          try root.save()
        }
      }
      #expect(noted() == 1)
    }
    #expect(root.events.children.isEmpty)
    try root.performAndWait {
      try root.insert("Tag", ["name": "b"])
      try root.save()
    }
    #expect(noted() == 1)
  }
}
