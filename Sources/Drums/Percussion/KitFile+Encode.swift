import AudioBase
import SystemBase

extension KitFile {
  /// Writes the `kit.json` of a folder, which is created; an existing file is replaced atomically. `current` is the
  /// folder that relative paths of samples start from. Throws the reason why an existing file cannot be read, since it
  /// is not overwritten then; errors of writing.
  package static func write(_ kit: Kit, to folder: FilePath, current: FilePath) throws(FileError) {
    let file = folder.appending(name)
    if file.exists {
      let bytes = try FileBytes.read(file, limit: largest)
      if let problem = try decode(bytes, in: folder, subject: file.shown).problems.first { throw problem }
    } else {
      try FileBytes.makeFolder(folder)
    }
    try AtomicFile.replace(file, with: encode(kit, in: folder, current: current))
  }

  /// Returns the text of a kit. Members that have their default values are left out.
  ///
  /// - Parameters:
  ///   - folder: the folder of the file; the paths of samples in it are written relative to it.
  ///   - current: the folder that relative paths of samples start from.
  package static func encode(_ kit: Kit, in folder: FilePath, current: FilePath) -> [UInt8] {
    let paths = SamplePaths(folder: current.appending(folder), current: current)
    var object = JSONObject()
    object.append("format", format)
    object.append("version", version)
    object.append("name", kit.name)
    object.append("pads", .array(kit.pads.map { value($0, paths) }))
    object.append(contentsOf: kit.unknown)
    return JSONWriter.bytes(of: .object(object))
  }

  private static func value(_ pad: Pad, _ paths: SamplePaths) -> JSONValue {
    let usual = Pad(number: pad.number, name: pad.name, layers: [])
    var object = JSONObject()
    object.append("number", pad.number)
    object.append("name", pad.name)
    object.append("colour", pad.colour)
    object.append("gain", pad.gain.value, unless: usual.gain.value)
    object.append("pan", pad.pan, unless: usual.pan)
    object.append("tune", pad.tune, unless: usual.tune)
    object.append("mode", pad.mode.rawValue, unless: usual.mode.rawValue)
    if case .overlap(let limit) = pad.retrigger {
      object.append("retrigger", RetriggerName.overlap.rawValue)
      object.append("polyphony", limit)
    }
    object.append("choke", pad.choke.map(value))
    if pad.envelope != usual.envelope { object.append("envelope", value(pad.envelope)) }
    object.append("choice", pad.choice.rawValue, unless: usual.choice.rawValue)
    object.append("midiNote", pad.midiNote)
    object.append("pedal", pad.pedal.map { [$0.lowerBound, $0.upperBound] })
    object.append("position", pad.position.map { [$0.lowerBound, $0.upperBound] })
    object.append("layers", .array(pad.layers.map { value($0, paths) }))
    object.append(contentsOf: pad.unknown)
    return .object(object)
  }

  private static func value(_ choke: Pad.Choke) -> JSONValue {
    var object = JSONObject()
    object.append("group", choke.group ?? 0)
    object.append("silencedBy", choke.silencedBy ?? 0, unless: choke.group ?? 0)
    object.append("fade", choke.fade)
    object.append(contentsOf: choke.unknown)
    return .object(object)
  }

  private static func value(_ envelope: PadEnvelope) -> JSONValue {
    let usual = PadEnvelope()
    var object = JSONObject()
    object.append("attack", envelope.attack, unless: usual.attack)
    object.append("decay", envelope.decay, unless: usual.decay)
    object.append("sustain", envelope.sustain, unless: usual.sustain)
    object.append("release", envelope.release)
    object.append(contentsOf: envelope.unknown)
    return .object(object)
  }

  private static func value(_ layer: SampleLayer, _ paths: SamplePaths) -> JSONValue {
    let usual = SampleLayer(samples: [])
    var object = JSONObject()
    object.append("velocity", [layer.velocities.lowerBound, layer.velocities.upperBound])
    object.append("samples", .array(layer.samples.map(paths.value)))
    object.append("gain", layer.gain.value, unless: usual.gain.value)
    object.append("pan", layer.pan, unless: usual.pan)
    object.append("tune", layer.tune, unless: usual.tune)
    object.append("part", layer.part, unless: usual.part)
    object.append("chance", layer.chance.map { [$0.lowerBound, $0.upperBound] })
    object.append("loop", layer.loop?.rawValue)
    object.append(contentsOf: layer.unknown)
    return .object(object)
  }
}

/// Converts the paths of samples to values of a file.
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

extension JSONObject {
  /// Appends a member, unless it has its default value.
  fileprivate mutating func append<Value: JSONRepresentable & Equatable>(
    _ name: String, _ value: Value, unless usual: Value
  ) {
    if value != usual { append(name, value) }
  }
}
