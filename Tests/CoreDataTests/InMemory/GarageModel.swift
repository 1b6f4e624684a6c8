import CoreData
import Foundation
import SectionedTesting

/// Owners have cars, which may be sports cars; cars carry labels. Lists keep tracks in an order, and mixes keep tracks
/// that others may keep too, in an order of their own.
enum GarageModel {
  /// A fresh model: a model belongs to the coordinator that uses it first.
  static func make() -> NSManagedObjectModel {
    let owner = NSEntityDescription("Owner", [NSAttributeDescription("name", .stringAttributeType)])
    let car = NSEntityDescription(
      "Car",
      [
        NSAttributeDescription("plate", .stringAttributeType), NSAttributeDescription("weight", .doubleAttributeType),
        NSAttributeDescription("made", .dateAttributeType),
        NSAttributeDescription("note", .stringAttributeType, isTransient: true),
      ]
    )
    let sportsCar = NSEntityDescription("SportsCar", [NSAttributeDescription("topSpeed", .integer16AttributeType)])
    let label = NSEntityDescription("Label", [NSAttributeDescription("title", .stringAttributeType)])
    let list = NSEntityDescription("List")
    let track = NSEntityDescription("Track", [NSAttributeDescription("title", .stringAttributeType)])
    let mix = NSEntityDescription("Mix")
    car.subentities = [sportsCar]
    car.uniquenessConstraints = [["plate"]]
    owner.relate("cars", .many, to: car, "owner", .one)
    car.relate("labels", .many, to: label, "cars", .many)
    list.relate("tracks", .ordered, to: track, "list", .one)
    mix.relate("tracks", .ordered, to: track, "mixes", .many)
    let model = NSManagedObjectModel()
    model.entities = [owner, car, sportsCar, label, list, track, mix]
    model.setEntities([owner, car, sportsCar, label], forConfigurationName: "Garage")
    model.setEntities([list, track, mix], forConfigurationName: "Music")
    return model
  }
}
