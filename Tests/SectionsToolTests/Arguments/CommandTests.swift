import Testing

@testable import SectionsTool

@Suite("Arguments") struct CommandTests {
  @Test func aListTakesAllItsOptions() throws {
    let command = try Command(arguments: [
      "list", "Store.sqlite", "--items", "Track", "--by", "album.artist", "--sort", "name,length:desc",
      "--section-sort=name:desc", "--where", "length > 3", "--sections-where", "name != nil", "--limit", "5",
      "--offset", "2", "--unmatched", "last", "--model", "M.xcdatamodeld", "--json",
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
    expected.json = true
    #expect(options == expected)
  }

  @Test(arguments: [
    ([], "Say what to do: demo, entities, list, replay or watch. Try 'sections help'."),
    (["paint"], "'paint' is no command; there are demo, entities, list, replay and watch. Try 'sections help'."),
    (["list"], "'sections list' needs STORE. Try 'sections help'."),
    (["list", "S"], "'sections list' needs --items ENTITY. Try 'sections help'."),
    (["list", "S", "--items", "A"], "'sections list' needs --by PATH. Try 'sections help'."),
    (["list", "S", "--items"], "--items needs a value. Try 'sections help'."),
    (
      ["list", "S", "--items", "A", "--by", "b", "--limit", "-1"],
      "--limit takes a whole number that is not negative, not '-1'. Try 'sections help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--unmatched", "first"],
      "--unmatched is hidden or last, not 'first'. Try 'sections help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--sort", "a:up"],
      "--sort takes KEY or KEY:desc, not 'a:up'. Try 'sections help'."
    ),
    (
      ["list", "S", "--items", "A", "--by", "b", "--in-place"],
      "'--in-place' is no option of 'sections list'. Try 'sections help'."
    ),
    (["list", "S", "-v"], "'-v' is no option of 'sections list'; options begin with two dashes. Try 'sections help'."),
    (["list", "S", "--json=1", "--items", "A", "--by", "b"], "--json takes no value. Try 'sections help'."),
    (["replay", "S", "--items", "A", "--by", "b"], "'sections replay' needs SCRIPT. Try 'sections help'."),
    (["demo", "now"], "'now' is one argument too many for 'sections demo'. Try 'sections help'."),
  ])
  func wrongArgumentsAreNamed(_ arguments: [String], _ message: String) {
    let error = #expect(throws: ToolError.self) { try Command(arguments: arguments) }
    #expect(error?.message == message)
    #expect(error?.status == 2)
  }
}
