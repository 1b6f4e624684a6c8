import Foundation
import SectionedTesting
import Testing

/// The bookmarks of a browser are a tree whose children are an ordered relationship. The stores have five schemas.
@Suite("sections tree on real stores of bookmarks", .enabled(if: Samples.areThere, "\(Samples.reason)"))
struct BookmarkTreeTests {
  private struct Tree: Decodable {
    struct Node: Decodable {
      var object: String
      var depth: Int
      var children: Int
      var descendants: Int
    }

    var nodes: [Node]
  }

  /// The primary key, the depth and the numbers of children and descendants of each node, in depth-first order. Roots
  /// are in the order of their keys, and children in that of the relationship.
  private static let sql = """
    WITH RECURSIVE node(pk, depth, path) AS (
      SELECT Z_PK, 0, printf('/%020d', Z_PK) FROM ZBOOKMARKENTITY WHERE ZPARENT IS NULL
      UNION ALL
      SELECT c.Z_PK, depth + 1, path || printf('/%020d', c.Z_FOK_PARENT)
        FROM ZBOOKMARKENTITY AS c JOIN node ON c.ZPARENT = node.pk
    )
    SELECT pk || ' ' || depth || ' ' || (SELECT COUNT(*) FROM ZBOOKMARKENTITY AS c WHERE c.ZPARENT = n.pk) || ' '
      || (SELECT COUNT(*) FROM node AS m WHERE m.path > n.path AND m.path < n.path || '0')
    FROM node AS n ORDER BY path
    """

  @Test("the tree is that of a recursive query", arguments: 1...5)
  func tree(version: Int) throws {
    let folder = try TemporaryFolder()
    let path = try Samples.path(Samples.bookmarks).replacingOccurrences(of: "V5", with: "V\(version)")
    // SQLite writes beside a store that it opens. The rows are in the write-ahead log.
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: path + suffix), to: folder.file("Bookmarks.sqlite" + suffix))
    }
    let copy = folder.file("Bookmarks.sqlite").path
    let run = try ToolRun("tree", copy, "--items", "BookmarkEntity", "--parent", "parent", "--json")
    #expect(run.status == 0, "\(run.error)")
    let found = try run.decoded(Tree.self).nodes.map { node in
      "\(node.object.split(separator: "/p").last ?? "") \(node.depth) \(node.children) \(node.descendants)"
    }
    #expect(found == (try RawDatabase(copy).texts(Self.sql)))
    #expect(found.count == 10)
  }
}
