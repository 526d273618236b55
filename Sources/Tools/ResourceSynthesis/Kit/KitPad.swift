/// A pad of a shipped kit: its instrument and its entry in `kit.json`.
struct KitPad: Sendable {
  /// The velocity layers of a pad, each with as many different strokes that take turns.
  struct Dynamics {
    /// The highest velocity of each layer, the softest first.
    let borders: [Int]
    let strokes: Int

    /// Four layers: two for soft strokes, one around the velocity of a plain key, 100, and one for accents.
    static let full = Dynamics(borders: [36, 68, 112, 127], strokes: 3)
    /// Three layers: soft strokes, plain keys and accents.
    static let some = Dynamics(borders: [68, 112, 127], strokes: 2)
    /// Three layers of one stroke, for sounds of machines.
    static let machine = Dynamics(borders: [68, 112, 127], strokes: 1)
    static let single = Dynamics(borders: [127], strokes: 1)
  }

  let number: Int
  let name: String
  /// The colour as `#RRGGBB`.
  let colour: String
  /// The gain in dB. The loudest sample of a pad peaks at -3 dBFS; all its samples are equally loud at their onset.
  ///
  /// At the default level of the pads, -6 dB, four hits a second with the velocity of a plain key have a loudness of
  /// -18 to -26 LUFS (EBU R 128), the shortest sounds the least: music at the ReplayGain reference has -18 LUFS. No plain hit
  /// peaks above 0.5 and no accent above 0.8, so that the pads alone never reach the limiter, whose ceiling is 0.89.
  let gain: String
  /// The pan from -1 to 1.
  let pan: String
  /// The percussion key of General MIDI; that of Alesis's modules for a half-open hi-hat.
  let midiNote: Int
  let dynamics: Dynamics
  let sound: any DrumSound
  /// Members of the pad in `kit.json` beside those that every pad has, each with a comma.
  var members = ""

  init(
    _ number: Int, _ name: String, _ colour: String, gain: String, pan: String = "0", note: Int,
    _ dynamics: Dynamics, _ sound: any DrumSound
  ) {
    (self.number, self.name, self.colour, self.gain) = (number, name, colour, gain)
    (self.pan, midiNote, self.dynamics, self.sound) = (pan, note, dynamics, sound)
  }

  /// Returns the pad in the group of pads that silence each other, with a fade of 30 ms.
  func choking() -> KitPad { with(#""choke":{"group":1,"fade":0.03},"#) }

  /// Returns the pad whose strokes ring on under the next ones, up to 12 at once.
  func overlapping() -> KitPad { with(#""retrigger":"overlap","polyphony":12,"#) }

  /// Returns the pad of a hi-hat at some positions of its pedal, 0, open, to 127.
  func pedal(_ positions: ClosedRange<Int>) -> KitPad {
    with(#""pedal":[\#(positions.lowerBound),\#(positions.upperBound)],"#)
  }

  func holding(_ mode: String, release: String) -> KitPad {
    with(#""mode":"\#(mode)","envelope":{"release":\#(release)},"#)
  }

  private func with(_ members: String) -> KitPad {
    var pad = self
    pad.members += members
    return pad
  }

  var files: [[String]] {
    let stem = name.replacing(" ", with: "-")
    return dynamics.borders.indices.map { layer in
      (0..<dynamics.strokes).map { "\(stem)-\(layer + 1)\(["a", "b", "c"][$0]).flac" }
    }
  }

  func samples(seed: UInt64) -> [[Mono]] {
    var samples = dynamics.borders.indices.map { layer in
      let last = dynamics.borders.count - 1
      let force = last == 0 ? 0.7 : Double(layer) / Double(last)
      return (0..<dynamics.strokes).map { stroke in
        let own = UInt64(number) << 16 | UInt64(layer) << 8 | UInt64(stroke)
        return sound.render(Stroke(force: force), seed: seed &+ own)
      }
    }
    let peak = samples.joined().map(\.peak).max() ?? 1
    for layer in samples.indices {
      for stroke in samples[layer].indices { samples[layer][stroke].scale(SampleFormat.fullPeak / peak) }
    }
    return samples
  }

  var json: String {
    let mode = members.contains(#""mode""#) ? "" : #""mode":"oneShot","#
    var lowest = 1
    let layers = zip(dynamics.borders, files).map { highest, files in
      defer { lowest = highest + 1 }
      let names = files.map { "\"\($0)\"" }.joined(separator: ",")
      return "    {\"velocity\":[\(lowest),\(highest)],\"samples\":[\(names)]}"
    }
    return """
        {"number":\(number),"name":"\(name)","colour":"\(colour)","gain":\(gain),"pan":\(pan),\
      \(mode)\(members)"midiNote":\(midiNote),"layers":[
      \(layers.joined(separator: ",\n"))]}
      """
  }
}
