import AudioBase
import SystemBase

extension KitFile {
  /// Reads a pad. Numbers beyond their range are clamped.
  static func pad(_ members: consuming JSONMembers, in folder: FilePath) throws(FileError) -> Pad {
    let number = try members.integer("number")
    guard Kit.padNumbers.contains(number) else {
      throw members.error(nil, "pad \(number): pads go from 1 to \(Kit.padNumbers.upperBound)")
    }
    var pad = Pad(number: number, name: try members.text("name"), layers: [])
    pad.colour = try members.textIfPresent("colour")
    pad.gain = try gain(&members)
    pad.pan = try clamped(&members, "pan", -1...1) ?? pad.pan
    pad.tune = try clamped(&members, "tune", Pad.tunes) ?? pad.tune
    pad.mode = try choice(&members, "mode") ?? pad.mode
    pad.retrigger = try retrigger(&members)
    pad.choke = try members.object("choke").map(choke)
    if let object = try members.object("envelope") { pad.envelope = try envelope(object) }
    pad.choice = try choice(&members, "choice") ?? pad.choice
    pad.midiNote = try members.integerIfPresent("midiNote", in: 0...127)
    let controllers = "a range is two numbers from 0 to \(Pad.controllerValues.upperBound)"
    pad.pedal = try range(
      members.integersIfPresent("pedal"), in: Pad.controllerValues, members.error("pedal", controllers))
    pad.position = try range(
      members.integersIfPresent("position"), in: Pad.controllerValues, members.error("position", controllers))
    for object in try members.objects("layers") { pad.layers.append(try layer(object, in: folder)) }
    pad.unknown = members.rest
    return pad
  }

  /// Returns the range of two ascending numbers within bounds; nil without numbers.
  private static func range<Number>(
    _ numbers: [Number]?, in bounds: ClosedRange<Number>, _ error: @autoclosure () -> FileError
  ) throws(FileError) -> ClosedRange<Number>? {
    guard let numbers else { return nil }
    guard numbers.count == 2, numbers.allSatisfy(bounds.contains), numbers[0] <= numbers[1] else {
      throw error()
    }
    return numbers[0]...numbers[1]
  }

  private static func retrigger(_ members: inout JSONMembers) throws(FileError) -> Pad.Retrigger {
    let kind: RetriggerName = try choice(&members, "retrigger") ?? .restart
    switch kind {
    case .restart: return .restart
    case .overlap: return .overlap(limit: try members.integerIfPresent("polyphony", in: Pad.Retrigger.limits))
    }
  }

  private static func choke(_ members: consuming JSONMembers) throws(FileError) -> Pad.Choke {
    let groups = 0...Int(Int32.max)
    let group = try members.integerIfPresent("group", in: groups)
    let silencedBy = try members.integerIfPresent("silencedBy", in: groups) ?? group
    guard let silencedBy else { throw members.error("group", "it is missing") }
    let fade = try clamped(&members, "fade", PadEnvelope.times) ?? Pad.Choke.usualFade
    var choke = Pad.Choke(
      group: group == 0 ? nil : group, silencedBy: silencedBy == 0 ? nil : silencedBy, fade: fade)
    choke.pads = (try members.integersIfPresent("pads") ?? []).filter(Kit.padNumbers.contains)
    choke.unknown = members.rest
    return choke
  }

  private static func envelope(_ members: consuming JSONMembers) throws(FileError) -> PadEnvelope {
    var envelope = PadEnvelope()
    envelope.attack = try clamped(&members, "attack", PadEnvelope.times) ?? envelope.attack
    envelope.decay = try clamped(&members, "decay", PadEnvelope.times) ?? envelope.decay
    envelope.sustain = try clamped(&members, "sustain", 0...1) ?? envelope.sustain
    envelope.release = try clamped(&members, "release", PadEnvelope.releases) ?? envelope.release
    envelope.unknown = members.rest
    return envelope
  }

  // MARK: Layers

