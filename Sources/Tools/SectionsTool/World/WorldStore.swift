import CoreData
import Foundation

/// Fills a store with the countries of the world and their time zones, from the files in `Fixtures/World`.
enum WorldStore {
  static func fill(_ context: NSManagedObjectContext) throws {
    var countries: [String: NSManagedObject] = [:]
    for row in try rows(of: "countries", columns: 2) {
      let country = NSEntityDescription.insertNewObject(forEntityName: "Country", into: context)
      country.setValue(row[0], forKey: "code")
      country.setValue(row[1], forKey: "name")
      countries[row[0]] = country
    }
    for row in try rows(of: "zones", columns: 4) {
      guard let country = countries[row[0]], let latitude = Double(row[2]), let longitude = Double(row[3]) else {
        throw ToolError.data("zones.tsv: '\(row.joined(separator: " "))' is not a zone of a known country.")
      }
      let zone = NSEntityDescription.insertNewObject(forEntityName: "Zone", into: context)
      zone.setValue(row[1], forKey: "name")
      zone.setValue(latitude, forKey: "latitude")
      zone.setValue(longitude, forKey: "longitude")
      zone.setValue(country, forKey: "country")
    }
    try context.save()
  }

  private static func rows(of name: String, columns: Int) throws -> [[String]] {
    guard let url = Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "World") else {
      throw ToolError.data("\(name).tsv is missing from the tool's resources.")
    }
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == columns else { throw ToolError.data("\(name).tsv: '\(line)' has not \(columns) columns.") }
      return cells
    }
  }
}
