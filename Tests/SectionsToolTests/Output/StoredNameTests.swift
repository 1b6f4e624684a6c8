import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The names in a store's model and in a script come from other people. They must not control the terminal of a reader.
@Suite("Names that are no words", .opensStores) struct StoredNameTests {
  @Test func namesOfAModelStayOnTheirLine() async throws {
    let scratch = try TemporaryFolder()
    let url = scratch.file("Names.sqlite")
    let model = NSManagedObjectModel()
    model.entities = [NSEntityDescription("Red\u{9b}31m", [NSAttributeDescription("na\u{202e}me")])]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url))
    let run = await InProcessRun("entities", url.path)
    #expect(run.error.isEmpty)
    #expect(run.lines == [#"Red\u{9b}31m  0"#, #"  na\u{202e}me  String  optional"#, "", ""])
    withExtendedLifetime(scratch) {}
  }

  @Test func namesOfAScriptStayOnTheirLine() async throws {
    let scratch = try TemporaryFolder()
    let script = try scratch.file(
      "script.json", #"{"batches": [{"edits": [{"insert": "Album", "as": "$\u001b[31m\n"}]}]}"#)
    let run = await InProcessRun(
      "replay", "-", script, "--model", MusicStore.model, "--items", "Track", "--by", "album")
    #expect(run.error.isEmpty)
    #expect(
      run.lines == [
        "batch 0", #"  section  insert  0  $\u{1b}[31m\n"#, "  now 1 section, 1 empty; 0 items", "",
      ])
    withExtendedLifetime(scratch) {}
  }

  /// All characters that a terminal or a reader interprets as commands.
  private static let obeyed = String(
    String.UnicodeScalarView((1...0xffff).compactMap { Unicode.Scalar(UInt32($0)) }.filter(\.isObeyed)))

  /// Returns the characters of a text that a terminal would execute, except for line breaks and the tool's own colours.
  private static func obeyed(in text: String) -> [Unicode.Scalar] {
    text.replacing(/\u{1b}\[\d+m/, with: "").unicodeScalars.filter { $0.isObeyed && $0 != "\n" }
  }

  @Test func theyAreControlsAndMarksOfDirection() {
    let scalars = Self.obeyed.unicodeScalars
    for value in Array(1...0x1f) + Array(0x7f...0x9f) + [0x61c, 0x200e, 0x200f, 0x202e, 0x2028, 0x2066, 0x2069] {
      #expect(scalars.contains { $0.value == value }, "\(value)")
    }
    for scalar in "aé中🙂\u{200d}\u{feff}\u{a0}".unicodeScalars { #expect(!scalar.isObeyed) }
  }

  /// Tests any value in a list, in JSON, in a page, in a picture, and in an error.
  @Test func noOutputHasWhatATerminalObeys() async throws {
    let music = try MusicStore { context in
      let title = "A" + Self.obeyed + "\u{1b}[2J"
      let album = MusicStore.insert("Album", ["title": title, "identifier": title], into: context)
      MusicStore.insert("Track", ["title": title], into: context).setValue(album, forKey: "album")
    }
    let edit: [String: Any] = ["batches": [["edits": [["insert": "Album", "set": ["title": Self.obeyed]]]]]]
    let script = music.scratch.file("script.json")
    try JSONSerialization.data(withJSONObject: edit).write(to: script)
    let items = try JSONSerialization.data(withJSONObject: [
      "source": "memory", "content": [["section": Self.obeyed, "items": [Self.obeyed]]],
      "batches": [["edits": [["remove": Self.obeyed]]]],
    ])
    let memory = music.scratch.file("memory.json")
    try items.write(to: memory)
    let page = music.scratch.file("page.html")
    let show = ["--show", "title,album.title,album", "--section-show", "title"]
    let calls = [
      music.list(), music.list("list", show), music.list("list", ["--json"]), music.list("list", show + ["--json"]),
      music.list("replay", [script.path]), music.list("replay", [script.path, "--json"]),
      music.list("replay", [script.path, "--html", page.path]), ["replay", "-", memory.path],
      ["replay", "-", memory.path, "--json"], ["replay", "-", memory.path, "--html", page.path],
      ["entities", music.path, "--json"], ["entities", Self.obeyed], [Self.obeyed], ["list", music.path, Self.obeyed],
      music.list("list", ["--where", Self.obeyed]), music.list("list", ["--sort", Self.obeyed]),
      ["draw", "stages", script.path, "--model", MusicStore.model, "--items", "Track", "--by", "album"],
      ["draw", "index-map", script.path, "--model", MusicStore.model, "--items", "Track", "--by", "album"],
    ]
    for terminal in [Terminal.none, Terminal(usesColour: true, width: 400)] {
      for call in calls {
        let run = await InProcessRun(call, terminal: terminal)
        let what = call.joined(separator: " ").printable
        #expect(!(run.output + run.error).isEmpty, "\(what)")
        #expect(Self.obeyed(in: run.output) == [], "\(what)")
        #expect(Self.obeyed(in: run.error) == [], "\(what)")
        if let text = try? String(contentsOf: page, encoding: .utf8) {
          #expect(Self.obeyed(in: text) == [], "\(what)")
          try FileManager.default.removeItem(at: page)
        }
      }
    }
  }

  /// A JSON parser returns the original value.
  @Test func jsonGivesTheValueBack() throws {
    let text = "A" + Self.obeyed + "é🙂"
    let json = JSON.object([(text, .string(text))]).text
    #expect(Self.obeyed(in: json) == [] && !json.contains("\n"))
    #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String] == [text: text])
    #expect(try JSON(parsing: Array(json.utf8)).text == json)
  }

  /// The output also escapes a value that a command has not escaped.
  @Test func theOutputLooksAtEverythingOnceMore() throws {
    for usesColour in [false, true] {
      let captured = CapturedOutput(terminal: Terminal(usesColour: usesColour, width: nil))
      let styled = captured.output.terminal.styled("b", .bold)
      try captured.output.line("a\u{9b}31m\u{1b}[2J\u{1b}[31\u{202e}é中\n" + styled)
      try captured.output.flush()
      #expect(captured.text == #"a\u{9b}31m\u{1b}[2J\u{1b}[31\u{202e}é中"# + "\n" + styled + "\n")
      #expect(styled == (usesColour ? "\u{1b}[1mb\u{1b}[0m" : "b"))
    }
  }

  @Test func aTableHasOneLineForEachRow() {
    var table = Table([.left, .left])
    table.add(["a\nb", "\u{1b}[2J"])
    table.add(["abcd", "c"])
    #expect(table.lines(for: .none) == [#"a\nb  \u{1b}[2J"#, "abcd  c"])
  }
}