  private static func layer(_ members: consuming JSONMembers, in folder: FilePath) throws(FileError)
    -> SampleLayer
  {
    var layer = SampleLayer(samples: try samples(&members, in: folder))
    let velocities = try range(
      members.integersIfPresent("velocity"), in: 1...127,
      members.error("velocity", "a velocity range is two numbers from 1 to 127"))
    layer.velocities = velocities ?? layer.velocities
    layer.chance = try range(
      members.numbersIfPresent("chance"), in: 0...1,
      members.error("chance", "a range is two numbers from 0 to 1"))
    layer.gain = try gain(&members)
    layer.pan = try clamped(&members, "pan", -1...1) ?? layer.pan
    layer.tune = try clamped(&members, "tune", Pad.tunes) ?? layer.tune
    layer.part = try members.integerIfPresent("part", in: SampleLayer.parts) ?? layer.part
    layer.turn = try turn(&members)
    layer.loop = try choice(&members, "loop")
    layer.loopStart = try members.integerIfPresent("loopStart", in: 0...Int(Int32.max)) ?? 0
    layer.loopEnd = try members.integerIfPresent("loopEnd", in: layer.loopStart + 1...Int(Int32.max) + 1)
    layer.start = try members.integerIfPresent("start", in: 0...Int(Int32.max)) ?? 0
    layer.end = try members.integerIfPresent("end", in: layer.start + 1...Int(Int32.max) + 1)
    layer.isReversed = try members.bool("reversed")
    layer.beats = try beats(&members)
    layer.response = try response(&members)
    layer.unknown = members.rest
    return layer
  }

  private static func turn(_ members: inout JSONMembers) throws(FileError) -> SampleLayer.Turn? {
    let counts = SampleLayer.Turn.counts
    guard let numbers = try members.integersIfPresent("turn") else { return nil }
    guard numbers.count == 2, counts.contains(numbers[1]), (1...numbers[1]).contains(numbers[0]) else {
      throw members.error("turn", "a turn and their number, at most \(counts.upperBound), are expected")
    }
    return SampleLayer.Turn(position: numbers[0], count: numbers[1])
  }

  private static func beats(_ members: inout JSONMembers) throws(FileError) -> [Int] {
    let beats = try members.integersIfPresent("beats") ?? []
    guard beats.first ?? 0 >= 0, zip(beats, beats.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw members.error("beats", "ascending frames are expected")
    }
    return beats
  }

  private static func response(_ members: inout JSONMembers) throws(FileError) -> VelocityResponse {
    var response = VelocityResponse()
    response.track = try clamped(&members, "velocityTrack", -1...1) ?? response.track
    let numbers = try members.numbersIfPresent("velocityCurve") ?? []
    for place in stride(from: 0, to: numbers.count, by: 2) {
      guard place + 1 < numbers.count, let velocity = Int(exactly: numbers[place]),
        (0...127).contains(velocity), (0...1).contains(numbers[place + 1]),
        velocity > response.curve.last?.velocity ?? -1
      else {
        throw members.error(
          "velocityCurve", "ascending velocities, each with a level from 0 to 1, are expected")
      }
      response.curve.append(VelocityResponse.Point(velocity: velocity, level: numbers[place + 1]))
    }
    return response
  }

  /// Reads texts; a path that is not UTF-8 is an object with `path` and `pathBase64`.
  private static func samples(_ members: inout JSONMembers, in folder: FilePath) throws(FileError)
    -> [FilePath]
  {
    guard let value = members.remove("samples") else { throw members.error("samples", "it is missing") }
    if case .integers(let none) = value, none.isEmpty { return [] }
    guard case .array(let values) = value else { throw members.error("samples", "texts are expected") }
    var paths: [FilePath] = []
    for value in values {
      switch value {
      case .string(let text): paths.append(folder.appending(text))
      case .object(let object):
        guard case .string(let text)? = object["pathBase64"], let bytes = Base64.decode(text) else {
          throw members.error("samples", "base 64 is expected")
        }
        paths.append(folder.appending(FilePath(bytes: bytes)))
      case .null, .bool, .number, .integers, .array, .encoded:
        throw members.error("samples", "texts are expected")
      }
    }
    return paths
  }

  // MARK: Values

  /// Reads a gain in dB, at most 24.
  static func gain(_ members: inout JSONMembers, _ name: String = "gain") throws(FileError) -> Decibels {
    Decibels(min(try members.numberIfPresent(name) ?? 0, Pad.largestGain))
  }

  private static func clamped(
    _ members: inout JSONMembers, _ name: String, _ range: ClosedRange<Double>
  ) throws(FileError) -> Double? {
    try members.numberIfPresent(name).map { min(max($0, range.lowerBound), range.upperBound) }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ members: inout JSONMembers, _ name: String
  ) throws(FileError) -> Value? {
    guard let text = try members.textIfPresent(name) else { return nil }
    if let value = Value(rawValue: text) { return value }
    let names = Value.allCases.map(\.rawValue)
    throw members.error(
      name, "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "") is expected")
  }
}

enum RetriggerName: String, CaseIterable {
  case restart
  case overlap
}
