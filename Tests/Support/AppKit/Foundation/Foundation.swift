// Importing AppKit also imports Foundation, as with Apple's framework. `SectionedChanges` declares members such as
// `IndexPath.item`, which AppKit declares on Apple platforms.
@_exported import Foundation
@_exported import SectionedChanges
