/// Key paths and what they begin at: no paths say nothing of that.
package struct PathsOfEntity: Hashable {
  package let entity: Int
  package let paths: [CompiledPath]

  package init(entity: Int, paths: [CompiledPath]) {
    self.entity = entity
    self.paths = paths
  }
}
