import AudioBase

extension ErrorText {
  /// Of a playlist that cannot be read.
  package static func listSentence(_ error: AudioError) -> String {
    guard error.code == .notAudio else { return sentence(error, while: .reading) }
    let reason = error.detail ?? "no playlist of a known kind"
    return "cannot read \(error.subject): \(reason); M3U, PLS, XSPF and CUE are read"
  }
}
