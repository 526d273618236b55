import AudioBase
import Documents
import Glibc
import SystemBase

/// Turns the instruments of a Hydrogen kit into pads.
struct HydrogenReader {
  /// The rate at which the frames of envelopes are taken.
  ///
  /// Hydrogen advances an envelope with the sample, by frames of the sample's file, whatever the rate of the output is.
  /// Nearly all kits are recorded at this rate; the files are not opened here.
  private static let envelopeRate = SampleRate(44_100)
  /// The bounds of gains in dB and of pitches in semitones; others are clamped.
  private static let gains = -144.0...24.0
  private static let pitches = -48.0...48.0
  /// The limit of components of an instrument, which sound together.
  static let mostComponents = 32

  let folder: KitFolder
  let subject: String
  /// Whether the document has no XML declaration, as those of early versions.
  let isEarly: Bool
  /// The volumes of the components of the kit, by `id N` and `name N`.
  let components: [String: XMLElement]
  var diagnostics = KitDiagnostics()

  mutating func pad(_ instrument: XMLElement, number: Int) -> Pad {
    var pad = Pad(number: number, name: instrument.first("name").map { text($0) } ?? "", layers: [])
    let owner = pad.name.isEmpty ? "instrument \(number)" : "instrument \"\(FilePath(pad.name).shown)\""
    pad.gain = HydrogenReader.gain(self.number(instrument, "volume", 1) * self.number(instrument, "gain", 1))
    pad.pan = pan(instrument)
    pad.tune = pitch(instrument, "pitchOffset")
    pad.envelope = envelope(instrument)
    // A strike does not end the sound of the same instrument unless notes of it are stopped.
    pad.retrigger = isTrue(instrument, "isStopNote") ? .restart : .overlap()
    let group = Int(min(max(self.number(instrument, "muteGroup", -1), -1), 1e9))
    if group >= 0 { pad.choke = Pad.Choke(group: group + 1, fade: pad.envelope.release) }
    let note = self.number(instrument, "midiOutNote", -1)
    pad.midiNote = (0...127).contains(note) ? Int(note) : nil
    pad.pedal = pedal(instrument)
    addLayers(of: instrument, owner, to: &pad)
    if instrument.first("applyVelocity")?.text.lowercased() == "false" {
      for index in pad.layers.indices { pad.layers[index].response.track = 0 }
    }
    // A muted instrument ends the sounds of its mute group nevertheless.
    if isTrue(instrument, "isMuted") { pad.layers = [] }
    if !pad.layers.isEmpty {
      noteUnused(instrument, owner)
    } else if pad.choke != nil {
      // It ends the sounds of its mute group.
      pad.layers = [SampleLayer(samples: [])]
    }
    return pad
  }

  /// Lets the strikes of instruments release the instruments that they exclude by their ids, as early versions do. `pads` are
  /// those of the instruments.
  mutating func addExclusions(of instruments: [XMLElement], to pads: inout [Pad]) {
    var indices: [String: Int] = [:]
    for (index, instrument) in instruments.enumerated() {
      if let id = instrument.first("id")?.text, indices[id] == nil { indices[id] = index }
    }
    var sets = pads.map { _ in Set<Int>() }
    for (index, instrument) in instruments.enumerated() {
      for id in instrument.first("exclude")?.all("id") ?? [] {
        if let other = indices[id.text] { sets[other].insert(index) }
      }
    }
    if sets.allSatisfy(\.isEmpty) { return }
    for index in pads.indices {
      guard let group = pads[index].choke?.group else { continue }
      sets[index].formUnion(pads.indices.filter { pads[$0].choke?.group == group })
    }
    let chokes = PadChokes(sets, fades: pads.map(\.envelope.release))
    let silencers = sets.reduce(into: Set<Int>()) { $0.formUnion($1) }
    for index in pads.indices {
      pads[index].choke = chokes.choke(of: index, numbers: pads.map(\.number))
      if pads[index].layers.isEmpty, silencers.contains(index) {
        pads[index].layers = [SampleLayer(samples: [])]
      }
    }
  }

  mutating func checkCount(_ instruments: [XMLElement]) {
    let most = Kit.padNumbers.upperBound
    guard instruments.count > most else { return }
    diagnostics.ignore(
      "the last \(instruments.count - most) of \(instruments.count) instruments, since a kit has \(most) pads"
    )
  }

