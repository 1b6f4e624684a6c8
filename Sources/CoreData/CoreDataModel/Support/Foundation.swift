// As with Apple's framework, importing Core Data also imports Foundation.
@_exported import Foundation
