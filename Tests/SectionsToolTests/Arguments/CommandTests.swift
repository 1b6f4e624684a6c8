import TestTraits
import Testing

@testable import SectionsTool

@Suite("Arguments", .opensStores) struct CommandTests {
  @Test func aListTakesAllItsOptions() throws {
    let command = try Command(arguments: [
      "list", "Store.sqlite", "--items", "Track", "--by", "album.artist", "--sort", "name,length:desc",
      "--section-sort=name:desc", "--where", "length > 3", "--sections-where", "name != nil", "--limit", "5",
      "--offset", "2", "--unmatched", "last", "--model", "M.xcdatamodeld", "--show", "name, length", "--section-show",
      "",
      "--json",
    ])
    guard case .list(let options) = command else {
      Issue.record("not a list: \(command)")
      return
    }
    var expected = ListOptions()
    expected.store = "Store.sqlite"
    expected.model = "M.xcdatamodeld"
    expected.items = "Track"
    expected.by = "album.artist"
    expected.sort = [.init(key: "name", ascending: true), .init(key: "length", ascending: false)]
    expected.sectionSort = [.init(key: "name", ascending: false)]
    expected.itemPredicate = "length > 3"
    expected.sectionPredicate = "name != nil"
    expected.limit = 5
    expected.offset = 2
    expected.unmatched = .last
    expected.show = ["name", "length"]
    expected.sectionShow = []
    expected.json = true
    #expect(options == expected)
  }

