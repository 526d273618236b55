import AudioBase
import Dubbing
import Studio

extension Command {
  /// A request with an argument.
  package enum Request: Hashable, Sendable {
    case volume(Decibels)
    case speed(Double)
    /// The steps from the middle towards the pads; negative towards the music.
    case balance(Int)
    /// Seeks to a position in seconds.
    case position(Double)
    /// Seeks to a part of the track, 0…1.
    case part(Double)
    /// Seeks to a chapter, from 1.
    case chapter(Int)
    case sortQueue(QueueOrder)
    /// Seeks or loops by bars of the track.
    case bars(BarCommand)
    /// Filters the list that has the focus by words.
    case find(String)
    /// Saves the queue as a playlist of this name, or as a file.
    case saveQueue(String)
    /// Saves the filter of the library as a playlist.
    case saveQuery(String)
    /// Adds the marked rows of the list that has the focus, or the selected one, to a playlist.
    case addToPlaylist(String)
    /// Rates the selected track; nil removes the rating.
    case rate(TrackRating?)
    /// Names the layer that is selected in the list of takes, or else the take.
    case renameTake(String)
    /// Inserts a file, a folder or a playlist after the current track and plays it.
    case open(String)
    /// Scans a folder of music.
    case scanFolder(String)
    /// Sets tags of files from their names by a pattern.
    case tagsFromNames(NamePattern)
    /// Renames files by a pattern of their tags.
    case renameFiles(NamePattern)
    /// Adds the tracks of a MIDI file to the current take as layers.
    case importMIDI(String)
    /// Changes a setting while the program runs.
    case set(name: String, value: String)
    /// Reports the value of a setting.
    case tell(name: String)
    /// Writes a setting to the configuration file, with the value of now if none is given.
    case keep(name: String, value: String?)
    /// The tempo of the metronome in beats per minute.
    case tempo(Double)
    /// Finds or corrects the tempo and the beats of the track.
    case beats(BeatCommand)
    case timeSignature(TimeSignature)
    /// The level of the metronome.
    case clickLevel(Decibels)
    /// The minutes to the pause; 0 ends the sleep timer.
    case sleep(minutes: Int)
    /// Seconds by which the recorded sound of the selected layer is moved; positive values move it later.
    case layerOffset(Double)
    /// Chooses a bank of pads, from 1.
    case bank(Int)
    /// Shows and controls another player of the desktop, by its name.
    case attach(String)
    /// Loads a mixer by its name.
    case mixer(String)
    case saveMixer(String)
    /// Sets a value of the mixer, by its address and the value as text; without a value, states it.
    case mix(String)
    /// Changes the MIDI assignments by a line of their file.
    case midi(String)
    /// Moves a value of the mixer to a place in its range, 0…1.
    case turn(MixGraph.Address, Double)
    case hold(Move, Bool)
    /// Turns the filter of the music to a position, −100 (low-pass) to 100 (high-pass).
    case sweep(Double)
    /// Replaces the instrument of the mixer: by its name, or by the file of a SoundFont.
    case chooseInstrument(String)
    /// Plays a note of the instrument by its key, 60 for middle C.
    case playNote(Int)
    /// Changes the selected hits of the timeline; without a selection, all hits of the take.
    case quantise(Quantise)
    case humanise(Humanise)
    /// Repeats the selected hits this many times, each copy after the one before.
    case repeatHits(Int)
    /// Adds or removes a pattern of the timeline.
    case pattern(PatternCommand)
    /// Shows a list.
    case view(ScreenView)
    case practice(PracticeCommand)
    /// Starts or ends the trainer, which increases the speed with each repetition of a loop.
    case trainer(TrainerCommand)
    /// Sets the pattern of the metronome.
    case click(ClickPattern)
  }
}

