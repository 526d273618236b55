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

  private static func notes(of files: [FilePath]) -> [Int?] {
    let stems = files.map(\.lastComponent.stem)
    // Files that are numbered from 1 are no notes.
    let numbers = stems.compactMap { Int($0) }
    let areNotes = numbers.allSatisfy { GeneralMIDIDrum.drum($0) != nil }
    return DrumNames.distinct(stems.map { DrumNames.note(of: $0) ?? (areNotes ? Int($0) : nil) })
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
