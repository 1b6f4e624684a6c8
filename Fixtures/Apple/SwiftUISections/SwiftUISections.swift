// Countries with their zones. Each section is a view of its own, and its rows are moved, deleted, swiped and selected.
#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedChanges
  import SectionedFetchedResults
  import SectionedViews
  import SwiftUI

  nonisolated final class Country: NSManagedObject {
    @NSManaged var name: String
    @NSManaged var code: String
  }

  nonisolated final class Zone: NSManagedObject, Identifiable {
    @NSManaged var name: String
    @NSManaged var position: Int64
    @NSManaged var isFavorite: Bool
    @NSManaged var population: Int64
    @NSManaged var country: Country?
  }

  struct ZoneRow: View {
    @ObservedObject var zone: Zone
    var body: some View { Label(zone.name, systemImage: zone.isFavorite ? "star.fill" : "star") }
  }

  // guide
  @MainActor
  struct CountriesView: View {
    @SectionedObjectsRequest(
      by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)],
      sortDescriptors: [SortDescriptor(\.position)], animation: .default)
    private var countries: FetchedSections<Country, Zone>
    @State private var selected: Set<Zone.ID> = []

    var body: some View {
      List(selection: $selected) {
        ForEach(_countries.sections) { country in CountryView(country: country) }
      }
      .overlay { if _countries.isAwaitingStores { ProgressView() } }
    }
  }

  /// Drawn again when this country, or one of its zones, changes, and not for another country.
  @MainActor
  struct CountryView: View {
    let country: ObservedSection<Country, Zone>

    var body: some View {
      Section("\(country.object?.name ?? "Elsewhere") (\(country.count))") {
        ForEach(country.items) { zone in
          ZoneRow(zone: zone)
            .swipeActions(edge: .leading) { Button("Favorite") { zone.isFavorite.toggle() } }
        }
        .onMove { zones, target in try? country.move(zones, to: target, position: "position") }
        .onDelete { zones in country.delete(zones) }
      }
    }
  }
  // end

  // guide
  @MainActor
  struct PopulationsView: View {
    @SectionedObjectsRequest(
      by: \.country?.code, sectionSortDescriptors: [SortDescriptor(\.name)],
      sortDescriptors: [SortDescriptor(\.position)], aggregates: [.sum("population")], animation: .default)
    private var countries: FetchedSections<Country, Zone>

    var body: some View {
      List(_countries.sections) { country in
        HStack {
          Text(country.object?.name ?? "Elsewhere")
          SumView(country: country)
        }
      }
      .navigationTitle("\(_countries.value(of: .sum("population"))?.integer ?? 0) people")
    }
  }

  /// Drawn again when the sum of this country changes, and for no other change of its zones.
  @MainActor
  struct SumView: View {
    let country: ObservedSection<Country, Zone>
    var body: some View { Text("\(country.value(of: .sum("population"))?.integer ?? 0)") }
  }
  // end

  // guide
  @MainActor
  struct CountriesPreviews: PreviewProvider {
    static let atlas = NSPersistentContainer.preview("Atlas") { context in Country(context: context).name = "Peru" }
    static var previews: some View { CountriesView().environment(\.managedObjectContext, atlas.viewContext) }
  }
  // end

  /// The container is loaded after the view appears. The list waits for it.
  @MainActor
  struct LaterView: View {
    let container: NSPersistentContainer

    var body: some View {
      CountriesView()
        .environment(\.managedObjectContext, container.viewContext)
        .task { container.loadPersistentStores { _, error in if let error { print(error) } } }
    }
  }
#endif
