import MusicLibrary

/// What could not be taken into the queue, as one line.
package enum MusicFinderText {
  /// All of it as one line, since the screen has one: how much it is, and the first. Nil for nothing.
  package static func sentence(_ warnings: [MusicFinder.Warning]) -> String? {
    guard let first = warnings.first else { return nil }
    return warnings.count == 1 ? sentence(first) : "\(warnings.count) problems; first: \(sentence(first))"
  }

  package static func sentence(_ warning: MusicFinder.Warning) -> String {
    let path = warning.path.shown
    return switch warning.problem {
    case .failed(let error): ErrorText.sentence(error, while: .reading)
    case .noMusic: "\(path) holds no music; name another folder"
    case .address(let address): "\(path): \(address) is an address; skipped, only files are played"
    case .playlist(let warning): "\(path), line \(warning.line): \(ErrorText.sentence(warning))"
    }
  }
}
