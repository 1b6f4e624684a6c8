import Foundation
import ProcessTesting
import SectionedTesting

@testable import SectionsTool

/// Chromium without a window, if the machine has it.
enum Browser {
  static let reason = "there is no chromium on the PATH, or SECTIONS_BROWSER is not set"

  static let url = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { URL(fileURLWithPath: String($0)).appendingPathComponent("chromium") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  /// Whether the tests of pages run. They must be requested by a variable, because a browser starts many processes,
  /// which would disturb a thousand other tests.
  static let isThere = url != nil && ProcessInfo.processInfo.environment["SECTIONS_BROWSER"] != nil

  /// Opens a page.
  ///
  /// - Returns: the document's text after the page's script has run.
  static func document(of page: URL, fragment: String = "", _ options: String...) throws -> String {
    guard let url else { throw CocoaError(.fileNoSuchFile) }
    let scratch = try TemporaryFolder()
    let output = scratch.file("document.html")
    try Data().write(to: output)
    let process = ChildProcess()
    // A time limit ends a browser that hangs.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "timeout", "-k", "5", "120", url.path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(scratch.url.appendingPathComponent("profile").path)",
      ] + options + ["--dump-dom", page.absoluteString + fragment]
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
  }
}

/// The states of a page after each action of a user.
struct BrowserSession {
  struct Sight: Decodable {
    let step: String
    let title: String
    let status: String
    /// The keys of sections and their items.
    let list: [[String]]
    let titles: [String: String]
    let gone: [String]
    let spoken: [String]
    let marked: [String: String]
    let animations: Int
    let current: [String]
    let play: String
    /// The step of the button that has the focus; "none" if no button has it.
    let focus: String
  }

  let sights: [Sight]

  /// - Parameter actions: `press("ArrowRight")`, `press("ArrowLeft", true)` with shift, or `click("forward")`.
  init(_ page: PlayedPage, _ actions: [String], _ options: String...) throws {
    let scratch = try TemporaryFolder()
    let script = "<script>\n\(Self.driver)\(actions.map { "\($0); note();\n" }.joined())report();\n</script>\n</body>"
    let path = try scratch.file("page.html", page.text.replacing("</body>", with: script))
    let text =
      if let option = options.first { try Browser.document(of: URL(fileURLWithPath: path), option) } else {
        try Browser.document(of: URL(fileURLWithPath: path))
      }
    guard let match = text.firstMatch(of: /<pre id="seen">([^<]*)<\/pre>/),
      let data = Data(base64Encoded: String(match.1))
    else { throw ToolError.data("The page did not run: \(text.suffix(2000))") }
    sights = try JSONDecoder().decode([Sight].self, from: data)
  }

  private static let driver = #"""
    const seen = [];
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const keyOf = (element) => element.dataset.item || element.parentNode.dataset.section;
    const note = () => {
      const rows = all("[data-item], [data-section] > h3");
      seen.push({
        step: document.body.dataset.step, title: document.title,
        status: document.querySelector("[role=status]").textContent,
        list: all("[data-section]").map((part) =>
          [part.dataset.section, ...all("[data-item]", part).map((item) => item.dataset.item)]),
        titles: Object.fromEntries(rows.map((row) => [keyOf(row), row.querySelector(".name").textContent])),
        marked: Object.fromEntries(rows.filter((row) => row.querySelector(".sign").textContent)
          .map((row) => [keyOf(row), row.querySelector(".sign").textContent])),
        gone: all("[data-gone]").map((part) => part.dataset.gone),
        spoken: all(".spoken").map((part) => part.textContent),
        animations: document.getAnimations().length,
        current: all("[aria-current]").map((part) => part.textContent),
        play: document.getElementById("play").textContent,
        focus: document.activeElement.closest("button")?.dataset.step ?? "none",
      });
    };
    const press = (key, shiftKey = false) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", {key, shiftKey, bubbles: true, cancelable: true}));
    const click = (id) => document.getElementById(id).click();
    const report = () => {
      const bytes = new TextEncoder().encode(JSON.stringify(seen));
      const place = document.createElement("pre");
      place.id = "seen";
      place.textContent = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
      document.body.append(place);
    };
    note();

    """#
}
