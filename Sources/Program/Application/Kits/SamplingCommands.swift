import Dubbing
import Percussion
import SystemBase

/// The argument of the command `sample`: `bar`, `loop pad 3`, `bar without drums`, `selection master to 12`.
package struct SampleCommand: Hashable, Sendable {
  package enum Part: String, Hashable, Sendable, CaseIterable {
    /// The last bar that was heard.
    case bar
    /// What is repeated.
    case loop
    /// What is selected on the timeline.
    case selection
  }

  /// The parts of the song that are heard in a sample.
  package enum SongLevels: Hashable, Sendable {
    /// All at the levels at which they are heard.
    case heard
    /// All but the one of a name, as loud as in the song.
    case without(String)
    case only(String)

    /// Removes the words of the levels, up to `to`. Returns nil if there are none.
    fileprivate init?(_ words: inout ArraySlice<Substring>) {
      guard let first = words.first else { return nil }
      if first == "heard" {
        self = .heard
        words.removeFirst()
        return
      }
      let name = words.dropFirst().prefix { $0 != "to" }.joined(separator: " ")
      guard first == "without" || first == "only", !name.isEmpty else { return nil }
      self = first == "only" ? .only(name) : .without(name)
      words = words.drop { $0 != "to" }
    }

    fileprivate var text: String {
      switch self {
      case .heard: "heard"
      case .without(let name): "without \(name)"
      case .only(let name): "only \(name)"
      }
    }
  }

  package var part = Part.bar
  /// The part of the mix that is sampled, with its effects; nil for the file of the song.
  var mix: MixPart?
  /// The parts of the song that are heard; nil: those of its file, or those that are heard in a part of the mix.
  var levels: SongLevels?
  /// The number of the pad; nil for the next free one.
  var pad: Int?

  private static let mixes: [(text: String, mix: MixPart)] = [
    ("music", .music), ("pads", .pads), ("instrument", .instrument), ("master", .mix),
  ]
  /// The words that complete what is typed.
  fileprivate static let words =
    Part.allCases.map(\.rawValue) + mixes.map(\.text) + ["song", "pad", "heard", "without", "only", "to"]

  init(part: Part = .bar, mix: MixPart? = nil, levels: SongLevels? = nil, pad: Int? = nil) {
    (self.part, self.mix, self.levels, self.pad) = (part, mix, levels, pad)
  }

  /// Whether the song is heard in the sample.
  var hasSong: Bool { [nil, .music, .mix].contains(mix) }

  /// Reads `[bar|loop|selection] [song|music|pads|pad N|instrument|master] [heard|without NAME|only NAME] [to N]`.
  init?(_ text: String) {
    var words = text.split(separator: " ")[...]
    if let part = words.first.flatMap({ Part(rawValue: String($0)) }) {
      self.part = part
      words.removeFirst()
    }
    let word = words.first.map { String($0) }
    if word == "song" {
      words.removeFirst()
    } else if let mix = SampleCommand.mixes.first(where: { $0.text == word }) {
      self.mix = mix.mix
      words.removeFirst()
    } else if word == "pad" {
      guard let number = SampleCommand.number(after: &words) else { return nil }
      mix = .pad(number)
    }
    if hasSong { levels = SongLevels(&words) }
    if words.first == "to" {
      guard let number = SampleCommand.number(after: &words) else { return nil }
      pad = number
    }
    if !words.isEmpty { return nil }
  }

  /// Removes a word and the number of a pad behind it. Returns the number.
  fileprivate static func number(after words: inout ArraySlice<Substring>) -> Int? {
    guard let number = words.dropFirst().first.flatMap({ Int($0) }), Kit.padNumbers.contains(number) else {
      return nil
    }
    words = words.dropFirst(2)
    return number
  }

  fileprivate var text: String {
    let mixText = mix.map { mix in
      if case .pad(let number) = mix { return " pad \(number)" }
      return SampleCommand.mixes.first { $0.mix == mix }.map { " \($0.text)" } ?? ""
    }
    let levelsText = levels.map { " \($0.text)" } ?? ""
    return part.rawValue + (mixText ?? "") + levelsText + (pad.map { " to \($0)" } ?? "")
  }
}

/// The argument of the command `chop`: `beats`, `steps 16`, `onsets 8 pad 3`.
package struct ChopCommand: Hashable, Sendable {
  private static let counts = [8, 16]

  var cut = SampleCut.beats
  /// The number of pads.
  var count = 8
  /// The number of the pad that is cut; nil: the pad that was sampled last.
  var pad: Int?

  init?(_ text: String) {
    var words = text.split(separator: " ")[...]
    guard let cut = words.popFirst().flatMap({ SampleCut(rawValue: String($0)) }) else { return nil }
    self.cut = cut
    if let count = words.first.flatMap({ Int($0) }), ChopCommand.counts.contains(count) {
      self.count = count
      words.removeFirst()
    }
    if words.first == "pad" {
      guard let number = SampleCommand.number(after: &words) else { return nil }
      pad = number
    }
    if !words.isEmpty { return nil }
  }

  fileprivate var text: String { "\(cut.rawValue) \(count)" + (pad.map { " pad \($0)" } ?? "") }
}

/// The argument of the command `stretch-sample`: `96`, `tempo pad 3`.
package struct StretchCommand: Hashable, Sendable {
  /// Beats a minute; nil for the present tempo.
  var bpm: Double?
  /// The number of the pad that is stretched; nil: the pad that was sampled last.
  var pad: Int?

  init?(_ text: String) {
    var words = text.split(separator: " ")[...]
    guard let first = words.popFirst() else { return nil }
    if first != "tempo" {
      guard let bpm = ArgumentText.number(String(first), in: TempoMap.speeds) else { return nil }
      self.bpm = bpm
    }
    if words.first == "pad" {
      guard let number = SampleCommand.number(after: &words) else { return nil }
      pad = number
    }
    if !words.isEmpty { return nil }
  }

  fileprivate var text: String { (bpm.map { "\($0)" } ?? "tempo") + (pad.map { " pad \($0)" } ?? "") }
}

extension Command.Request {
  package static let sample = Argument<SampleCommand>(
    "sample", "PART",
    "sample bar, loop or selection of song (without drums), music, pads, pad N or master (to N)",
    .drum, [.keepsLayers, .needsOwnPlayer],
    usual: [UsualValue("bar", SampleCommand(), "sample the last bar", "ctrl+end")],
    read: { SampleCommand($0) }, text: \.text,
    choices: { application, _ in SampleCommand.words + (application.takes?.songs.partNames ?? []) }
  ) { application, command, context in application.sample(command, at: context.time) }
  package static let chop = Argument<ChopCommand>(
    "chop", "PLACES", "cut a sample at beats, steps or onsets over 8 or 16 pads: onsets 16 pad 9", .drum,
    [.keepsLayers], read: { ChopCommand($0) }, text: \.text,
    choices: { _, _ in SampleCut.allCases.flatMap { cut in [8, 16].map { "\(cut.rawValue) \($0)" } } }
  ) { application, command, _ in application.chop(command) }
  package static let stretchSample = Argument<StretchCommand>(
    "stretch-sample", "BPM", "stretch a sample to BPM, or to the tempo (tempo): 96 pad 9", .drum,
    [.keepsLayers], read: { StretchCommand($0) }, text: \.text, choices: { _, _ in ["tempo"] }
  ) { application, command, _ in application.stretchSample(command) }

  static let ofSampling: [any ArgumentCommand] = [sample, chop, stretchSample]
}
