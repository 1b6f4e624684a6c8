/// Key paths and what they begin at: no paths say nothing of that.
struct PathsOfEntity: Hashable {
  let entity: Int
  let paths: [CompiledPath]
}
