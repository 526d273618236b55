import AudioBase
import SystemBase

extension KitFile {
  /// Writes the `kit.json` of a folder, which is created. `current` is the folder that relative paths start from.
  ///
  /// - Throws: why an existing file cannot be read, which is not overwritten then; errors of writing.
  package static func write(_ kit: Kit, to folder: FilePath, current: FilePath) throws(FileError) {
    let file = folder.appending(name)
    if file.exists {
      let bytes = try FileBytes.read(file, limit: KitReader.largest)
      if let problem = try decode(bytes, in: folder, subject: file.shown).problems.first { throw problem }
    } else {
      try FileBytes.makeFolder(folder)
    }
    try AtomicFile.replace(file, with: encode(kit, in: folder, current: current))
  }

  /// Returns the text of a kit, without default values. Paths of samples in its folder are written relative to it.
  package static func encode(_ kit: Kit, in folder: FilePath, current: FilePath) -> [UInt8] {
    let paths = SamplePaths(folder: current.appending(folder), current: current)
    let object = JSONObject(
      [
        "format": format, "version": version, "name": kit.name,
        "room": kit.room.value.unless(Decibels.unity.value), "pads": kit.pads.map { value($0, paths) },
      ],
      unknown: kit.unknown)
    return JSONWriter.bytes(of: .object(object))
  }

  private static func value(_ pad: Pad, _ paths: SamplePaths) -> JSONObject {
    let usual = Pad(number: pad.number, name: pad.name, layers: [])
    var (retrigger, polyphony) = (nil as RetriggerName?, nil as Int?)
    if case .overlap(let limit) = pad.retrigger { (retrigger, polyphony) = (.overlap, limit) }
    return JSONObject(
      [
        "number": pad.number,
        "name": pad.name,
        "colour": pad.colour,
        "gain": pad.gain.value.unless(usual.gain.value),
        "pan": pad.pan.unless(usual.pan),
        "tune": pad.tune.unless(usual.tune),
        "mode": pad.mode.rawValue.unless(usual.mode.rawValue),
        "retrigger": retrigger?.rawValue,
        "polyphony": polyphony,
        "choke": pad.choke.map(value),
        "envelope": pad.envelope == usual.envelope ? nil : value(pad.envelope),
        "choice": pad.choice.rawValue.unless(usual.choice.rawValue),
        "midiNote": pad.midiNote,
        "pedal": pad.pedal.map { [$0.lowerBound, $0.upperBound] },
        "position": pad.position.map { [$0.lowerBound, $0.upperBound] },
        "layers": pad.layers.map { value($0, paths) },
      ], unknown: pad.unknown)
  }

  private static func value(_ choke: Pad.Choke) -> JSONObject {
    let silencedBy = (choke.silencedBy ?? 0).unless(choke.group ?? 0)
    return JSONObject(
      [
        "group": choke.group ?? 0, "silencedBy": silencedBy, "pads": choke.pads.unless([]),
        "fade": choke.fade,
      ], unknown: choke.unknown)
  }

  private static func value(_ envelope: PadEnvelope) -> JSONObject {
    let usual = PadEnvelope()
    return JSONObject(
      [
        "attack": envelope.attack.unless(usual.attack),
        "decay": envelope.decay.unless(usual.decay),
        "sustain": envelope.sustain.unless(usual.sustain),
        "release": envelope.release,
      ], unknown: envelope.unknown)
  }

  private static func value(_ layer: SampleLayer, _ paths: SamplePaths) -> JSONObject {
    let usual = SampleLayer(samples: [])
    return JSONObject(
      [
        "velocity": [layer.velocities.lowerBound, layer.velocities.upperBound],
        "samples": layer.samples.map(paths.value),
        "gain": layer.gain.value.unless(usual.gain.value),
        "pan": layer.pan.unless(usual.pan),
        "tune": layer.tune.unless(usual.tune),
        "part": layer.part.unless(usual.part),
        "chance": layer.chance.map { [$0.lowerBound, $0.upperBound] },
        "turn": layer.turn.map { [$0.position, $0.count] },
        "loop": layer.loop?.rawValue,
        "loopStart": layer.loopStart.unless(usual.loopStart),
        "loopEnd": layer.loopEnd,
        "start": layer.start.unless(usual.start),
        "end": layer.end,
        "reversed": layer.isReversed ? true : nil,
        "beats": layer.beats.unless([]),
        "velocityTrack": layer.response.track.unless(usual.response.track),
        "velocityCurve": layer.response.curve.flatMap { [Double($0.velocity), $0.level] }.unless([]),
      ], unknown: layer.unknown)
  }
}

private struct SamplePaths {
  let folder: FilePath
  let current: FilePath

  func value(_ path: FilePath) -> JSONValue {
    let absolute = current.appending(path)
    let start = folder.bytes + [UInt8(ascii: "/")]
    let isInside = absolute.bytes.starts(with: start)
    let written = isInside ? FilePath(bytes: absolute.bytes.dropFirst(start.count)) : absolute
    if let text = written.text { return .string(text) }
    var object = JSONObject()
    object.append(path: written)
    return .object(object)
  }
}

extension Equatable {
  /// Returns the value; nil if it is the default value, which files leave out.
  fileprivate func unless(_ usual: Self) -> Self? { self == usual ? nil : self }
}
