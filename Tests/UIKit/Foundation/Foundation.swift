// As Apple's framework does: who imports UIKit has Foundation.
@_exported import Foundation
