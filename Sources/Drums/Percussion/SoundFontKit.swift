import AudioBase
import Glibc
import Instruments
import SystemBase

/// The drums of a SoundFont as a kit: FluidSynth renders each key that has a sound into samples.
enum SoundFontKit {
  private static let rate = SampleRate(48_000)
  /// Seconds after which a sound is cut off.
  private static let longest = 6.0
  /// The ranges of velocities of a sound that changes with the velocity, and the velocity at which each is rendered.
  private static let steps = [(1...56, 48), (57...96, 80), (97...127, 127)]
  /// Two sounds whose difference is below this part of their level are the same. FluidSynth's levels have steps of 0.1 dB,
  /// a part of 0.012 for each sample that sounds.
  private static let tolerance: Float = 0.03
  /// The notes of General MIDI in the order of pads: the first two banks are those of the program's own kit.
  static let notes = [
    38, 36, 54, 70, 42, 46, 39, 56, 50, 47, 43, 49, 51, 53, 44, 37, 35, 40, 41, 45, 48, 52, 55, 57, 58, 59,
    60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81,
  ]
  /// What FluidSynth plays is this much softer than the samples of kits.
  private static let gain = Decibels(6)
  /// Seconds in which a note fades out that another one of its exclusive class ends.
  private static let chokeFade = 0.03
  /// The largest gain of the renderer, linear.
  private static let largestGain: Float = 16

