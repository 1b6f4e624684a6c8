import TestTraits
import Testing

@testable import SectionsTool

@Suite("Help", .opensStores) struct HelpTests {
  @Test(arguments: CommandDescription.all.map(\.name))
  func eachCommandSaysWhatItTakes(_ name: String) async throws {
    let command = try #require(CommandDescription.named(name))
    let help = await InProcessRun(name, "--help")
    #expect(help.status == 0)
    #expect(help.error.isEmpty)
    #expect(help.output.hasPrefix("sections \(name)"))
    #expect(help.output.contains(command.summary))
    #expect(help.output.contains("Exit status: 0, 1 "))
    for option in command.options {
      #expect(help.lines.contains { $0.hasPrefix("    \(option.spelling)  ") }, "\(option.name)")
    }
    // Other ways to ask for help. They also work if the rest of the command line is wrong.
    for arguments in [["help", name], [name, "-h"], [name, "--nonsense", "--help"]] {
      #expect(await InProcessRun(arguments).output == help.output, "\(arguments)")
    }
  }

  @Test func helpIsThereForItselfToo() async {
    for arguments in [["help", "--help"], ["--help", "-h"], ["--version", "--help"]] {
      let help = await InProcessRun(arguments)
      #expect(help.status == 0 && help.output == "\(usage)\n", "\(arguments)")
    }
    #expect(await InProcessRun("help", "list", "--help").output == InProcessRun("list", "--help").output)
  }

  /// Returns a sample value for an option, by the name that its description gives the value. No file may be overwritten
  /// by itself.
  private func sample(_ value: String, for option: String) -> String {
    if value == "N" { return "3" }
    if option == "html" || option == "output" { return "target" }
    return value.contains("|") ? String(value.split(separator: "|")[0]) : "value"
  }

  @Test(arguments: CommandDescription.all.map(\.name))
  func eachDescribedOptionIsRead(_ name: String) throws {
    let command = try #require(CommandDescription.named(name))
    var arguments = [name] + command.positional.map { ["WHAT": "stages", "SHELL": "fish"][$0] ?? $0 }
    // These options cannot be combined with others.
    let alone = ["demo": "browse", "list": "json"][name]
    for option in command.options where option.name != alone {
      arguments.append("--\(option.name)")
      if let value = option.value { arguments.append(sample(value, for: option.name)) }
    }
    switch try Command(arguments: arguments) {
    // A list has only one output format.
    case .list(let options): eachChangesSomething(options, but: ["json"])
    case .tree(let tree):
      #expect(tree.parent == "value" && tree.depth == 3 && tree.options.store == "STORE" && tree.options.json)
      #expect(tree.options.items == "value" && !tree.options.sort.isEmpty && tree.options.itemPredicate == "value")
      #expect(tree.options.show == ["value"] && tree.options.model == "value" && tree.html == "target")
    case .watch(let options): eachChangesSomething(options, but: ["csv"])
    case .replay(let replay):
      eachChangesSomething(replay.options, but: ["csv", "aggregates"])
      #expect(replay.script == "SCRIPT" && replay.inPlace && replay.html == "target")
    case .draw(let draw):
      // A picture shows only names.
      eachChangesSomething(draw.list, but: ["show", "sectionShow", "json", "csv", "aggregates"])
      #expect(draw.picture == .stages && draw.file == "FILE" && draw.batch == 3 && draw.target == "target")
    case .entities(let entities):
      #expect(entities.store == "STORE" && entities.model == "value" && entities.json && entities.isBrief)
      #expect(entities.entity == nil)
    case .history(let history):
      #expect(history.store == "STORE" && history.model == "value" && history.json && history.limit == 3)
    case .value(let value):
      #expect(value.store == "STORE" && value.object == "OBJECT" && value.attribute == "ATTRIBUTE")
      #expect(value.model == "value" && value.describes)
    case .browse(let options, let edit, let given):
      eachChangesSomething(options, but: ["json", "csv"])
      #expect(edit && given.contains("section-limit"))
      #expect(options.parent == "value" && options.position == "value")
    case .demo(let html, _, let store): #expect(html == "target" && store == "value")
    case .completion(let shell): #expect(shell == .fish)
    case .manual: #expect(command.options.isEmpty)
    case .copy(let copy): #expect(copy.from == "FROM" && copy.to == "TO" && copy.model == "value")
    default: Issue.record("\(name) is another command")
    }
  }

  @Test func aListIsAlsoReadAsJSON() throws {
    guard case .list(let list) = try Command(arguments: ["list", "STORE", "--items", "A", "--json"]) else {
      Issue.record("no list")
      return
    }
    #expect(list.json && !list.csv)
  }

  private func eachChangesSomething(_ options: ListOptions, but others: [String] = []) {
    var none = ListOptions()
    none.store = options.store
    for child in zip(Mirror(reflecting: options).children, Mirror(reflecting: none).children)
    where !(["store", "unmatched", "empty", "classic", "timeZone", "parent", "position"] + others)
      .contains(child.0.label ?? "")
    {
      #expect("\(child.0.value)" != "\(child.1.value)", "\(child.0.label ?? "")")
    }
  }

  @Test func theWholeToolNamesItsCommands() async {
    for arguments in [["help"], ["--help"], ["-h"]] {
      let help = await InProcessRun(arguments)
      #expect(help.status == 0)
      for command in CommandDescription.all { #expect(help.output.contains("sections \(command.synopsis)\n")) }
      #expect(help.output.contains("Exit status: 0, 1 "))
    }
  }

  @Test func theVersionIsOneLine() async {
    #expect(await InProcessRun("--version").output == "sections \(packageVersion)\n")
  }
}
