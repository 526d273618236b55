/// What the user can ask of the library by a key; the raw value is the name that configuration writes.
package enum LibraryCommand: String, Hashable, Sendable, CaseIterable {
  case pick = "pick-song"
  case add = "add-to-queue"
  case addNext = "play-next"
  case up = "library-up"
  case rate
  case playList = "play-list"
  case scan
  case scanFolder = "scan-folder"

  package var summary: String {
    switch self {
    case .pick: "find and play a song"
    case .add: "add to the queue"
    case .addNext: "play next"
    case .up: "library: parent list"
    case .rate: "rate, 0 to 5 stars"
    case .playList: "play list from here"
    case .scan: "scan music folders"
    case .scanFolder: "scan a folder"
    }
  }

  private var keys: String {
    switch self {
    case .pick: "o ctrl+o"
    case .add: "i | alt+a"
    case .addNext: "I | alt+A"
    case .up: "h | alt+h"
    case .rate: "G | alt+g"
    case .playList: "P | alt+P"
    case .scan: "f5 alt+s"
    case .scanFolder: "f6 alt+f"
    }
  }

  static let defaultKeys: [(command: UserCommand, keys: String)] = allCases.map { (.library($0), $0.keys) }

  static let words: [(command: UserCommand, name: String, summary: String)] = allCases.map {
    (.library($0), $0.rawValue, $0.summary)
  }

  /// Whether what is pressed after it is text.
  var takesText: Bool { self == .pick || self == .scanFolder }
}
