import SectionedChanges
import SectionedTrees

/// A tree of letters from `a(b c(d)) e`.
func tree(_ text: String) throws -> TreeSnapshot<String> {
  var depth = 0
  var nodes: [(node: ListElement<String>, depth: Int)] = []
  for letter in text {
    switch letter {
    case "(": depth += 1
    case ")": depth -= 1
    case " ": break
    default: nodes.append((ListElement(String(letter)), depth))
    }
  }
  return try TreeSnapshot(depthFirst: nodes)
}
