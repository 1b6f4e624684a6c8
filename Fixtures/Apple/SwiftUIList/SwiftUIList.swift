#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedChanges
  import SectionedFetchedResults
  import SwiftUI

  // guide
  struct ZonesList: View {
    let controller: SectionedFetchedResultsController<NSManagedObject, NSManagedObject>
    @State private var list = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>()

    var body: some View {
      List(list.sections.map { $0 }, id: \.element) { section in
        Section(name(of: section.id)) {
          ForEach(section.items.map { $0 }, id: \.self) { item in Text(name(of: item.id)) }
        }
      }
      .task {
        try? controller.performFetch()
        for await update in controller.updates { list = update.snapshot }
      }
    }

    private func name(of id: NSManagedObjectID?) -> String {
      id.flatMap { controller.managedObjectContext.object(with: $0).value(forKey: "name") as? String } ?? ""
    }
  }
// end
#endif
