import SectionedChanges
import SectionedDataSources

extension MemorySession {
  typealias Name = ListedID<String>

  /// A version of the list, with its titles.
  struct Version {
    let snapshot: ScriptList.Snapshot
    private var titles: [Name: String] = [:]
    private var sectionTitles: [Name: String] = [:]

    init(_ list: ScriptList) {
      snapshot = list.snapshot
      for section in snapshot.sections {
        sectionTitles[section.id] = list.section(for: section.id)?.title
        for item in section.items { titles[item.id] = list.item(for: item.id)?.title }
      }
    }

    func title(of item: Name) -> String? { titles[item] }
    func title(ofSection section: Name) -> String? { sectionTitles[section] }
  }
}
