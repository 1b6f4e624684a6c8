import Foundation
import ProcessTesting
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

private let commands = CommandDescription.documented.map(\.name)
private let optionsOfList = CommandDescription.list.documentedOptions.map { "--\($0.name)" }

@Suite("Completion of the tool's arguments by shells", .startsProcesses)
struct CompletionTests {
  /// Makes a folder with a store, a script, and the completion script of a shell.
  private static func folder(for shell: CompletionShell) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["Store.sqlite", "Store.sqlite-wal", "Store.sqlite-shm", "Story of all.json"] {
      try Data().write(to: folder.file(name))
    }
    let run = await InProcessRun("completion", shell.rawValue)
    #expect(run.status == 0 && run.error.isEmpty)
    try Data(run.output.utf8).write(to: folder.file(".completion"))
    return folder
  }

  @Test("Each command and each option is in each script", arguments: CompletionShell.allCases)
  func everything(shell: CompletionShell) {
    let text = shell.script
    #expect(text.hasSuffix("\n") && !text.contains("\t"))
    for command in CommandDescription.documented {
      #expect(text.contains(command.name))
      for option in command.documentedOptions {
        #expect(text.contains(shell == .fish ? "-l \(option.name) " : "--\(option.name)"), "\(option.name)")
      }
    }
  }

  @Test(
    "bash offers commands, options that are not there yet, fixed values and files",
    .enabled(if: ShellProgram.bash.isThere, "there is no bash on the PATH"),
    arguments: [
      ("", commands + ["--help", "--version"]), ("li", ["list"]), ("--v", ["--version"]),
      ("list|St", ["Store.sqlite", "Story of all.json"]), ("list|Store.sqlite|", optionsOfList),
      ("list|Store.sqlite|--em", ["--empty"]), ("list|Store.sqlite|--empty|", ["shown", "hidden"]),
      ("list|Store.sqlite|--empty|=", ["shown", "hidden"]), ("list|Store.sqlite|--empty|=|h", ["hidden"]),
      ("list|Store.sqlite|--empty|=|hidden|--em", []), ("list|--empty|hidden|Store", ["Store.sqlite"]),
      ("list|Store.sqlite|--limit|", []), ("list|Store.sqlite|--limit|3|--of", ["--offset"]),
      ("copy|Store.sqlite|Store", ["Store.sqlite"]), ("demo|--store|Store", ["Store.sqlite"]),
      ("entities|Store.sqlite|", ["--brief", "--model", "--json", "--help"]),
      ("replay|Store.sqlite|Story", ["Story of all.json"]),
      ("draw|", ["index-map", "index-spaces", "stages", "views", "growth"]),
      ("draw|stages|Story", ["Story of all.json"]),
      ("draw|--output|a.svg|gr", ["growth"]), ("completion|", ["bash", "zsh", "fish"]), ("help|bro", ["browse"]),
      ("man|", ["--help"]), ("paint|", []),
    ])
  func bash(words: String, offered: [String]) async throws {
    let folder = try await Self.folder(for: .bash)
    let call = """
      source ./.completion
      COMP_WORDS=(sections "$@")
      COMP_CWORD=$#
      _sections
      (( ${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let words = words.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let (output, error) = try ShellProgram.bash.run(["--noprofile", "--norc", "-c", call, "bash"] + words, in: folder)
    // The shell lists a folder in no fixed order.
    #expect(Set(output.split(separator: "\n").map(String.init)) == Set(offered))
    #expect(error.isEmpty)
  }

  @Test("bash calls the function for the tool", .enabled(if: ShellProgram.bash.isThere, "there is no bash on the PATH"))
  func registration() async throws {
    let call = "source ./.completion && complete -p sections"
    let folder = try await Self.folder(for: .bash)
    let (output, _) = try ShellProgram.bash.run(["--noprofile", "--norc", "-c", call], in: folder)
    #expect(output == "complete -F _sections sections\n")
  }

  @Test(
    "zsh is given each option of a command with its value",
    .enabled(if: ShellProgram.zsh.isThere, "there is no zsh on the PATH"),
    arguments: [
      (
        "list",
        [
          "--empty=[sections without items (default: shown)]:shown|hidden:(shown hidden)",
          "--sort=[order of the items in a section (default: primary key)]:KEY[\\:desc],…: ",
          "--json[JSON: one object, or one line for each batch]", "1:STORE:_files -F \"*-(wal|shm|journal)\"",
        ]
      ),
      ("completion", ["1:SHELL:(bash zsh fish)"]),
      ("replay", ["1:STORE:_files -F \"*-(wal|shm|journal)\"", "2:SCRIPT:_files"]),
      ("entities", ["2::ENTITY: "]),
    ])
  func zsh(command: String, specifications: [String]) async throws {
    let folder = try await Self.folder(for: .zsh)
    // The functions of zsh's own completion are replaced, because they only work during a completion.
    let call = """
      compdef() { }
      _arguments() { if [[ $1 == -C ]]; then state=argument; else print -rl -- "$@"; fi }
      source ./.completion
      words=(\(command) '')
      _sections
      """
    let (output, error) = try ShellProgram.zsh.run(["-f", "-c", call], in: folder)
    let lines = output.split(separator: "\n").map(String.init)
    #expect(
      lines.count
        == (CommandDescription.named(command).map { $0.options.count + 1 + $0.positional.count + $0.optional.count }))
    for specification in specifications { #expect(lines.contains(specification), "\(lines)") }
    #expect(error.isEmpty)
  }

  @Test(
    "fish offers commands, options, fixed values and files",
    .enabled(if: ShellProgram.fish.isThere, "there is no fish on the PATH"),
    arguments: [
      ("li", ["list"]), ("list Store.sqlite --em", ["--empty"]), ("list Store.sqlite --empty ", ["shown", "hidden"]),
      ("list Store.sqlite --limit ", []), ("list Store", ["Store.sqlite"]), ("draw sta", ["stages"]),
      ("draw stages Store", ["Store.sqlite"]), ("completion ", ["bash", "zsh", "fish"]), ("help bro", ["browse"]),
    ])
  func fish(words: String, offered: [String]) async throws {
    let folder = try await Self.folder(for: .fish)
    let call = "source ./.completion; complete -C 'sections \(words)'"
    let (output, error) = try ShellProgram.fish.run(["--no-config", "-c", call], in: folder)
    let names = output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
    #expect(Set(names.map(String.init)) == Set(offered))
    #expect(error.isEmpty)
  }
}
