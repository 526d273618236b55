import AudioBase
import Dubbing
import Percussion
import Player
import Studio

/// A command that takes an argument, and how its text is read.
package struct CommandForm: Hashable, Sendable {
  package let name: String
  /// The placeholder of the argument.
  package let argument: String
  /// The effect of the command, with the range of the argument.
  package let summary: String
  /// Whether it is the setting of the same name.
  var isSetting = false

  package static let all = [
    CommandForm(
      name: "seek", argument: "TIME",
      summary: "seek by seconds (30, -30) or bars (-4 bars), or to a position (1:30, 50%, bar 17, chapter 3)"),
    CommandForm(
      name: "volume", argument: "DB", summary: "set the volume in dB, -60 to 12, or in percent (80%)"),
    CommandForm(name: "speed", argument: "FACTOR", summary: "set the speed, 0.5 to 2"),
    CommandForm(
      name: "balance", argument: "STEPS",
      summary: "set the balance, from -\(MixLevels.balanceSteps) (music) to \(MixLevels.balanceSteps) (pads)"),
    CommandForm(
      name: "crossfade", argument: "SECONDS",
      summary: "set the overlap of consecutive tracks, 0 to 12 seconds", isSetting: true),
    CommandForm(
      name: "tempo", argument: "BPM",
      summary: "20 to 400, or find, half, double, earlier, later, bar, here"),
    CommandForm(
      name: "time-signature", argument: "BEATS/UNIT", summary: "set the time signature, such as 6/8"),
    CommandForm(
      name: "click-level", argument: "DB",
      summary: "set the level of the metronome, \(MetronomeSettings.levelWords) dB, or in percent (80%)"),
    CommandForm(
      name: "practice", argument: "WHAT",
      summary: "figures of practice: parts 4 of a beat, last bars 8, lines on in the plain mode, or clear"),
    CommandForm(
      name: "click", argument: "NOTES",
      summary: "what the metronome plays: beats, 1/8, 1/8 offbeat; bars 3 1: three bars, then one silent"),
    CommandForm(
      name: "loop", argument: "BARS",
      summary: "repeat bars 17 to 24 (17-24), one bar (17), or end that (off)"),
    CommandForm(
      name: "trainer", argument: "SPEEDS",
      summary: "make a loop faster: 60% +5% each 2 to 100%, again from the start with again, or off"),
    CommandForm(name: "sleep", argument: "MINUTES", summary: "pause after minutes, 0 to end the sleep timer"),
    CommandForm(
      name: "sort-queue", argument: "FIELD",
      summary: "sort the queue by \(QueueOrder.words); -FIELD in descending order"),
    CommandForm(
      name: "find", argument: "TEXT",
      summary: "filter the list that has the focus by words; cancel shows all rows again"),
    CommandForm(
      name: "save-queue", argument: "NAME",
      summary: "save the queue as a playlist: a name, or the path of an .m3u8, .pls or .xspf file"),
    CommandForm(
      name: "save-query", argument: "NAME", summary: "save the filter of the library as a playlist"),
    CommandForm(
      name: "add-to-playlist", argument: "NAME",
      summary: "add the marked tracks, or the selected one, to a playlist, which may be a new one"),
    CommandForm(name: "rate", argument: "STARS", summary: "rate the selected track, 0 to 5 stars"),
    CommandForm(
      name: "rename-take", argument: "NAME", summary: "rename the take, or the layer selected in their list"),
    CommandForm(name: "bank", argument: "N", summary: "choose a bank of eight pads, 1 to \(PadBank.most)"),
    CommandForm(name: "open", argument: "PATH", summary: "play a file, a folder or a playlist next"),
    CommandForm(name: "scan-folder", argument: "FOLDER", summary: "scan a folder of music"),
    CommandForm(
      name: "tags-from-names", argument: "PATTERN",
      summary: "set tags from file names, such as {track} {artist} - {title}, after a preview"),
    CommandForm(
      name: "rename-files", argument: "PATTERN",
      summary: "rename files by their tags, such as {track} {title}, after a preview"),
    CommandForm(
      name: "import-midi", argument: "PATH", summary: "add the tracks of a MIDI file to the take as layers"),
    CommandForm(
      name: "midi", argument: "LINE",
      summary: "curve, threshold or mask of a pad or device, such as curve learn, or forget note 38"),
    CommandForm(
      name: "layer-offset", argument: "MS",
      summary: "move the recorded sound of the selected layer, -10000 to 10000 ms: later if positive"),
    CommandForm(
      name: "system", argument: "PLAYER", summary: "drum over another player, after a start with --system"),
    CommandForm(
      name: "view", argument: "LIST",
      summary: "show a list: \(ScreenView.names.joined(separator: ", "))"),
    CommandForm(
      name: "layout", argument: "LAYOUT", summary: "set the layout of the screen: both, drum or listen",
      isSetting: true),
    CommandForm(
      name: "panes", argument: "PANES",
      summary: "arrange the panes of the screen, as in library|queue,lyrics",
      isSetting: true),
    CommandForm(name: "theme", argument: "NAME", summary: "change the colours", isSetting: true),
    CommandForm(name: "output", argument: "DEVICE", summary: "change the audio output", isSetting: true),
    CommandForm(
      name: "click-output", argument: "DEVICE",
      summary: "play the metronome on a device of its own, or main: with the music", isSetting: true),
    CommandForm(
      name: "input", argument: "DEVICE", summary: "change the audio input that is recorded with takes",
      isSetting: true),
    CommandForm(
      name: "input-latency", argument: "MS",
      summary: "set the latency of the input in ms, 0 to 1000, or auto: as calibrated", isSetting: true),
    CommandForm(name: "kit", argument: "KIT", summary: "change the drum kit", isSetting: true),
    CommandForm(name: "mixer", argument: "NAME", summary: "load a mixer"),
    CommandForm(
      name: "mix", argument: "ADDRESS VALUE", summary: "set a value of the mixer: music/filter/cutoff 800 Hz"),
    CommandForm(
      name: "sweep", argument: "POSITION",
      summary: "filter the music: -100% (low-pass), 0 (off), 100% (high-pass)"),
    CommandForm(name: "throw", argument: "STATE", summary: "send the hits to an echo: on or off"),
    CommandForm(name: "stutter", argument: "STATE", summary: "repeat the last beat: on or off"),
    CommandForm(name: "brake", argument: "STATE", summary: "brake the music: on or off"),
    CommandForm(
      name: "instrument", argument: "NAME",
      summary:
        "choose the instrument: guitar, a preset of a SoundFont, an LV2 instrument, or an .sf2 or .sf3 file"),
    CommandForm(
      name: "play-note", argument: "NOTE", summary: "play a note of the instrument, such as E4, F#3 or 64"),
    CommandForm(name: "save-mixer", argument: "NAME", summary: "save the mixer under a name"),
    CommandForm(
      name: "quantise", argument: "GRID", summary: "move hits to a grid, such as 1/16 80% swing 58 window 40"),
    CommandForm(
      name: "humanise", argument: "MS", summary: "move hits at random, such as 10 velocity 8 seed 3"),
    CommandForm(
      name: "pattern", argument: "BAR",
      summary: "bars of the selected hits play on until a bar, or: end, off, hits (become hits)"),
    CommandForm(name: "repeat-hits", argument: "TIMES", summary: "repeat the selected hits, 1 to 1000 times"),
    CommandForm(
      name: "set", argument: "NAME VALUE",
      summary:
        "change a setting until the program ends, with -s also in the configuration file; NAME: its value"),
  ]

  static func named(_ name: some StringProtocol) -> CommandForm? { all.first { $0.name == name } }

  /// Reads a command with its argument.
  package static func parse(_ text: String) throws(CommandError) -> Command {
    let words = text.split(separator: " ", maxSplits: 1)
    guard let first = words.first.map(String.init) else { throw .empty }
    let argument = words.count < 2 ? "" : String(words[1]).trimmed
    if let command = Command.named[first], argument.isEmpty || named(first) == nil {
      if argument.isEmpty { return command }
      throw .takesNoArgument(first)
    }
    if first == "pad" || first == "accent" { return try pad(argument, accent: first == "accent") }
    guard let form = named(first) else { throw .unknown(first) }
    if argument.isEmpty {
      // Back to the main output.
      if first == "click-output" { return .request(.set(name: first, value: "main")) }
      if first == "set" { return .program(.settings) }
      throw .needsArgument(form)
    }
    guard let command = form.command(argument) else { throw .badArgument(form, argument) }
    return command
  }

  /// Reads a command of another program. A program cannot answer: a command that asks for a text or asks a question is
  /// refused.
  package static func parse(fromProgram text: String) throws(CommandError) -> Command {
    let command = try parse(text)
    guard command.opensPrompt || command == .program(.defaultKeys) else { return command }
    throw named(command.name).map { .needsArgument($0) } ?? .asksAtScreen(command.name)
  }

  private static func pad(_ argument: String, accent: Bool) throws(CommandError) -> Command {
    let words = argument.split(separator: " ")
    guard (1...(accent ? 1 : 2)).contains(words.count), let number = Int(words[0]),
      Kit.padNumbers.contains(number)
    else { throw .badPad(argument) }
    if words.count == 1 { return .pad(number, accent ? .accented : .plain) }
    guard let velocity = Int(words[1]), Command.Stroke.velocities.contains(velocity) else {
      throw .badVelocity(argument)
    }
    return .pad(number, .velocity(velocity))
  }

  private func command(_ argument: String) -> Command? {
    if isSetting { return .request(.set(name: name, value: argument)) }
    return playbackCommand(argument) ?? listCommand(argument) ?? takeCommand(argument)
      ?? mixerCommand(argument) ?? programCommand(argument)
  }

  private func playbackCommand(_ argument: String) -> Command? {
    switch name {
    case "seek": BarCommand(seek: argument).map { .request(.bars($0)) } ?? CommandForm.seek(argument)
    case "volume":
      CommandForm.level(argument, in: PlayerModel.volumeRange).map { .request(.volume($0)) }
    case "speed": CommandForm.number(argument, in: PlayerModel.speedRange).map { .request(.speed($0)) }
    case "balance":
      Int(argument).flatMap { $0.magnitude <= MixLevels.balanceSteps ? .request(.balance($0)) : nil }
    case "sleep":
      Int(argument).flatMap { PlayerModel.sleepMinutes.contains($0) ? .request(.sleep(minutes: $0)) : nil }
    default: nil
    }
  }

  private func listCommand(_ argument: String) -> Command? {
    switch name {
    case "sort-queue": QueueOrder(argument).map { .request(.sortQueue($0)) }
    case "find": .request(.find(argument))
    case "save-queue": .request(.saveQueue(argument))
    case "save-query": .request(.saveQuery(argument))
    case "add-to-playlist": .request(.addToPlaylist(argument))
    case "rate": argument == "0" ? .request(.rate(nil)) : TrackRating(argument).map { .request(.rate($0)) }
    default: nil
    }
  }

  private func takeCommand(_ argument: String) -> Command? {
    switch name {
    case "loop":
      argument == "off" ? .take(.loopOff) : BarCommand(loop: argument).map { .request(.bars($0)) }
    case "tempo":
      BeatCommand(argument).map { .request(.beats($0)) }
        ?? CommandForm.number(argument, in: TempoMap.speeds).map { .request(.tempo($0)) }
    case "time-signature": TimeSignature(argument).map { .request(.timeSignature($0)) }
    case "click-level":
      CommandForm.level(argument, in: MetronomeSettings.levels).map { .request(.clickLevel($0)) }
    case "practice": PracticeCommand(argument).map { .request(.practice($0)) }
    case "trainer": TrainerCommand(argument).map { .request(.trainer($0)) }
    case "click": ClickPattern(argument).map { .request(.click($0)) }
    case "layer-offset":
      CommandForm.milliseconds(argument, in: Layer.offsets).map { .request(.layerOffset($0)) }
    case "import-midi": .request(.importMIDI(argument))
    case "rename-take": .request(.renameTake(argument))
    case "quantise": Quantise(argument).map { .request(.quantise($0)) }
    case "humanise": Humanise(argument).map { .request(.humanise($0)) }
    case "pattern": PatternCommand(argument).map { .request(.pattern($0)) }
    case "repeat-hits":
      Int(argument).flatMap { (1...1_000).contains($0) ? .request(.repeatHits($0)) : nil }
    default: nil
    }
  }

  private func mixerCommand(_ argument: String) -> Command? {
    switch name {
    case "mixer": .request(.mixer(argument))
    case "save-mixer": .request(.saveMixer(argument))
    case "mix": .request(.mix(argument))
    case "instrument": .request(.chooseInstrument(argument))
    case "play-note": NoteName.key(argument).map { .request(.playNote($0)) }
    case "sweep":
      (CommandForm.percent(argument, in: -100...100) ?? CommandForm.number(argument, in: -100...100))
        .map { .request(.sweep($0)) }
    case "throw", "stutter", "brake":
      Move(rawValue: name).flatMap { move in
        ["on": true, "off": false][argument].map { .request(.hold(move, $0)) }
      }
    default: nil
    }
  }

  private func programCommand(_ argument: String) -> Command? {
    switch name {
    case "bank": Int(argument).flatMap { (1...PadBank.most).contains($0) ? .request(.bank($0)) : nil }
    case "open": .request(.open(argument))
    case "scan-folder": .request(.scanFolder(argument))
    case "tags-from-names": NamePattern(argument).map { .request(.tagsFromNames($0)) }
    case "rename-files":
      NamePattern(argument).flatMap { $0.hasFolders ? nil : .request(.renameFiles($0)) }
    case "view": ScreenView(rawValue: argument).map { .request(.view($0)) }
    case "system": .request(.attach(argument))
    case "midi": .request(.midi(argument))
    case "set": CommandForm.set(argument)
    default: nil
    }
  }

  /// Reads a level in dB, or in percent as the screen shows it; nil if it is out of range.
  private static func level(_ argument: String, in range: ClosedRange<Double>) -> Decibels? {
    if argument.last == "%" { return VolumeScale.level(percent: argument, in: range) }
    return number(argument, in: range).map { Decibels($0) }
  }

  private static func percent(_ argument: String, in range: ClosedRange<Double>) -> Double? {
    guard argument.last == "%" else { return nil }
    return number(String(argument.dropLast()).trimmed, in: range)
  }

  /// Reads the argument of `seek`: seconds with an optional sign, a time such as `1:30`, a percentage of the track or
  /// a chapter.
  private static func seek(_ argument: String) -> Command? {
    if let percent = percent(argument, in: 0...100) { return .request(.part(percent / 100)) }
    let words = argument.split(separator: " ")
    if words.count == 2, words[0] == "chapter" {
      return Int(words[1]).flatMap { ChapterMove.numbers.contains($0) ? .request(.chapter($0)) : nil }
    }
    if !argument.contains(":") {
      return Int(argument).flatMap { $0 != 0 && $0.magnitude <= 86_400 ? .seek($0) : nil }
    }
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { UInt($0) }
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let part, part < (index == 0 ? 1_000 : 60) else { return nil }
      seconds = seconds * 60 + Double(part)
    }
    return .request(.position(seconds))
  }

  private static func number(_ argument: String, in range: ClosedRange<Double>) -> Double? {
    Double(argument).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Reads milliseconds, and returns them in seconds.
  private static func milliseconds(_ argument: String, in range: ClosedRange<Double>) -> Double? {
    number(argument, in: (range.lowerBound * 1_000)...(range.upperBound * 1_000)).map { $0 / 1_000 }
  }

  /// Reads the argument of `set`: `NAME VALUE` or `NAME=VALUE`, or `NAME`, which reports the value. With `-s` in front, the
  /// value is also written to the configuration file; `-s NAME` writes the present value.
  private static func set(_ argument: String) -> Command? {
    if argument.hasPrefix("-s ") {
      let rest = String(argument.dropFirst(3)).trimmed
      if case .request(.set(let name, let value))? = set(rest) {
        return .request(.keep(name: name, value: value))
      }
      return rest.isEmpty ? nil : .request(.keep(name: rest, value: nil))
    }
    guard let end = argument.firstIndex(where: { $0 == " " || $0 == "=" }) else {
      return argument == "-s" ? nil : .request(.tell(name: argument))
    }
    let value = String(argument[argument.index(after: end)...]).trimmed
    return value.isEmpty ? nil : .request(.set(name: String(argument[..<end]), value: value))
  }
}

/// The reason why a text is not a command.
package enum CommandError: Error, Hashable, Sendable {
  case empty
  case unknown(String)
  case takesNoArgument(String)
  case needsArgument(CommandForm)
  /// The command asks the user of the screen for a text or a decision.
  case asksAtScreen(String)
  case badArgument(CommandForm, String)
  /// The argument of `pad` or `accent` is not the number of a pad.
  case badPad(String)
  /// The second word after `pad` is not a velocity.
  case badVelocity(String)
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
