import AudioBase
import SystemBase

/// A folder of sound files without a description, read as a kit: each file is a pad. A drum, by the name of its file, has
/// its note of General MIDI and its place in the program's own kit; others follow in the order of their names.
enum SampleFolder {
  /// The extensions of sound files, those without loss first.
  static let formats = [
    "wav", "flac", "aif", "aiff", "wave", "w64", "caf", "au", "ogg", "oga", "opus", "mp3",
  ]
  static let extensions = Set(formats)
  /// The most strikes of a cymbal that sound at once.
  private static let ringing = 12

  /// Parts of names and the note that they mean; the first line that fits is used. Parts of two letters are whole words.
  private static let drums: [(parts: [String], note: Int)] = [
    (["pedal", "hat"], 44), (["foot", "hat"], 44), (["half", "hat"], 23), (["open", "hat"], 46),
    (["oh"], 46), (["hat"], 42), (["hh"], 42), (["ch"], 42),
    (["ride", "bell"], 53), (["ride"], 51), (["china"], 52), (["splash"], 55), (["crash"], 49),
    (["cymbal"], 49),
    (["clap"], 39), (["snare"], 38), (["sd"], 38), (["side", "stick"], 37), (["cross", "stick"], 37),
    (["rim"], 37),
    (["floor", "tom"], 41), (["low", "tom"], 43), (["high", "tom"], 50), (["hi", "tom"], 50), (["tom"], 47),
    (["cowbell"], 56), (["tamb"], 54), (["maraca"], 70), (["shaker"], 70), (["conga"], 63), (["bongo"], 60),
    (["clave"], 75), (["wood"], 76), (["triangle"], 81), (["cabasa"], 69), (["agogo"], 67), (["guiro"], 73),
    (["timbale"], 65), (["kick"], 36), (["bass"], 36), (["bd"], 36),
  ]
  /// The note of a second drum of the same kind.
  private static let seconds = [36: 35, 38: 40, 49: 57, 51: 59, 47: 48, 43: 45, 63: 64, 60: 61]

  /// Returns the sound files of a folder in the order of their names.
  static func files(in folder: FilePath) throws(FileError) -> [FilePath] {
    let names = try FolderReader(folder).names().filter { extensions.contains($0.fileExtension) }
    // The extension does not count: kick.wav comes before kick 2.wav.
    let sorted = names.sorted { ($0.stem, $0.shown) < ($1.stem, $1.shown) }
    return sorted.map(folder.appending).filter { !$0.isFolder }
  }

  /// Returns the kit of a folder. Throws `unsupported` for more files than a kit has pads, and errors of reading.
  static func kit(_ folder: FilePath) throws(FileError) -> Kit {
    let files = try files(in: folder)
    guard files.count <= Kit.padNumbers.count else {
      throw FileError(
        .unsupported, folder.shown,
        detail: "\(files.count) sound files, and a kit has \(Kit.padNumbers.count) pads")
    }
    let pads = numbered(notes(of: files), count: files.count).enumerated().map { index, place in
      pad(files[index], number: place.number, note: place.note)
    }
    return Kit(
      name: folder.lastComponent.shown, path: folder, format: .samples,
      pads: pads.sorted { $0.number < $1.number })
  }

  /// Returns the note of General MIDI that the name of a file means; nil if it means none.
  static func note(ofFileNamed name: String) -> Int? {
    let text = name.lowercased()
    let words = Set(text.split { !$0.isLetter }.map(String.init))
    return drums.first { $0.parts.allSatisfy { $0.count > 2 ? text.contains($0) : words.contains($0) } }?.note
  }

  private static func notes(of files: [FilePath]) -> [Int?] {
    var used: Set<Int> = []
    return files.map { file in
      let note = note(ofFileNamed: file.lastComponent.stem)
      let free = [note, note.flatMap { seconds[$0] }].compactMap(\.self).first { !used.contains($0) }
      if let free { used.insert(free) }
      return free
    }
  }

  /// Returns the pad numbers of notes, from 1 without gaps: each drum at its usual place if that is among them.
  static func numbered(_ notes: [Int?], count: Int) -> [(number: Int, note: Int?)] {
    let usual = notes.map { note in
      note.flatMap { SoundFontKit.notes.firstIndex(of: $0) }.map { $0 + 1 }.flatMap { $0 <= count ? $0 : nil }
    }
    var free = (1...max(count, 1)).filter { !usual.contains($0) }[...]
    return zip(notes, usual).map { note, place in (place ?? free.removeFirst(), note) }
  }

  private static func pad(_ file: FilePath, number: Int, note: Int?) -> Pad {
    var pad = Pad(number: number, name: file.lastComponent.stem, layers: [SampleLayer(samples: [file])])
    pad.midiNote = note
    guard let drum = note.flatMap(GeneralMIDIDrum.drum) else { return pad }
    pad.choke = drum.group.map { Pad.Choke(group: $0, fade: Pad.Choke.usualFade) }
    if drum.rings { pad.retrigger = .overlap(limit: ringing) }
    return pad
  }
}
