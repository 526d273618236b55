import SystemBase

/// The names of the stems that programs write: those of Demucs, Spleeter and Open-Unmix, whose files are in a folder of the
/// song (`drums.wav`), and those of Ultimate Vocal Remover, whose files have the name of the song (`1_song_(Vocals).wav`);
/// and those that files of several sound tracks state.
enum StemNames {
  private static let extensions: Set = ["wav", "flac", "mp3", "ogg", "opus", "m4a", "aif", "aiff"]
  private static let words: Set = [
    "drums", "bass", "vocals", "other", "guitar", "piano", "strings", "synth", "keys", "percussion",
    "lead vocals", "backing vocals",
  ]
  /// Other names of stems.
  private static let synonyms = [
    "drum": "drums", "vocal": "vocals", "voice": "vocals", "vox": "vocals", "others": "other",
    "guitars": "guitar", "instrum": "instrumental",
  ]
  /// The most characters of a name that is not one of these.
  private static let longest = 40
  /// What is left of a song without one of its stems.
  private static let rests = [
    "instrumental": "vocals", "accompaniment": "vocals", "no vocals": "vocals", "no drums": "drums",
    "no bass": "bass", "no other": "other", "no guitar": "guitar", "no piano": "piano",
  ]

  /// Returns the stems of a track among the names of files, without those that contain others.
  ///
  /// - Parameter track: the name of the file of the track, without its extension.
  static func stems(in names: [FilePath], of track: String) -> [(name: String, file: FilePath)] {
    var groups: [String: [(name: String, file: FilePath)]] = [:]
    for file in names.sorted(by: { $0.shown < $1.shown }) where extensions.contains(file.fileExtension) {
      guard let (prefix, name) = split(file.stem) else { continue }
      if groups[prefix]?.contains(where: { $0.name == name }) != true {
        groups[prefix, default: []].append((name, file))
      }
    }
    let title = plain(track)
    let own = groups.filter { $0.key.isEmpty || $0.key == title || $0.key.hasSuffix(" \(title)") }
    guard let group = own.max(by: { $0.value.count < $1.value.count })?.value else { return [] }
    return withoutRests(group)
  }

  /// Returns the names of parts by those of sound tracks: in lower case, each once, with a number where there is none.
  static func parts(named names: [String]) -> [String] {
    var parts: [String] = []
    for (index, name) in names.enumerated() {
      // A slash would end the name in the address of a level.
      let words = plain(String(name.map { $0 == "/" ? " " : $0 }.prefix(longest)))
      let known = words.isEmpty ? "track \(index + 1)" : synonyms[words] ?? words
      let others = (2...names.count + 1).lazy.map { "\(known) \($0)" }
      parts.append(([known] + others).first { !parts.contains($0) } ?? known)
    }
    return parts
  }

  /// Returns what precedes the name of a stem, and that name; nil if there is none.
  private static func split(_ stem: String) -> (prefix: String, name: String)? {
    if let open = stem.lastIndex(of: "("), let close = stem[open...].firstIndex(of: ")"),
      let name = known(plain(String(stem[stem.index(after: open)..<close])))
    {
      return (plain(String(stem[..<open])), name)
    }
    let parts = plain(stem).split(separator: " ").map(String.init)
    for count in [2, 1] where parts.count >= count {
      if let name = known(parts.suffix(count).joined(separator: " ")) {
        return (parts.dropLast(count).joined(separator: " "), name)
      }
    }
    return nil
  }

  private static func known(_ text: String) -> String? {
    let name = synonyms[text] ?? text
    return words.contains(name) || rests[name] != nil ? name : nil
  }

  /// Returns lower-case words with single spaces between them.
  private static func plain(_ text: String) -> String {
    text.lowercased().split { "_- .".contains($0) }.joined(separator: " ")
  }

  private static func withoutRests(
    _ group: [(name: String, file: FilePath)]
  ) -> [(name: String, file: FilePath)] {
    let parts = group.filter { rests[$0.name] == nil }
    guard parts.count < 3, let rest = group.first(where: { rests[$0.name] != nil }) else { return parts }
    return parts.filter { $0.name == rests[rest.name] } + [rest]
  }
}
