import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections demo", .opensStores) struct DemoTests {
  @Test func showsItsStoryAndEnds() throws {
    let run = try ToolRun("demo")
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("249 sections, 2 empty; 418 items"))
    let story = run.lines.suffix(24)
    #expect(story.contains { $0.hasPrefix("  item  insert  [27,0]  Atlantic/Bouvet") })
    #expect(story.contains { $0.hasPrefix("  item  move  [27,0] → [97,0]  Atlantic/Bouvet") })
    #expect(story.contains { $0.hasPrefix("  section  update  57  Czechia") && $0.hasSuffix("(name)") })
    #expect(story.contains { $0.hasPrefix("  section  move  70 → 213  Swaziland") })
    #expect(run.lines.last == "At the end: 249 sections, 2 empty; 417 items; 1 item without a section.")
  }

  /// Each step is one event, so the story makes no fetch between two edits, because that would end the event.
  @Test func eachStepOfTheStoryIsOneEvent() async throws {
    let folder = RunFolder()
    let (store, options) = try await DemoCommand.world(in: folder)
    let session = try await ReplaySession(source: try ListSource(options, in: store))
    var sizes: [[Int]] = []
    for step in DemoStep.story {
      try await session.play(step)
      sizes.append(try await session.events { $0.changes.count })
    }
    #expect(sizes == [[1], [1], [1], [1], [2], [1], [3]])
    withExtendedLifetime(folder) {}
  }
}
