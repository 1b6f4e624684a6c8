// Zones by country, written with Apple's property wrapper. It shows no countries without zones.
#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SwiftUI

  nonisolated final class Country: NSManagedObject {
    @NSManaged var name: String
  }

  nonisolated final class Zone: NSManagedObject, Identifiable {
    @NSManaged var name: String
    @NSManaged var country: Country?
  }

  struct ZoneRow: View {
    @ObservedObject var zone: Zone
    var body: some View { Text(zone.name) }
  }

  // guide
  @MainActor
  struct CountriesView: View {
    @SectionedFetchRequest(
      sectionIdentifier: \.country?.name, sortDescriptors: [SortDescriptor(\.country?.name), SortDescriptor(\.name)])
    private var countries: SectionedFetchResults<String?, Zone>
    @State private var text = ""

    var body: some View {
      List(countries) { country in
        Section(country.id ?? "Elsewhere") {
          ForEach(country) { zone in ZoneRow(zone: zone) }
        }
      }
      .searchable(text: $text)
      .onChange(of: text) { text in
        countries.nsPredicate = text.isEmpty ? nil : NSPredicate(format: "name CONTAINS[cd] %@", text)
      }
    }
  }
// end
#endif
