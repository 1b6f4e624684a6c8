import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("A page in a browser", .opensStores, .enabled(if: Browser.isThere, "\(Browser.reason)"), .serialized)
struct PageBrowserTests {
  private static let right = #"press("ArrowRight")"#
  private static let left = #"press("ArrowLeft")"#

  private static func page(_ file: String) async throws -> PlayedPage {
    let isInMemory = PageTests.memoryFiles.contains(file)
    let path = MemoryReplay.folder.appendingPathComponent(file).path
    return try await PageTests.play(isInMemory ? ["replay", "-", path] : PageTests.scenario(file)).page
  }

  /// Goes from the first step to the last and back, with every key and button.
  @Test(arguments: ["everything-at-once.json", "every-verb.json", "item-comes-twice.json"])
  func eachStepShowsTheListOfTheReplay(_ file: String) async throws {
    let page = try await Self.page(file)
    let count = page.frames.count
    let steps = Array(1..<count)
    let actions =
      steps.map { _ in Self.right } + steps.map { _ in Self.left } + steps.map { _ in #"click("forward")"# }
      + steps.map { _ in #"click("back")"# }
    let expected = [0] + steps + steps.reversed().map { $0 - 1 } + steps + steps.reversed().map { $0 - 1 }
    let sights = try BrowserSession(page, actions).sights
    try #require(sights.count == expected.count)
    for (sight, step) in zip(sights, expected) {
      let frame = page.frames[step]
      #expect(sight.step == "\(step)" && sight.status.hasPrefix("Step \(step) of \(count - 1). "))
      #expect(sight.list == frame.keys, "step \(step)")
      #expect(sight.titles == frame.titles.filter { frame.keys.joined().contains($0.key) }, "step \(step)")
      // Deleted elements are shown once more, and each mark has a word for screen readers.
      let deleted = frame.marks.filter { $0.value == "−" }.map(\.key)
      #expect(Set(deleted).isSubset(of: sight.gone), "step \(step)")
      #expect(sight.marked == frame.marks.filter { $0.value != "−" }, "step \(step)")
      #expect(sight.spoken.count == sight.marked.count + sight.gone.count, "step \(step)")
      #expect(sight.current.count == 1)
    }
  }

  @Test func keysAndButtonsGoToBatchesAndEnds() async throws {
    let page = try await Self.page("everything-at-once.json")
    let last = page.frames.count - 1
    let first = try #require(page.frames.firstIndex { $0.batch == 0 })
    let second = try #require(page.frames.firstIndex { $0.batch == 1 })
    let actions = [
      (#"press("ArrowRight", true)"#, first), (#"press("ArrowRight", true)"#, second),
      (#"press("ArrowRight", true)"#, last), (#"press("ArrowLeft", true)"#, second),
      (#"press("ArrowLeft", true)"#, first), (#"press("ArrowLeft", true)"#, 0), (#"press("ArrowLeft", true)"#, 0),
      (#"click("last")"#, last), (Self.right, last), (#"click("first")"#, 0), (Self.left, 0),
      (#"press("End")"#, last), (#"press("Home")"#, 0),
    ]
    let sights = try BrowserSession(page, actions.map(\.0)).sights
    #expect(sights.map(\.step) == ["0"] + actions.map { "\($0.1)" })
  }

  @Test func spaceAndTheButtonPlayAndPause() async throws {
    let page = try await Self.page("everything-at-once.json")
    let sights = try BrowserSession(page, [#"press(" ")"#, #"press(" ")"#, #"click("play")"#, Self.right]).sights
    #expect(sights.map(\.play) == ["Play", "Pause", "Play", "Pause", "Play"])
  }

  /// If a button had the focus, the space bar would press it instead of starting to play.
  @Test func aKeyGivesTheFocusToNoButtonAndTakesItFromNone() async throws {
    let page = try await Self.page("everything-at-once.json")
    let keys = [Self.right, Self.right, Self.left, #"press(" ")"#, #"press(" ")"#]
    #expect(try BrowserSession(page, keys).sights.map(\.focus) == ["none", "none", "none", "none", "none", "none"])
    let focus = ##"document.querySelector("#batches button").focus()"##
    #expect(try BrowserSession(page, [focus] + keys).sights.map(\.focus) == ["none", "0", "0", "0", "0", "0", "0"])
  }

  @Test func theAddressNamesTheStep() async throws {
    let page = try await Self.page("everything-at-once.json")
    let scratch = try TemporaryFolder()
    let url = URL(fileURLWithPath: try scratch.file("page.html", page.text))
    for step in page.frames.indices {
      let text = try Browser.document(of: url, fragment: "#step=\(step)")
      let keys = text.matches(of: /data-(?:section|item)="([si][0-9]+)"/).map { String($0.1) }
      #expect(keys == page.frames[step].keys.flatMap { $0 }, "step \(step)")
    }
  }

  @Test func rowsMoveUnlessLessMotionIsWanted() async throws {
    let page = try await Self.page("everything-at-once.json")
    let actions = page.frames.indices.dropFirst().map { _ in Self.right }
    #expect(try BrowserSession(page, actions).sights.contains { $0.animations > 0 })
    let still = try BrowserSession(page, actions, "--force-prefers-reduced-motion").sights
    #expect(still.allSatisfy { $0.animations == 0 })
    #expect(still.last?.list == page.frames.last?.keys)
  }

  @Test func markupIsShownAsText() async throws {
    let scratch = try TemporaryFolder()
    let page = try await PageTests.play(["replay", "-", PageTests.markupScript(in: scratch)]).page
    let sights = try BrowserSession(page, [Self.right]).sights
    #expect(sights.map(\.title) == ["a & <b>.json", "a & <b>.json"])
    #expect(sights[0].list[0].map { sights[0].titles[$0] } == ["<h1>"] + PageTests.markup)
    #expect(sights[1].list[0].count == PageTests.markup.count)
  }
}
