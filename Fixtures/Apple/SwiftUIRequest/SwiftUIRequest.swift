// Countries with their zones, empty ones included, searched and ordered live.
#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedViews
  import SwiftUI

  nonisolated final class Country: NSManagedObject {
    @NSManaged var name: String

    static func byName() -> NSFetchRequest<Country> {
      let request = NSFetchRequest<Country>(entityName: "Country")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return request
    }
  }

  nonisolated final class Zone: NSManagedObject {
    @NSManaged var name: String

    static func byName() -> NSFetchRequest<Zone> {
      let request = NSFetchRequest<Zone>(entityName: "Zone")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return request
    }
  }

  struct ZoneRow: View {
    @ObservedObject var zone: Zone
    var body: some View { Text(zone.name) }
  }

  // guide
  @MainActor
  struct AtlasView: View {
    @SectionedObjectsRequest(sections: Country.byName(), items: Zone.byName(), by: "country.code")
    private var countries: FetchedSections<Country, Zone>
    var body: some View {
      List(countries) { country in
        Section(country.object?.name ?? "Elsewhere") {
          ForEach(country.items, id: \.objectID) { zone in ZoneRow(zone: zone) }
        }
      }
    }
  }
  // end

  // guide
  @MainActor
  struct CountriesView: View {
    @SectionedObjectsRequest(
      sections: Country.byName(), items: Zone.byName(), by: "country.code", animation: .default)
    private var countries: FetchedSections<Country, Zone>
    @State private var text = ""

    var body: some View {
      List(countries) { section in
        Section(section.object?.name ?? "Elsewhere") {
          ForEach(section.items, id: \.objectID) { zone in ZoneRow(zone: zone) }
        }
      }
      .searchable(text: $text)
      .onChange(of: text) { text in
        $countries.wrappedValue.nsPredicate =
          text.isEmpty ? nil : NSPredicate(format: "name CONTAINS[cd] %@", text)
      }
    }
  }
// end
#endif
