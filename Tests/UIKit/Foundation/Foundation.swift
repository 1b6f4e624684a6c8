// Importing UIKit brings Foundation, as Apple's framework does. `SectionedChanges` brings `IndexPath.row` and its kin, which
// UIKit declares on Apple platforms.
@_exported import Foundation
@_exported import SectionedChanges
