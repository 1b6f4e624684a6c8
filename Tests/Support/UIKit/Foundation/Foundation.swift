// Importing UIKit also imports Foundation, as with Apple's framework. `SectionedChanges` declares members such as
// `IndexPath.row`, which UIKit declares on Apple platforms.
@_exported import Foundation
@_exported import SectionedChanges
