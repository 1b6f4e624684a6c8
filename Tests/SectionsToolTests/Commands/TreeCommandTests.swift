import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("sections tree", .opensStores) struct TreeCommandTests {
  private let store: FolderFile
  private var path: String { store.path }

  init() throws { store = try FolderFile() }

  private func run(_ more: String...) async -> InProcessRun {
    await InProcessRun(["tree", path, "--items", "Folder", "--parent", "parent"] + more)
  }

  /// Returns the lines without the short names of objects, which depend on the order of the save.
  private func lines(_ run: InProcessRun) -> [String] {
    run.lines.map { $0.replacing(#/  \(Folder p\d+\)/#, with: "") }
  }

  @Test func linesLeadFromParentsToChildren() async {
    let run = await run("--sort", "position")
    #expect(
      lines(run) == [
        "Inbox  2 children, 4 descendants", "├─ Letters  1 child, 2 descendants", "│  └─ Old  1 child",
        "│     └─ Older", "└─ Drafts", "Archive", "", "6 nodes; 2 roots", "",
      ], "\(run.error)")
  }

  @Test func childrenHaveTheOrderOfTheirRelationship() async {
    let run = await run()
    #expect(
      lines(run).filter { $0.contains("─") } == [
        "├─ Drafts", "└─ Letters  1 child, 2 descendants", "   └─ Old  1 child", "      └─ Older",
      ], "\(run.error)")
  }

  @Test func aDepthLeavesDeeperNodesOutAndCountsThem() async {
    let run = await run("--depth", "0", "--sort", "name", "--show", "position")
    #expect(
      lines(run) == [
        "Archive  position: 5", "Inbox  position: 0  2 children, 4 descendants", "", "2 nodes of 6; 2 roots", "",
      ], "\(run.error)")
  }

  @Test func aNodeWhoseParentIsNotSelectedIsARoot() async {
    let run = await run("--where", "name != 'Letters'", "--sort", "position")
    #expect(
      lines(run) == [
        "Inbox  1 child", "└─ Drafts", "Old  1 child", "└─ Older", "Archive", "", "5 nodes; 3 roots",
        "1 root because the parent is not in the tree.", "",
      ], "\(run.error)")
  }

  @Test func aCycleIsCut() async throws {
    try store.write { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
      let folders = try context.fetch(request)
      func folder(_ name: String) -> NSManagedObject? { folders.first { $0.value(forKey: "name") as? String == name } }
      folder("Letters")?.setValue(folder("Older"), forKey: "parent")
    }
    let run = await run("--sort", "position")
    #expect(
      lines(run) == [
        "Inbox  1 child", "└─ Drafts", "Letters  1 child, 2 descendants", "└─ Old  1 child", "   └─ Older", "Archive",
        "", "6 nodes; 3 roots", "1 cycle, each cut above its first node, which is a root.", "",
      ], "\(run.error)")
  }

  @Test func jsonHasTheNodesInDepthFirstOrder() async throws {
    let json = try await run("--sort", "position", "--json", "--depth", "1", "--show", "position").json()
    #expect(json["totals"]?.text == #"{"nodes":4,"roots":2,"cut":2,"orphans":0,"cycles":0}"#)
    guard case .array(let nodes)? = json["nodes"] else {
      Issue.record("no nodes")
      return
    }
    #expect(nodes.map { $0["title"]?.text } == [#""Inbox""#, #""Letters""#, #""Drafts""#, #""Archive""#])
    #expect(nodes.map { $0["depth"]?.text } == ["0", "1", "1", "0"])
    #expect(nodes.map { $0["descendants"]?.text } == ["4", "2", "0", "0"])
    #expect(nodes[1]["parent"]?.text == nodes[0]["object"]?.text && nodes[0]["parent"]?.text == "null")
    #expect(nodes[1]["values"]?.text == #"{"position":1}"#)
  }

  @Test(arguments: [
    ("name", "--parent: Nodes cannot have “name” as their parent: Folder.name is an attribute"),
    ("parnt", "Folder has no relationship of that name; it has parent."),
    ("children", "is a to-many relationship"),
  ]) func aKeyThatLeadsToNoParentIsExplained(_ key: String, _ message: String) async {
    let run = await InProcessRun("tree", path, "--items", "Folder", "--parent", key)
    #expect(run.status == 2 && run.error.contains(message), "\(run.error)")
  }

  @Test func aPageHasTheNodesInNestedListsThatOpen() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("tree.html")
    try store.write { context in
      let folders = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder"))
      folders.first { $0.value(forKey: "name") as? String == "Older" }?.setValue("<b>&", forKey: "name")
    }
    let run = await run("--sort", "position", "--html", file.path)
    #expect(run.status == 0 && run.lines.count == 9, "\(run.error)")
    let page = try String(contentsOf: file, encoding: .utf8)
    let lists = try #require(page.components(separatedBy: "</h1>\n").last?.components(separatedBy: "<p>").first)
      .replacing(#/ \(Folder p\d+\)/#, with: "").replacing("  ", with: " ")
    #expect(
      lists.components(separatedBy: "\n").map { $0.replacing(" </", with: "</") } == [
        "<ul>",
        "<li><details open><summary>Inbox <small>2 children, 4 descendants</small></summary><ul>",
        "<li><details><summary>Letters <small>1 child, 2 descendants</small></summary><ul>",
        "<li><details><summary>Old <small>1 child</small></summary><ul>",
        "<li>&lt;b&gt;&amp;</li>", "</ul></details></li>", "</ul></details></li>", "<li>Drafts</li>",
        "</ul></details></li>", "<li>Archive</li>", "</ul>", "",
      ])
    #expect(!page.contains("<script") && page.contains("<small>6 nodes</small>"))
    _ = await self.run("--html", file.path, "--depth", "0", "--sort", "position")
    let short = try String(contentsOf: file, encoding: .utf8)
    #expect(!short.contains("<details") && short.contains("2 nodes of 6"))
    #expect(await self.run("--html", path).error.contains("would overwrite"))
  }

  @Test func aTreeNeedsAnEntityAndAParent() async {
    #expect(await InProcessRun("tree", path, "--parent", "parent").error.contains("needs --items ENTITY"))
    #expect(await InProcessRun("tree", path, "--items", "Folder").error.contains("needs --parent KEY"))
    #expect(await run("--where", "nme == 1").status == 2)
  }
}
