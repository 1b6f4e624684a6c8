import CoreData
import Foundation

func libraryModel() -> NSManagedObjectModel {
  let album = NSEntityDescription()
  album.name = "Album"
  album.managedObjectClassName = NSStringFromClass(Album.self)
  let track = NSEntityDescription()
  track.name = "Track"
  track.managedObjectClassName = NSStringFromClass(Track.self)

  func title() -> NSAttributeDescription {
    let title = NSAttributeDescription()
    title.name = "title"
    title.attributeType = .stringAttributeType
    title.isOptional = false
    return title
  }
  let tracks = NSRelationshipDescription()
  tracks.name = "tracks"
  tracks.destinationEntity = track
  tracks.deleteRule = .cascadeDeleteRule
  let owner = NSRelationshipDescription()
  owner.name = "album"
  owner.destinationEntity = album
  owner.maxCount = 1
  (tracks.inverseRelationship, owner.inverseRelationship) = (owner, tracks)

  album.properties = [title(), tracks]
  track.properties = [title(), owner]
  let model = NSManagedObjectModel()
  model.entities = [album, track]
  return model
}
