import SectionedChanges
import SectionedDataSources

extension MemorySession {
  typealias Name = ListedID<String>

  /// What the list shows at a time, with the titles of it.
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