extension Command.Request {
  /// The text that `CommandForm.parse` reads as this request.
  var name: String {
    switch self {
    case .volume(let level): "volume \(level.value)"
    case .speed(let speed): "speed \(speed)"
    case .balance(let steps): "balance \(steps)"
    case .position(let seconds): "seek \(Int(seconds) / 60):\(Int(seconds) % 60)"
    case .part(let part): "seek \(part * 100)%"
    case .chapter(let number): "seek chapter \(number)"
    case .sortQueue(let order): "sort-queue \(order.text)"
    case .bars(let command): command.text
    case .find(let text): "find \(text)"
    case .saveQueue(let name): "save-queue \(name)"
    case .saveQuery(let name): "save-query \(name)"
    case .addToPlaylist(let name): "add-to-playlist \(name)"
    case .rate(let rating): "rate \(rating?.stars ?? 0)"
    case .renameTake(let name): "rename-take \(name)"
    case .sleep(let minutes): "sleep \(minutes)"
    case .bank(let number): "bank \(number)"
    case .attach(let player): "system \(player)"
    case .mixer(let name): "mixer \(name)"
    case .saveMixer(let name): "save-mixer \(name)"
    case .mix(let text): "mix \(text)"
    case .midi(let line): "midi \(line)"
    case .turn(let address, let place): "mix \(address.text) to \(place)"
    case .hold(let move, let isHeld): "\(move.rawValue) \(isHeld ? "on" : "off")"
    case .sweep(let position): "sweep \(position)"
    case .chooseInstrument(let name): "instrument \(name)"
    case .quantise(let quantise): "quantise \(quantise.text)"
    case .humanise(let humanise): "humanise \(humanise.text)"
    case .repeatHits(let times): "repeat-hits \(times)"
    case .pattern(let command): "pattern \(command.text)"
    case .playNote(let key): "play-note \(NoteName.text(key))"
    case .layerOffset(let seconds): "layer-offset \(seconds * 1_000)"
    case .open(let path): "open \(path)"
    case .scanFolder(let path): "scan-folder \(path)"
    case .tagsFromNames(let pattern): "tags-from-names \(pattern.text)"
    case .renameFiles(let pattern): "rename-files \(pattern.text)"
    case .importMIDI(let path): "import-midi \(path)"
    case .tempo(let bpm): "tempo \(bpm)"
    case .beats(let command): "tempo \(command.word)"
    case .timeSignature(let signature): "time-signature \(signature.text)"
    case .clickLevel(let level): "click-level \(level.value)"
    case .trainer(let command): "trainer \(command.text)"
    case .click(let click): "click \(click.text)"
    case .view(let view): "view \(view.rawValue)"
    case .practice(let command): "practice \(command.text)"
    case .keep(let name, let value): "set -s \(name)\(value.map { " \($0)" } ?? "")"
    case .tell(let name): "set \(name)"
    case .set(let name, let value):
      "\(CommandForm.named(name)?.isSetting == true ? "" : "set ")\(name) \(value)"
    }
  }
}

/// A command for the pattern at the cursor of the timeline.
package enum PatternCommand: Hashable, Sendable {
  /// Repeats the bars of the selected hits, or the bar of the cursor, up to a bar, from 1.
  case untilBar(Int)
  case untilEnd
  case off
  /// Converts the hits that the patterns of the layer add to hits of the layer.
  case hits

  private static let words: [String: PatternCommand] = ["end": .untilEnd, "off": .off, "hits": .hits]

  /// Reads the argument of the command `pattern`.
  package init?(_ text: String) {
    if let command = PatternCommand.words[text] {
      self = command
    } else if let bar = Int(text), 1...100_000 ~= bar {
      self = .untilBar(bar)
    } else {
      return nil
    }
  }

  package var text: String {
    if case .untilBar(let bar) = self { return "\(bar)" }
    return PatternCommand.words.first { $0.value == self }?.key ?? ""
  }
}

/// What is done with the beats of the track.
package enum BeatCommand: Hashable, Sendable {
  /// Finds them by the sound of the track; while they are being found, ends that.
  case find
  case correct(TempoEdit)

  /// The argument of the command `tempo`.
  package var word: String {
    switch self {
    case .find: "find"
    case .correct(let edit): edit.rawValue
    }
  }

  package static let all = [find] + TempoEdit.allCases.map { correct($0) }

  package init?(_ word: String) {
    guard let command = BeatCommand.all.first(where: { $0.word == word }) else { return nil }
    self = command
  }
}
