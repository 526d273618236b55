import AudioBase
import Glibc
import SystemBase

/// A folder of sound files without a description, read as a kit: each file is a pad, also those of the folders in it. A drum,
/// by the name of its file or of the folders that it is in, has its note of General MIDI and its place in the program's own
/// kit; others follow in the order of their names.
enum SampleFolder {
  /// The extensions of sound files, those without loss first.
  static let formats = [
    "wav", "flac", "aif", "aiff", "wave", "w64", "caf", "au", "ogg", "oga", "opus", "mp3",
  ]
  static let extensions = Set(formats)
  /// The most strikes of a cymbal that sound at once.
  private static let ringing = 12

  /// The most folders in a folder in which sounds are searched for, and how deep they lie.
  private static let (mostFolders, deepest) = (100, 4)

  /// Returns the sound files of a folder in the order of their names, then those of the folders in it. The latter are left
  /// out if the kit would have too many pads, and if one of the folders describes a kit itself.
  static func files(in folder: FilePath) throws(FileError) -> [FilePath] {
    let own = try sounds(of: folder)
    var (all, level, count) = (own, folders(in: folder), 0)
    for _ in 0..<deepest {
      for folder in level {
        count += 1
        let names = FolderReader.names(in: folder)
        if count > mostFolders || names.contains(where: KitSource.describesKit) { return own }
        all += (try? sounds(of: folder)) ?? []
      }
      level = level.flatMap(folders(in:))
    }
    return own.isEmpty || all.count <= Kit.padNumbers.count ? all : own
  }

  /// Returns the folders in a folder in the order of their names, without links and without those of another system's
  /// metadata.
  private static func folders(in folder: FilePath) -> [FilePath] {
    var names: [FilePath] = []
    let reader = try? FolderReader(folder)
    try? reader?.forEach { entry, type in
      if type == UInt8(DT_DIR), entry.first != UInt8(ascii: "."), !entry.elementsEqual("__MACOSX".utf8) {
        names.append(FilePath(bytes: entry))
      }
    }
    return names.sorted().map(folder.appending)
  }

  /// Returns the sound files of a folder itself in the order of their names.
  static func sounds(of folder: FilePath) throws(FileError) -> [FilePath] {
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
    let names = files.map { name(of: $0, in: folder) }
    let pads = numbered(notes(of: names), count: files.count).enumerated().map { index, place in
      pad(files[index], names[index], number: place.number, note: place.note)
    }
    return Kit(
      name: folder.lastComponent.shown, path: folder, format: .samples,
      pads: pads.sorted { $0.number < $1.number })
  }

  /// Returns the name of the pad of a file: that of the file, with those of its folders in a folder if they tell the drum.
  private static func name(of file: FilePath, in folder: FilePath) -> String {
    let stem = file.lastComponent.stem
    var (name, parent) = (stem, file.directory)
    while DrumNames.note(of: name) == nil, parent.bytes.count > folder.bytes.count {
      (name, parent) = (parent.lastComponent.shown + " " + name, parent.directory)
    }
    return DrumNames.note(of: name) == nil ? stem : name
  }

  private static func notes(of names: [String]) -> [Int?] {
    // Files that are numbered from 1 are no notes.
    let numbers = names.compactMap { Int($0) }
    let areNotes = numbers.allSatisfy { GeneralMIDIDrum.drum($0) != nil }
    return DrumNames.distinct(names.map { DrumNames.note(of: $0) ?? (areNotes ? Int($0) : nil) })
  }

  /// Returns the pad numbers of notes, from 1 without gaps: each drum at its usual place if that is among them.
  static func numbered(_ notes: [Int?], count: Int) -> [(number: Int, note: Int?)] {
    let usual = notes.map { note in
      note.flatMap { SoundFontKit.notes.firstIndex(of: $0) }.map { $0 + 1 }.flatMap { $0 <= count ? $0 : nil }
    }
    var free = (1...max(count, 1)).filter { !usual.contains($0) }[...]
    return zip(notes, usual).map { note, place in (place ?? free.removeFirst(), note) }
  }

  private static func pad(_ file: FilePath, _ name: String, number: Int, note: Int?) -> Pad {
    var pad = Pad(number: number, name: name, layers: [SampleLayer(samples: [file])])
    pad.midiNote = note
    guard let drum = note.flatMap(GeneralMIDIDrum.drum) else { return pad }
    pad.choke = drum.group.map { Pad.Choke(group: $0, fade: Pad.Choke.usualFade) }
    if drum.rings { pad.retrigger = .overlap(limit: ringing) }
    return pad
  }
}