  /// Returns the drum presets of a SoundFont, each with the number of keys that have a sound; empty if it cannot be read.
  static func presets(of file: FilePath) -> [(preset: SoundFont.Preset, keys: Int)] {
    guard let font = try? SoundFont(file), let zones = try? SoundFontZones(file) else { return [] }
    return font.presets.filter { $0.bank == SoundFont.drums }.map { preset in
      (preset, zones.zones(of: preset).reduce(into: Set<Int>()) { $0.formUnion($1.keys) }.count)
    }
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
  /// - Parameter isCancelled: asked before each key.
  /// - Throws: `unsupported` for a file without such drums or that FluidSynth refuses; errors of reading and writing;
  ///   `FileError.interrupted`.
  static func render(
    _ file: FilePath, program: Int?, into folder: FilePath, isCancelled: () -> Bool = { false }
  ) throws(FileError) {
    let drums = try SoundFont(file).presets.filter { $0.bank == SoundFont.drums }
    guard let preset = drums.first(where: { program == nil || $0.program == program }) else {
      let wanted = program.map { "no drums \($0)" } ?? "no drums"
      throw FileError(.unsupported, file.shown, detail: "it has \(wanted) in bank \(SoundFont.drums)")
    }
    try FileBytes.makeFolder(folder)
    let renderer = try SoundFontRenderer(
      SoundFontPreset(file, bank: preset.bank, program: preset.program), rate: rate)
    let zones = try SoundFontZones(file).zones(of: preset)
    var pads: [Pad] = []
    var classes: [Set<Int>] = []
    for key in 0...127 {
      if isCancelled() { throw .interrupted(folder) }
      let sounding = zones.filter { $0.keys.contains(key) }
      let layers = try layers(of: key, sounding, renderer, folder)
      if layers.isEmpty { continue }
      pads.append(pad(key, sounding, layers))
      classes.append(Set(sounding.map(\.exclusiveClass)).subtracting([0]))
    }
    if pads.isEmpty {
      throw FileError(.unsupported, file.shown, detail: "its drums \(preset.program) have no sound")
    }
    let places = SampleFolder.numbered(pads.map(\.midiNote), count: pads.count)
    for (index, place) in places.enumerated() { pads[index].number = place.number }
    if classes.contains(where: { $0.count > 1 }) {
      // A pad has one group, but its zones have several.
      let (chokes, numbers) = (PadChokes(classes: classes, fade: chokeFade), pads.map(\.number))
      for index in pads.indices { pads[index].choke = chokes.choke(of: index, numbers: numbers) }
    }
    pads.sort { $0.number < $1.number }
    let kit = Kit(name: name(preset, of: file), path: folder, pads: pads)
    try KitFile.write(kit, to: folder, current: FilePath("/"))
  }

  /// Returns the pad of a key, whose choke group is the exclusive class of its zones.
  private static func pad(_ key: Int, _ zones: [SoundFontZones.Zone], _ layers: [SampleLayer]) -> Pad {
    let drum = GeneralMIDIDrum.drum(key)
    let sample = zones.first { !$0.sample.isEmpty }?.sample
    var pad = Pad(number: 1, name: drum?.name ?? sample ?? "key \(key)", layers: layers)
    (pad.gain, pad.midiNote) = (gain, key)
    pad.choke = zones.first { $0.exclusiveClass > 0 }.map {
      Pad.Choke(group: $0.exclusiveClass, fade: chokeFade)
    }
    if drum?.rings == true, pad.choke == nil { pad.retrigger = .overlap(limit: 12) }
    return pad
  }

  /// Renders the layers of a key: one for each range of velocities with the same zones, or several if its sound changes
  /// with the velocity. Velocities without a zone are silent.
  private static func layers(
    of key: Int, _ zones: [SoundFontZones.Zone], _ renderer: borrowing SoundFontRenderer, _ folder: FilePath
  ) throws(FileError) -> [SampleLayer] {
    let starts = Set(zones.flatMap { [$0.velocities.lowerBound, $0.velocities.upperBound + 1] }).sorted()
    var result: [SampleLayer] = []
    for (start, end) in zip(starts, starts.dropFirst()) {
      guard zones.contains(where: { $0.velocities.contains(start) }) else { continue }
      result += try layers(of: key, start...(end - 1), renderer, folder)
    }
    return result
  }

  /// Renders the layers of a range of velocities. Those that sound alike but for their level are one layer.
  private static func layers(
    of key: Int, _ range: ClosedRange<Int>, _ renderer: borrowing SoundFontRenderer, _ folder: FilePath
  ) throws(FileError) -> [SampleLayer] {
    let longest = FrameCount(seconds: longest, at: rate).value
    let parts = steps.filter { $0.0.overlaps(range) }.map { step, velocity in
      (velocities: step.clamped(to: range), velocity: min(max(velocity, range.lowerBound), range.upperBound))
    }
    // The pads play each sample at the square of the velocity, as FluidSynth does.
    let gains = parts.map { pow(127 / Float($0.velocity), 2) }
    let sounds = zip(parts, gains).map { part, gain in
      renderer.render(key: key, velocity: part.velocity, gain: min(gain, largestGain), longest: longest)
    }
    guard let loudest = sounds.last, let level = gains.last, !loudest.frames.isEmpty else { return [] }
    if sounds.allSatisfy({ $0.isSame(loudest, tolerance: tolerance) }) {
      let file = folder.appending("\(key)-\(range.upperBound).wav")
      return [try layer(range, loudest, level, file)]
    }
    var result: [SampleLayer] = []
    for (index, part) in parts.enumerated() where !sounds[index].frames.isEmpty {
      let file = folder.appending("\(key)-\(part.velocities.upperBound).wav")
      result.append(try layer(part.velocities, sounds[index], gains[index], file))
    }
    return result
  }

  /// Writes the sound of a layer. What the renderer or the file cannot amplify is the gain of the layer.
  private static func layer(
    _ velocities: ClosedRange<Int>, _ sound: RenderedNote, _ gain: Float, _ path: FilePath
  ) throws(FileError) -> SampleLayer {
    let peak = max(sound.peak, 1)
    try FileBytes.write(sound.wav(rate: rate, gain: 1 / peak), to: path)
    var layer = SampleLayer(velocities: velocities, samples: [path])
    layer.gain = Decibels(20 * log10(Double(peak * max(gain / largestGain, 1))))
    return layer
  }
}
