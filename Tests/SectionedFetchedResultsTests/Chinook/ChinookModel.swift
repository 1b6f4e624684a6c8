import CoreData
import SectionedTesting

/// Chinook's tables as entities. Each has the attribute `identifier`, which holds its table's primary key.
enum ChinookModel {
  struct Table {
    let name: String
    /// The attributes with their columns.
    let attributes: [(name: String, column: String, type: NSAttributeType)]
    /// The to-one relationships with the columns of their foreign keys.
    let links: [Link]
  }

  struct Link {
    let name: String
    let column: String
    let destination: String
    let inverse: String
    /// The delete rule for the objects that refer to a deleted object.
    var rule = NSDeleteRule.nullifyDeleteRule
  }

  /// The tables. Their foreign keys lead to earlier tables, or to the same one.
  static let tables = [
    Table(name: "Artist", attributes: [("name", "Name", .stringAttributeType)], links: []),
    Table(
      name: "Album", attributes: [("title", "Title", .stringAttributeType)],
      links: [
        Link(
          name: "artist", column: "ArtistId", destination: "Artist", inverse: "albums", rule: .cascadeDeleteRule)
      ]),
    Table(name: "Genre", attributes: [("name", "Name", .stringAttributeType)], links: []),
    Table(name: "MediaType", attributes: [("name", "Name", .stringAttributeType)], links: []),
    Table(
      name: "Track",
      attributes: [
        ("name", "Name", .stringAttributeType), ("composer", "Composer", .stringAttributeType),
        ("milliseconds", "Milliseconds", .integer32AttributeType), ("bytes", "Bytes", .integer64AttributeType),
        ("unitPrice", "UnitPrice", .decimalAttributeType),
      ],
      links: [
        Link(name: "album", column: "AlbumId", destination: "Album", inverse: "tracks", rule: .cascadeDeleteRule),
        Link(name: "genre", column: "GenreId", destination: "Genre", inverse: "tracks"),
        Link(name: "mediaType", column: "MediaTypeId", destination: "MediaType", inverse: "tracks"),
      ]),
    Table(name: "Playlist", attributes: [("name", "Name", .stringAttributeType)], links: []),
    Table(
      name: "Employee",
      attributes: [("lastName", "LastName", .stringAttributeType), ("hireDate", "HireDate", .dateAttributeType)],
      links: [Link(name: "manager", column: "ReportsTo", destination: "Employee", inverse: "reports")]),
    Table(
      name: "Customer",
      attributes: [("lastName", "LastName", .stringAttributeType), ("country", "Country", .stringAttributeType)],
      links: [Link(name: "agent", column: "SupportRepId", destination: "Employee", inverse: "customers")]),
    Table(
      name: "Invoice",
      attributes: [("date", "InvoiceDate", .dateAttributeType), ("total", "Total", .decimalAttributeType)],
      links: [Link(name: "customer", column: "CustomerId", destination: "Customer", inverse: "invoices")]),
    Table(
      name: "InvoiceLine",
      attributes: [
        ("unitPrice", "UnitPrice", .decimalAttributeType), ("quantity", "Quantity", .integer16AttributeType),
      ],
      links: [
        Link(
          name: "invoice", column: "InvoiceId", destination: "Invoice", inverse: "lines", rule: .cascadeDeleteRule),
        Link(name: "track", column: "TrackId", destination: "Track", inverse: "sales"),
      ]),
  ]

  static func make() -> NSManagedObjectModel {
    var entities: [String: NSEntityDescription] = [:]
    for table in tables {
      let entity = NSEntityDescription(
        table.name,
        [NSAttributeDescription("identifier", .integer64AttributeType)]
          + table.attributes.map { NSAttributeDescription($0.name, $0.type) })
      entities[table.name] = entity
      for link in table.links {
        guard let destination = entities[link.destination] else { continue }
        entity.relate(link.name, .one, to: destination, link.inverse, .many, link.rule)
      }
    }
    if let playlist = entities["Playlist"], let track = entities["Track"] {
      playlist.relate("tracks", .many, to: track, "playlists", .many)
    }
    let model = NSManagedObjectModel()
    model.entities = tables.compactMap { entities[$0.name] }
    return model
  }
}
