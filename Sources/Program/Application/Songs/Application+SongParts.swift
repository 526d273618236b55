/// The levels of the parts of the song by addresses like those of the mixer: `song/drums/gain`, `song/drums/mute`,
/// `song/drums/solo`.
extension Application {
  private static let prefix = "song/"

  /// The addresses of the parts of the song that plays.
  var songAddresses: [String] {
    (takes?.songs.partNames ?? []).flatMap { name in
      ["gain", "mute", "solo"].map { "\(Application.prefix)\(name)/\($0)" }
    }
  }

  /// Sets the value that a text begins with the address of, or states the level if no value follows. Returns nil if the text
  /// is no address of a part.
  func mixSong(_ text: String) -> Outcome? {
    guard let songs = takes?.songs, text.hasPrefix(Application.prefix) else { return nil }
    guard let address = songAddresses.first(where: { text == $0 || text.hasPrefix("\($0) ") }),
      let slash = address.lastIndex(of: "/")
    else { return .notice(.mixer(.badAddress(.unknown(text, known: songAddresses)))) }
    let name = String(address[..<slash].dropFirst(Application.prefix.count))
    let level = songs.song.level(of: name)
    let value = String(text.dropFirst(address.count)).trimmed
    let change: SongPartChange? =
      switch (address[slash...], value) {
      case ("/mute", "on"), ("/mute", "off"): level.isMuted == (value == "on") ? nil : .mute
      case ("/solo", "on"), ("/solo", "off"): level.isSoloed == (value == "on") ? nil : .solo
      case ("/gain", _): if case .gain(let gain)? = SongPartChange(value) { .gain(gain) } else { nil }
      case _: nil
      }
    return .song(.parts(change.map { songs.change(part: name, $0) } ?? .stays(name, level)))
  }
}