  // MARK: Values

  /// Returns the text of an element. Early versions wrote the bytes of UTF-8 as one character reference each.
  func text(_ element: XMLElement) -> String {
    let scalars = element.text.unicodeScalars
    guard isEarly, scalars.contains(where: { $0.value >= 0x80 }), scalars.allSatisfy({ $0.value < 0x100 })
    else {
      return element.text
    }
    return String(validating: scalars.map { UInt8($0.value) }, as: UTF8.self) ?? element.text
  }

  /// Returns the number in a child; the default if there is none, or none that is finite.
  mutating func number(_ element: XMLElement, _ name: String, _ usual: Double) -> Double {
    guard let child = element.first(name), !child.text.isEmpty else { return usual }
    return number(child) ?? usual
  }

  private mutating func number(_ element: XMLElement) -> Double? {
    // Some versions wrote numbers as the user's language does.
    let text = String(element.text.map { $0 == "," ? "." : $0 })
    if let number = Double(text), number.isFinite { return number }
    diagnostics.ignore("\(element.name) on line \(element.line), which is no number")
    return nil
  }

  func isTrue(_ element: XMLElement, _ name: String) -> Bool {
    ["true", "1"].contains(element.first(name)?.text.lowercased())
  }

  static func gain(_ factor: Double) -> Decibels {
    factor > 0 ? Decibels(20 * log10(factor)).clamped(to: gains) : Decibels(gains.lowerBound)
  }

  mutating func pitch(_ element: XMLElement, _ name: String) -> Double {
    let pitches = HydrogenReader.pitches
    return min(max(number(element, name, 0), pitches.lowerBound), pitches.upperBound)
  }

  /// Returns the pan; versions before 1.1 have the gains of both sides.
  private mutating func pan(_ instrument: XMLElement) -> Double {
    if instrument.first("pan") != nil { return min(max(number(instrument, "pan", 0), -1), 1) }
    let (left, right) = (number(instrument, "pan_L", 1), number(instrument, "pan_R", 1))
    guard left >= 0, right >= 0, left + right > 0 else { return 0 }
    return left >= right ? right / left - 1 : 1 - left / right
  }

  /// Returns the envelope from frames: Hydrogen limits attack and decay to 100,000, and the release to 256 and more.
  private mutating func envelope(_ instrument: XMLElement) -> PadEnvelope {
    let seconds: (Double, Double) -> Double = { frames, least in
      min(max(frames, least), 100_256) / Double(HydrogenReader.envelopeRate.hertz)
    }
    return PadEnvelope(
      attack: seconds(min(number(instrument, "Attack", 0), 100_000), 0),
      decay: seconds(min(number(instrument, "Decay", 0), 100_000), 0),
      sustain: min(max(number(instrument, "Sustain", 1), 0), 1),
      release: seconds(number(instrument, "Release", 1_000), 256))
  }

  /// Returns the positions of the pedal at which an instrument of a hi-hat plays; nil for other instruments.
  private mutating func pedal(_ instrument: XMLElement) -> ClosedRange<Int>? {
    guard number(instrument, "isHihat", -1) >= 0 else { return nil }
    let values = Pad.controllerValues
    let low = min(max(number(instrument, "lower_cc", 0), 0), 127)
    let high = min(max(number(instrument, "higher_cc", 127), 0), 127)
    return low <= high ? Int(low)...Int(high) : values
  }

  private mutating func noteUnused(_ instrument: XMLElement, _ owner: String) {
    // A low-pass filter that is fully open and without resonance changes nothing.
    if isTrue(instrument, "filterActive"),
      number(instrument, "filterCutoff", 1) < 1 || number(instrument, "filterResonance", 0) > 0
    {
      diagnostics.ignore("filter of \(owner)")
    }
    if number(instrument, "randomPitchFactor", 0) != 0 { diagnostics.ignore("random pitch of \(owner)") }
    noteSwitches(instrument, owner)
    let sends = (1...4).contains { number(instrument, "FX\($0)Level", 0) != 0 }
    if sends { diagnostics.ignore("effect sends of \(owner)") }
  }
}
