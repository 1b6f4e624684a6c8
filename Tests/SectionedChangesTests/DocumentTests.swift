import Foundation
import SectionedChanges
import Testing

@Suite("JSON of changes and plans")
struct DocumentTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private let old = list([1: [11, 12], 2: [21], 3: []])
  private let new = list([3: [12], 4: [41], 2: [21]], revised: [2, 12])

  @Test func changes() throws {
    let changes = try Changes(from: old, to: new, sectionKeys: { _ in nil }, itemKeys: { _ in ["rank", "name"] })
    let text = try json(ChangesDocument(changes, sectionName: { "s\($0)" }, itemName: { "i\($0)" }))
    #expect(
      text == """
        {"deletedIDs":["s1","i11"],"insertedIDs":["s4","i41"],\
        "items":{"deleted":[],"inserted":[],"moved":[{"from":[0,1],"keys":["name","rank"],"to":[0,0]}],"updated":[]},\
        "sections":{"deleted":[0],"inserted":[1],"moved":[{"from":1,"keys":null,"to":2}],"updated":[]}}
        """)
  }

  @Test func plan() throws {
    let plan = try UpdatePlan(Changes(from: old, to: new), new: new.outline)
    let text = try json(PlanDocument(plan, sectionName: { $0 == 4 ? nil : "s\($0)" }, itemName: { "i\($0)" }))
    let noItems = #""items":{"deleted":[],"inserted":[],"moved":[],"updated":[]}"#
    let noSections = #""sections":{"deleted":[],"inserted":[],"moved":[],"updated":[]}"#
    #expect(
      text == """
        [{"after":[{"count":1,"object":"s1"},{"count":1,"object":"s2"},{"count":0,"object":"s3"}],\
        "deletedIDs":["i11"],"insertedIDs":[],\
        "items":{"deleted":[[0,0]],"inserted":[],"moved":[],"updated":[]},\(noSections)},\
        {"after":[{"count":1,"object":"s1"},{"count":0,"object":"s3"},{"count":1,"object":null},\
        {"count":1,"object":"s2"}],"deletedIDs":[],"insertedIDs":["i41"],\(noItems),\
        "sections":{"deleted":[],"inserted":[2],"moved":[{"from":1,"keys":null,"to":3}],"updated":[]}},\
        {"after":[{"count":0,"object":"s1"},{"count":1,"object":"s3"},{"count":1,"object":null},\
        {"count":1,"object":"s2"}],"deletedIDs":[],"insertedIDs":[],\
        "items":{"deleted":[],"inserted":[],"moved":[{"from":[0,0],"keys":null,"to":[1,0]}],"updated":[]},\
        \(noSections)},\
        {"after":[{"count":1,"object":"s3"},{"count":1,"object":null},{"count":1,"object":"s2"}],\
        "deletedIDs":["s1"],"insertedIDs":[],\(noItems),\
        "sections":{"deleted":[0],"inserted":[],"moved":[],"updated":[]}},\
        {"refresh":{"items":[[0,0]],"sections":[2]}}]
        """)
  }
}