  @Test(arguments: [
    (
      [],
      "No command is given: choose demo, entities, history, list, tree, value, browse, replay, watch, copy, draw, completion or man. Try 'sections help'."
    ),
    (
      ["paint"],
      "'paint' is no command; there are demo, entities, history, list, tree, value, browse, replay, watch, copy, draw, completion and man. Try 'sections help'."
    ),
    (
      ["lsit"],
      "'lsit' is no command; there are demo, entities, history, list, tree, value, browse, replay, watch, copy, draw, completion and man. Did you mean 'list'? Try 'sections help'."
    ),
    (
      ["help", "Demo"],
      "'Demo' is no command; there are demo, entities, history, list, tree, value, browse, replay, watch, copy, draw, completion and man. Did you mean 'demo'? Try 'sections help'."
    ),
    (["list"], "'sections list' needs STORE. Try 'sections list --help'."),
    (["list", "S"], "'sections list' needs --items ENTITY. Try 'sections list --help'."),
    (["watch", "S", "--items", "A"], "'sections watch' needs --by PATH. Try 'sections watch --help'."),
    (["value", "S", "p7"], "'sections value' needs ATTRIBUTE. Try 'sections value --help'."),
    (["list", "S", "--items"], "--items needs a value, ENTITY. Try 'sections list --help'."),
    (
      ["list", "S", "--items", "--by", "b"],
      "--items needs a value, ENTITY, but '--by' follows. Write --items=VALUE for any value. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "--by=b"],
      "--items needs a value, ENTITY, but '--by=b' follows. Write --items=VALUE for any value. "
        + "Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--limit", "-1"],
      "--limit takes a whole number that is not negative, not '-1'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--unmatched", "first"],
      "--unmatched is hidden or last, not 'first'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--sort", "a:up"],
      "--sort takes KEY or KEY:desc, not 'a:up'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--in-place"],
      "'--in-place' is no option of 'sections list'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--itmes", "A", "--by", "b"],
      "'--itmes' is no option of 'sections list'. Did you mean --items? Try 'sections list --help'."
    ),
    (
      ["list", "S", "-v"],
      "'-v' is no option of 'sections list'; options begin with two dashes. Try 'sections list --help'."
    ),
    (["list", "S", "--json=1", "--items", "A", "--by", "b"], "--json takes no value. Try 'sections list --help'."),
    (
      ["list", "-", "--items", "A", "--by", "b"],
      "'-' is an empty store, for 'sections replay' to begin with; a file is called ./-. Try 'sections list --help'."
    ),
    (["replay", "S", "--items", "A", "--by", "b"], "'sections replay' needs SCRIPT. Try 'sections replay --help'."),
    (
      ["replay", "-", "s", "--items", "A", "--by", "b"],
      "An empty store, '-', needs --model FILE. Try 'sections replay --help'."
    ),
    (
      ["replay", "-", "s", "--items", "A", "--by", "b", "--model", "m", "--in-place"],
      "'-' is an empty store; --in-place needs a file. Try 'sections replay --help'."
    ),
    (
      ["list", "S", "--items", "A", "--items", "B", "--by", "b"],
      "--items is given twice, 'A' and 'B'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items=A", "--by", "b", "--items", "A"],
      "--items is given twice, 'A'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--json", "--json"],
      "--json is given twice. Try 'sections list --help'."
    ),
    (["list", "S", "--items", "", "--by", "b"], "--items needs a value, ENTITY, not ''. Try 'sections list --help'."),
    (["list", "S", "--items=", "--by", "b"], "--items needs a value, ENTITY, not ''. Try 'sections list --help'."),
    (["list", "", "--items", "A", "--by", "b"], "'sections list' needs STORE, not ''. Try 'sections list --help'."),
    (
      ["list", "S", "--items", "--jsn", "--by", "b"],
      "--items needs a value, ENTITY, but '--jsn' follows. Write --items=VALUE for any value. "
        + "Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "--", "b"],
      "--by needs a value, PATH, but '--' follows. Write --by=VALUE for any value. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--offset", "9223372036854775808"],
      "--offset takes a whole number up to 9223372036854775807, not '9223372036854775808'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--sort", "a,,b"],
      "--sort has an empty name before or after a comma in 'a,,b'. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--depends", ","],
      "--depends has an empty name before or after a comma in ','. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--section-sort", "a,b,a:desc"],
      "--section-sort names 'a' twice; only the first would count. Try 'sections list --help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--", "--json"],
      "'--json' is one argument too many for 'sections list'. Try 'sections list --help'."
    ),
    (["help", "list", "demo"], "'demo' is one argument too many for 'sections help'. Try 'sections help'."),
    (["--version", "list"], "'list' is one argument too many for 'sections --version'. Try 'sections help'."),
    (
      ["completion", "zhs"],
      "'zhs' is no shell with completion; there are bash, zsh, fish. Did you mean 'zsh'? "
        + "Try 'sections completion --help'."
    ),
    (["man", "list"], "'list' is one argument too many for 'sections man'. Try 'sections man --help'."),
    (["demo", "now"], "'now' is one argument too many for 'sections demo'. Try 'sections demo --help'."),
    (
      ["history", "S", "--limit", "many"],
      "--limit takes a whole number that is not negative, not 'many'. Try 'sections history --help'."
    ),
  ])
  func wrongArgumentsAreNamed(_ arguments: [String], _ message: String) throws {
    let error = try #require(throws: ToolError.self) { try Command(arguments: arguments) }
    #expect(error.message == message)
    #expect(error.status == 2)
  }

  /// Each option is refused if it is repeated, or if it has an empty value and does not allow one.
  @Test(arguments: CommandDescription.all.map(\.name)) func eachOptionIsTakenOnceAndWithAValue(_ name: String) throws {
    let command = try #require(CommandDescription.named(name))
    for option in command.options {
      let once = ["--\(option.name)"] + (option.value == nil ? [] : ["3"])
      let twice = try #require(throws: ToolError.self) { try Command(arguments: [name] + once + once) }
      #expect(twice.message.hasPrefix("--\(option.name) is given twice"), "\(twice.message)")
      guard let value = option.value, !option.mayBeEmpty else { continue }
      for empty in [["--\(option.name)", ""], ["--\(option.name)="]] {
        let error = try #require(throws: ToolError.self) { try Command(arguments: [name] + empty + ["S"]) }
        #expect(error.message.hasPrefix("--\(option.name) needs a value, \(value), not ''."), "\(error.message)")
      }
    }
  }

  @Test func aValueMayLookLikeAnOptionBehindItsSign() throws {
    let command = try Command(arguments: ["list", "S", "--items=--by", "--by=--", "--show=", "--section-show", ""])
    guard case .list(let options) = command else {
      Issue.record("not a list")
      return
    }
    #expect(options.items == "--by" && options.by == "--" && options.show == [] && options.sectionShow == [])
  }

  @Test func whatFollowsTwoDashesIsNoOption() throws {
    guard case .list(let options) = try Command(arguments: ["list", "--items", "A", "--by", "b", "--", "--help"]) else {
      Issue.record("not a list")
      return
    }
    #expect(options.store == "--help")
  }

  /// A shell passes quoted spaces on, and `URL` accepts them.
  @Test(arguments: [
    ("postgresql://joni:so blue@host/lists", "postgresql://host/lists"),
    ("postgres:///lists?password=so\nblue", "postgres:///lists"),
  ])
  func secretsWithSpacesAreNotQuoted(_ address: String, shown: String) async {
    #expect(
      await InProcessRun("list", "S", address).error
        == "sections: '\(shown)' is one argument too many for 'sections list'. Try 'sections list --help'.\n")
    #expect(
      await InProcessRun("demo", "--store", "S", "--store=\(address)").error
        == "sections: --store is given twice, 'S' and '\(shown)'. Try 'sections demo --help'.\n")
  }
}
