import SectionedChanges

typealias List = SectionedSnapshot<Int, Int>
typealias Changes = SectionedChangeSet<Int, Int>

/// Makes a list written as `[1: [11, 12], 2: []]`. `revised` has the identifiers of sections and items with revision 1.
func list(_ content: KeyValuePairs<Int, [Int]>, revised: Set<Int> = []) -> List {
  func revision(_ id: Int) -> Int { revised.contains(id) ? 1 : 0 }
  return List(
    sections: content.map { section, items in
      List.Section(
        section, revision: revision(section), items: items.map { ListElement($0, revision: revision($0)) })
    })
}

func place(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }
