// Importing AppKit brings Foundation, as Apple's framework does. `SectionedChanges` brings `IndexPath.item` and its kin,
// which AppKit declares on Apple platforms.
@_exported import Foundation
@_exported import SectionedChanges
