import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite(
  "A page on phones, screens and paper", .opensStores, .enabled(if: Browser.isThere, "\(Browser.reason)"), .serialized)
struct PageLayoutTests {
  /// The layout of a page in a window, at its last step.
  private struct Look: Decodable {
    struct Box: Decodable {
      let left: Double
      let top: Double
      let right: Double
      let bottom: Double
    }

    let width: Double
    let height: Double
    /// The width that the content needs.
    let needed: Double
    let list: Box
    let story: Box
    /// The first changed row of the step.
    let changed: Box
    let buttons: [Box]
    let symbols: [Box]
    let showsKeys: Bool
    let paper: String
    let text: String
  }

  /// Writes the page of `sections demo`. Its list is longer than any window.
  private static func demo(in scratch: TemporaryFolder, script: String = "") async throws -> URL {
    let url = scratch.file("page.html")
    let run = await InProcessRun("demo", "--html", url.path)
    try #require(run.status == 0, "\(run.error)")
    let page = try String(contentsOf: url, encoding: .utf8)
    try Data(page.replacing("</body>", with: "<script>\n\(script)</script>\n</body>").utf8).write(to: url)
    return url
  }

  /// - Parameter scheme: the user's preferred colour scheme.
  private static func look(width: Int, scheme: ColourScheme = .light) async throws -> Look {
    let scratch = try TemporaryFolder()
    let page = try await demo(in: scratch, script: ruler)
    let text = try Browser.document(
      of: page, "--window-size=\(width),1000", "--blink-settings=preferredColorScheme=\(scheme.rawValue)")
    let match = try #require(text.firstMatch(of: /<pre id="look">([^<]*)<\/pre>/), "\(text.suffix(2000))")
    return try JSONDecoder().decode(Look.self, from: Data(match.1.utf8))
  }

  private enum ColourScheme: Int { case dark, light }

  private static let ruler = #"""
    document.getElementById("last").click();
    const boxOf = (element) => {
      const {left, top, right, bottom} = element.getBoundingClientRect();
      return {left, top, right, bottom};
    };
    const box = (selector) => boxOf(document.querySelector(selector));
    const boxes = (selector) => [...document.querySelectorAll(selector)].map(boxOf);
    const style = getComputedStyle(document.body);
    const look = {
      width: innerWidth, height: innerHeight, needed: document.scrollingElement.scrollWidth,
      list: box("#list"), story: box("aside"), changed: box("#list :is(.insert, .delete, .update, .move)"),
      buttons: boxes("nav button"), symbols: boxes("nav svg").filter((symbol) => symbol.right > symbol.left),
      showsKeys: getComputedStyle(document.querySelector(".keys")).display !== "none",
      paper: style.backgroundColor, text: style.color,
    };
    const place = document.createElement("pre");
    place.id = "look";
    place.textContent = JSON.stringify(look);
    document.body.append(place);

    """#

  /// Chromium's windows are at least 500 points wide. A phone has 390.
  @Test func aPhoneShowsTheListBeforeTheStoryAndNoKeyboardHints() async throws {
    let look = try await Self.look(width: 500)
    #expect(look.width == 500 && look.needed <= look.width)
    #expect(!look.showsKeys)
    #expect(look.list.bottom <= look.story.top && look.story.bottom <= look.height)
    #expect(look.list.bottom - look.list.top > look.story.bottom - look.story.top)
    // A touch target needs 40 points.
    #expect(look.buttons.allSatisfy { $0.bottom - $0.top >= 40 && $0.right - $0.left >= 40 })
  }

  @Test(arguments: [1280, 2560]) func aScreenShowsTheStoryBesideTheList(_ width: Int) async throws {
    let look = try await Self.look(width: width)
    #expect(look.width == Double(width) && look.needed <= look.width)
    #expect(look.showsKeys)
    #expect(look.list.right <= look.story.left && look.list.top == look.story.top)
    // The content is in the middle of the window, and its lines are short enough to read.
    #expect(abs(look.list.left - (look.width - look.story.right)) < 1)
    #expect(look.story.right - look.list.left <= 1600)
  }

  @Test(arguments: [500, 1280, 2560]) func whatChangedIsInSightAndTheButtonsStay(_ width: Int) async throws {
    let look = try await Self.look(width: width)
    #expect(look.changed.top >= look.list.top && look.changed.bottom <= look.list.bottom)
    #expect(look.buttons.count == 5 && look.symbols.count == 5)
    #expect(look.buttons.allSatisfy { $0.top >= 0 && $0.bottom <= look.list.top })
  }

  @Test func theColoursFollowTheUser() async throws {
    let light = try await Self.look(width: 1280)
    let dark = try await Self.look(width: 1280, scheme: .dark)
    #expect(light.paper == "rgb(255, 255, 255)" && light.text == "rgb(31, 35, 40)")
    #expect(dark.paper == "rgb(13, 17, 23)" && dark.text == "rgb(230, 237, 243)")
  }

  /// If the list were clipped, it would be printed on one page. In one column it takes about 25 pages.
  @Test func paperHasTheWholeListInTwoColumns() async throws {
    let scratch = try TemporaryFolder()
    let page = try await Self.demo(in: scratch)
    let pdf = scratch.file("page.pdf")
    _ = try Browser.document(of: page, "--print-to-pdf=\(pdf.path)")
    let text = String(decoding: try Data(contentsOf: pdf), as: UTF8.self)
    #expect((6..<20).contains(text.matches(of: /\/Type \/Page\b/).count))
  }
}
