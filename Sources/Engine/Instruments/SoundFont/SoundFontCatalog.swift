import AudioBase
import Effects
import Glibc
import SystemBase

/// The SoundFonts of some folders. All functions wait for the disk. Any thread.
package struct SoundFontCatalog: Sendable {
  package let folders: [FilePath]

  package init(_ folders: [FilePath]) { self.folders = folders }

  /// The files, in the order of folders and names. Of several names for one file, such as links, the first one counts.
  package var files: [FilePath] {
    var known: Set<[UInt64]> = []
    return folders.flatMap { folder in
      FolderReader.names(in: folder).filter { SoundFont.extensions.contains($0.fileExtension) }
        .sorted().map(folder.appending)
    }.filter { path in
      var status = stat()
      return path.withCString { stat($0, &status) } == 0
        && known.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
    }
  }

  /// Returns all presets that can be read, by files, banks and programs.
  package func list() -> [UnitDescription] {
    files.flatMap { path -> [UnitDescription] in
      guard let font = try? SoundFont(path) else { return [] }
      return font.presets.compactMap { SoundFontPreset(path, $0).description(named: $0.name) }
    }
  }

  /// Finds a preset by the path of its file, with `#BANK:PROGRAM` or for the first one in it, or by its title.
  package func find(_ text: String) throws(UnitRefusal) -> UnitDescription {
    let path = FilePath(text).expandingHome
    if SoundFont.extensions.contains(path.fileExtension) {
      let font = try SoundFontCatalog.font(path)
      guard let first = font.presets.first,
        let found = SoundFontPreset(path, first).description(named: first.name)
      else { throw UnitRefusal("\(path.shown) has no presets") }
      return found
    }
    if let preset = SoundFontPreset(unit: "\(SoundFontPreset.prefix)\(path.text ?? text)") {
      let entry = try SoundFontCatalog.entry(preset)
      if let found = preset.description(named: entry.name) { return found }
    }
    let wanted = text.lowercased()
    let presets = list()
    let found =
      presets.first { $0.fullTitle.lowercased() == wanted }
      ?? presets.first { $0.title.lowercased() == wanted }
    guard let found else { throw UnitRefusal("no SoundFont has it") }
    return found
  }

  /// Loads a preset for an engine.
  ///
  /// - Throws: the reason, with the file and what helps.
  package func load(_ unit: String, rate: SampleRate) throws(UnitRefusal) -> UnitDescription {
    guard let preset = SoundFontPreset(unit: unit) else {
      throw UnitRefusal("it has no file, bank and program")
    }
    let entry = try SoundFontCatalog.entry(preset)
    let spare = SpareSynth()
    guard let description = preset.description(named: entry.name, spare) else {
      throw UnitRefusal("its path is not UTF-8")
    }
    spare.keep(try FluidSynth(preset, rate: rate))
    return description
  }

  private static func entry(_ preset: SoundFontPreset) throws(UnitRefusal) -> SoundFont.Preset {
    let presets = try font(preset.file).presets
    guard let entry = presets.first(where: { ($0.bank, $0.program) == (preset.bank, preset.program) }) else {
      throw UnitRefusal("\(preset.file.shown) has no preset \(preset.bank):\(preset.program)")
    }
    return entry
  }

  private static func font(_ path: FilePath) throws(UnitRefusal) -> SoundFont {
    do throws(FileError) { return try SoundFont(path) } catch {
      let reason =
        switch error.code {
        case .notFound: "is missing"
        case .notPermitted: "may not be read"
        case .endsEarly: "ends before its end"
        default: "cannot be read\(error.detail.map { ": \($0)" } ?? "")"
        }
      throw UnitRefusal("\(error.subject) \(reason)")
    }
  }
}

extension UnitDescription {
  /// The title with what the unit belongs to, such as `Piano 1 (SoundFont TimGM6mb)`.
  package var fullTitle: String { category.map { "\(title) (\($0))" } ?? title }
}

extension SoundFontPreset {
  init(_ file: FilePath, _ preset: SoundFont.Preset) {
    self.init(file, bank: preset.bank, program: preset.program)
  }
}
