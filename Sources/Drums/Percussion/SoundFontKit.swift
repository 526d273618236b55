import AudioBase
import Glibc
import Instruments
import SystemBase

/// The drums of a SoundFont as a kit: FluidSynth renders each key of General MIDI into samples.
enum SoundFontKit {
  private static let rate = SampleRate(48_000)
  /// Seconds after which a sound is cut off.
  private static let longest = 6.0
  /// The ranges of velocities, and the velocity at which each is rendered.
  private static let layers = [(1...56, 48), (57...96, 80), (97...127, 127)]
  /// Two sounds whose difference is below this part of their level are the same: −50 dB.
  private static let tolerance: Float = 0.003
  /// The notes of the pads: those of the first two banks are in the places that the program's own kit has them.
  static let notes = [
    38, 36, 54, 70, 42, 46, 39, 56, 50, 47, 43, 49, 51, 53, 44, 37, 35, 40, 41, 45, 48, 52, 55, 57, 58, 59,
    60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81,
  ]
  /// What FluidSynth plays is this much softer than the samples of kits.
  private static let gain = Decibels(6)

  static var padCount: Int { notes.count }

  /// Returns the drum presets of a SoundFont; empty if it cannot be read.
  static func presets(of file: FilePath) -> [SoundFont.Preset] {
    ((try? SoundFont(file))?.presets ?? []).filter { $0.bank == SoundFont.drums }
  }

  /// Returns the path that names a drum preset of a SoundFont: `FILE#PROGRAM`.
  static func path(_ file: FilePath, program: Int) -> FilePath {
    FilePath(bytes: file.bytes + Array("#\(program)".utf8))
  }

  /// Returns the file and the program that a path names; the program is nil for the first one of the file.
  static func parts(of path: FilePath) -> (file: FilePath, program: Int?)? {
    if SoundFont.extensions.contains(path.fileExtension) { return (path, nil) }
    guard let hash = path.bytes.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let file = FilePath(bytes: path.bytes[..<hash])
    guard SoundFont.extensions.contains(file.fileExtension),
      let program = Int(String(decoding: path.bytes[(hash + 1)...], as: UTF8.self))
    else { return nil }
    return (file, program)
  }

  /// Returns the name of a kit, such as `Standard (TimGM6mb)`.
  static func name(_ preset: SoundFont.Preset, of file: FilePath) -> String {
    "\(preset.name) (\(FilePath(file.lastComponent.stem).shown))"
  }

  /// Renders the drums of a program, or the first ones, into a folder, which is created: `kit.json` and its samples.
  ///
  /// - Throws: `unsupported` for a file without such drums or that FluidSynth refuses; errors of reading and writing.
  static func render(_ file: FilePath, program: Int?, into folder: FilePath) throws(FileError) {
    let drums = try SoundFont(file).presets.filter { $0.bank == SoundFont.drums }
    guard let preset = drums.first(where: { program == nil || $0.program == program }) else {
      let wanted = program.map { "no drums \($0)" } ?? "no drums"
      throw FileError(.unsupported, file.shown, detail: "it has \(wanted) in bank \(SoundFont.drums)")
    }
    try FileBytes.makeFolder(folder)
    let renderer = try SoundFontRenderer(
      SoundFontPreset(file, bank: preset.bank, program: preset.program), rate: rate)
    var kit = Kit(name: name(preset, of: file), path: folder, pads: [])
    for (index, drum) in notes.compactMap(GeneralMIDIDrum.drum).enumerated() {
      var pad = Pad(number: index + 1, name: drum.name, layers: try layers(of: drum.note, renderer, folder))
      (pad.gain, pad.midiNote) = (gain, drum.note)
      pad.choke = drum.group.map { Pad.Choke(group: $0, fade: 0.03) }
      if drum.rings { pad.retrigger = .overlap(limit: 12) }
      if !pad.layers.isEmpty { kit.pads.append(pad) }
    }
    try KitFile.write(kit, to: folder, current: FilePath("/"))
  }

  /// Renders the layers of a key. Velocities that sound alike but for their level are one layer.
  private static func layers(
    of key: Int, _ renderer: borrowing SoundFontRenderer, _ folder: FilePath
  ) throws(FileError) -> [SampleLayer] {
    let longest = FrameCount(seconds: longest, at: rate).value
    let sounds = layers.map { _, velocity in
      // The pads play each sample at the square of the velocity, as FluidSynth does.
      renderer.render(
        key: key, velocity: velocity, gain: pow(127 / Float(velocity), 2), longest: longest)
    }
    guard let loudest = sounds.last, !loudest.frames.isEmpty else { return [] }
    if sounds.allSatisfy({ $0.isSame(loudest, tolerance: tolerance) }) {
      return [SampleLayer(samples: [try write(loudest, to: folder.appending("\(key).wav"))])]
    }
    var result: [SampleLayer] = []
    for (layer, sound) in zip(layers, sounds) {
      let file = folder.appending("\(key)-\(layer.1).wav")
      result.append(SampleLayer(velocities: layer.0, samples: [try write(sound, to: file)]))
    }
    return result
  }

  private static func write(_ sound: RenderedNote, to path: FilePath) throws(FileError) -> FilePath {
    try FileBytes.write(sound.wav(rate: rate), to: path)
    return path
  }
}
