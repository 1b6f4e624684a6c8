// As Apple's framework does: who imports Core Data has Foundation.
@_exported import Foundation
