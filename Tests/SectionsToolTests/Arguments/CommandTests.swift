import Testing

@testable import SectionsTool

@Suite("Arguments") struct CommandTests {
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
    ([], "Say what to do: demo, entities, list, replay or watch. Try 'sections help'."),
    (["paint"], "'paint' is no command; there are demo, entities, list, replay and watch. Try 'sections help'."),
    (
      ["lsit"],
      "'lsit' is no command; there are demo, entities, list, replay and watch. Did you mean 'list'? Try 'sections help'."
    ),
    (
      ["help", "Demo"],
      "'Demo' is no command; there are demo, entities, list, replay and watch. Did you mean 'demo'? Try 'sections help'."
    ),
    (["list"], "'sections list' needs STORE. Try 'sections list --help'."),
    (["list", "S"], "'sections list' needs --items ENTITY. Try 'sections list --help'."),
    (["list", "S", "--items", "A"], "'sections list' needs --by PATH. Try 'sections list --help'."),
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
    (["demo", "now"], "'now' is one argument too many for 'sections demo'. Try 'sections demo --help'."),
    (
      ["stress", "--events", "many"],
      "--events takes a whole number that is not negative, not 'many'. Try 'sections stress --help'."
    ),
  ])
  func wrongArgumentsAreNamed(_ arguments: [String], _ message: String) throws {
    let error = try #require(throws: ToolError.self) { try Command(arguments: arguments) }
    #expect(error.message == message)
    #expect(error.status == 2)
  }

  @Test func whatFollowsTwoDashesIsNoOption() throws {
    guard case .list(let options) = try Command(arguments: ["list", "--items", "A", "--by", "b", "--", "--help"]) else {
      Issue.record("not a list")
      return
    }
    #expect(options.store == "--help")
  }
}
