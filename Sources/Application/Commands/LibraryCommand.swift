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

  static let words: [(command: Command, name: String, summary: String)] = allCases.map {
    (.library($0), $0.rawValue, $0.summary)
  }

  /// Whether what is pressed after it is text.
  var takesText: Bool { self == .pick || self == .scanFolder }
}
