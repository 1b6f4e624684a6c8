import Foundation
import ProcessTesting
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("The manual page", .startsProcesses)
struct ManualPageTests {
  /// Returns the trimmed lines of the page, rendered for a terminal without bold letters.
  private static func rendered() throws -> [String] {
    let folder = try TemporaryFolder()
    try Data(ManualPage.text.utf8).write(to: folder.file("sections.1"))
    let arguments = ["-man", "-Tascii", "-P-cbou", "-ww", "sections.1"]
    let (output, error) = try ShellProgram.groff.run(arguments, in: folder)
    #expect(error.isEmpty, "\(error)")
    return output.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test("The command prints it") func command() async {
    let run = await InProcessRun("man")
    #expect(run.status == 0 && run.error.isEmpty && run.output == ManualPage.text)
    #expect(run.output.hasPrefix(".TH SECTIONS 1 \"\" \"sections \(packageVersion)\""))
  }

  @Test(
    "Each command and each of its options is in its chapter",
    .enabled(if: ShellProgram.groff.isThere, "there is no groff on the PATH"))
  func everyOption() throws {
    let lines = try Self.rendered()
    let commands = CommandDescription.documented
    for (index, command) in commands.enumerated() {
      // The synopsis has the same line, so this is the last one.
      let begin = try #require(lines.lastIndex(of: "sections \(command.synopsis)"))
      let rest = lines[(begin + 1)...]
      let next = index + 1 < commands.count ? "sections \(commands[index + 1].synopsis)" : "EXIT STATUS"
      let end = try #require(rest.firstIndex(of: next), "\(next)")
      for option in command.options {
        let spelling = option.spelling.replacing("…", with: "...")
        #expect(rest[..<end].contains { $0 == spelling || $0.hasPrefix(spelling + " ") }, "\(command.name) \(spelling)")
      }
      #expect(rest[..<end].joined(separator: " ").contains(command.summary.dropFirst().prefix(40)), "\(command.name)")
    }
  }

  @Test(
    "It has the exit statuses, files, variables and examples",
    .enabled(if: ShellProgram.groff.isThere, "there is no groff on the PATH"))
  func chapters() throws {
    let lines = try Self.rendered()
    let headings = [
      "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
    ]
    #expect(lines.filter(headings.contains) == headings)
    for (status, reason) in failureStatuses {
      #expect(lines.contains { $0.hasPrefix("\(status) ") && $0.lowercased().hasSuffix("\(reason).") })
    }
    for example in ManualPage.examples { #expect(lines.contains(example.command)) }
  }

  @Test("Each example is a call of the tool", arguments: ManualPage.examples.map(\.command))
  func example(command: String) throws {
    let words = ShellWords.of(command)
    #expect(words[0] == "sections")
    #expect(throws: Never.self) { try Command(arguments: Array(words.dropFirst())) }
  }

  @Test(
    "A text stands for itself",
    arguments: [
      ("--by PATH", #"\-\-by PATH"#), (".mom", #"\&.mom"#), (#"a\b"#, #"a\eb"#), ("'x'", #"\(aqx\(aq"#),
      ("KEY,…", "KEY,..."), ("é–", #"\[u00E9]\[u2013]"#),
    ])
  func escaping(text: String, escaped: String) {
    #expect(ManualText.escaped(text) == escaped)
  }
}
