import Application
import AudioBase
import Controls
import Dubbing
import SystemBase

/// Messages about takes, in one line each.
package enum TakeText {
  package static func sentence(_ notice: TakeNotice, _ keys: KeyMap = .empty) -> String {
    switch notice {
    case .notSaved(let take):
      unsaved([take]) + (take.isOnDisk ? "" : "; kept in memory") + savesElsewhere(keys, "; ")
    case .storage(let notice): sentence(notice)
    case .deleted(let name): "deleted \(name)"
    case .duplicated(let take, let layers):
      "duplicated: \(take) has \(ShownText.count(layers, "layer", "layers"))"
    case .restored(let take): "restored \(take)"
    case .unreadable(let error):
      ErrorText.sentence(short(error), while: .reading) + "; the file is left as it is"
    case .recovered(let names): "recovered interrupted recordings: \(names.joined(separator: ", "))"
    case .otherKit(let take, let kit, let loaded, let argument):
      "\(take) was recorded with the kit \(kit): it plays on the same pads of \(loaded); :kit \(argument) loads \(kit)"
    case .kitChanged(let take, let kit):
      "the kit \(kit) has changed since \(take) was recorded: it may sound different"
    case .noTrack(let error): "cannot record to this track: \(ErrorText.sentence(error, while: .reading))"
    case .recordingEnded(let take): saved(take)
    case .recordingContinues(let track, let take):
      (take.map { saved($0) + "; the" } ?? "the") + " recording continues with \(track)"
    case .recordingStopped(let reason, let take):
      "the recording has ended: \(words(reason))" + (take.map { "; \(saved($0))" } ?? "")
    case .imported(let summary): imported(summary)
    case .notImported(let error): ErrorText.sentence(error, while: .reading)
    case .importWhileRecording: "no MIDI file is imported while you record: end the recording first"
    case .shared(let summary):
      ([SharedTakeText.sentence(summary)] + SharedTakeText.warnings(summary)).joined(separator: "; ")
    case .notShared(let refusal, let file): SharedTakeText.sentence(refusal, of: file)
    case .sound(let notice): sentence(notice)
    case .nothingRecorded: "no hits were played: no take was recorded"
    case .turned(let direction, let edit, let take):
      "\(direction.done)\(take.map { " in \($0)" } ?? ""): \(words(edit))"
    case .quantised(let count, let all, nil): quantised(count, all)
    case .quantised(let count, let all, let bpm?):
      "\(quantised(count, all)) of the assumed \(tempo(bpm)): \(keys.key(.take(.tempo))) sets the tempo"
    case .humanised(let count): "changed \(ShownText.count(count, "hit", "hits")) at random"
    case .noHits: "there are no hits to change"
    case .needsTimeline:
      "\(keys.key(.take(.timeline))) opens the timeline first: this command changes its hits"
    case .timeline(let notice): TimelineText.sentence(notice, keys)
    case .pattern(let notice): sentence(notice)
    case .lane(let notice): LaneText.sentence(notice)
    case .newTake(.track(let title)): "\(keys.key(.take(.record))) records a new take of \(title)"
    case .newTake(.free): "\(keys.key(.take(.record))) records a new take without a track"
    case .newTake(.recording): "no new take is begun: \(keys.key(.take(.record))) ends the recording first"
    case .nothingToRename: "no take is renamed: there is none yet, or none is selected"
    case .playback(let isOn): isOn ? "takes on" : "takes muted"
    case .metronome(true, let bpm, let speed): "metronome on: \(tempo(bpm))\(heard(bpm, at: speed))"
    case .metronome(false, _, _): "metronome off"
    case .tempo(let bpm): "tempo \(tempo(bpm))"
    case .beats(let notice): sentence(notice)
    case .timeSignature(let signature): "time signature \(signature.text)"
    case .clickLevel(let level): "metronome at \(ShownText.decibels(level.value))"
    case .click(let click): "the metronome plays \(words(click))"
    case .clickDoesNotFit(let click, let signature):
      "the metronome is not changed: \(click.division?.text ?? "this") "
        + (click.isOffbeat ? "has no off-beats in" : "does not divide the beats of") + " \(signature.text)"
    case .invalidTempo: "the tempo is not changed: type a number from 20 to 400, such as 97.5"
    case .invalidTimeSignature: "the time signature is not changed: type 1 to 16 beats of a unit, such as 3/4"
    case .loop(let from, let to, let bars): range(from, to, bars).map { "loop \($0)" } ?? "loop off"
    case .loopNeedsSound: "nothing is heard: play a track or a take first"
    case .free(.playing(let name)): "playing \(name)"
    case .free(.stopped(let name)): "stopped \(name)"
    case .free(.looping(let name, let bars, let bpm)):
      "\(name) repeats \(ShownText.count(bars, "bar", "bars")) at \(tempo(bpm)): record again to add to it"
    case .song(let notice): SongText.sentence(notice, keys)
    case .bars(.unknown): "the bars are not known: play a track and tap its tempo, or :tempo find"
    case .bars(.afterEnd(let bar)): "the track ends before bar \(bar)"
    case .punch(let from, let to): range(from, to).map { "punch \($0)" } ?? "punch off"
    case .quitWhileRecording:
      "still recording: \(quit(keys)) again ends the recording, saves it and quits"
    case .quitWhileUnsaved(let takes):
      "\(quitting(takes)): \(quit(keys)) again discards \(pronoun(takes))" + savesElsewhere(keys, ", ")
    }
  }

  private static func quantised(_ count: Int, _ all: Int) -> String {
    "moved \(count) of \(ShownText.count(all, "hit", "hits")) to the grid"
  }

  /// Returns `the beats`, `the off-beats of 1/8: 3 bars, then 1 silent`.
  private static func words(_ click: ClickPattern) -> String {
    let steps =
      click.division.map { "\(click.isOffbeat ? "the off-beats of " : "")\($0.text)" } ?? "the beats"
    if click.silent == 0 { return steps }
    let bars = ShownText.count(click.sounding, "bar", "bars")
    return "\(steps): \(bars), then \(click.silent) silent"
  }

  /// Returns `about 92 BPM (unsure)`.
  package static func guess(bpm: Double) -> String {
    "about \(ShownText.decimal(bpm.rounded())) BPM (unsure)"
  }

  private static func sentence(_ notice: TakeNotice.Beats) -> String {
    switch notice {
    case .finding(let percent): "finding the tempo" + (percent.map { ": \($0) %" } ?? "")
    case .found(let bpm, let isSteady, let signature):
      "tempo \(tempo(bpm))\(isSteady ? "" : " on average, it changes"), found by the sound"
        + (signature.map { ": bars of \($0.beats) beats" } ?? "")
    case .guess(let bpm):
      "\(guess(bpm: bpm)): the track has no clear beat; :tempo \(ShownText.decimal(bpm.rounded())) sets it"
    case .noBeat: "no tempo was found: the track has no regular beat"
    case .cancelled: "the search for the tempo has ended: the tempo is as before"
    case .failed(let error): ErrorText.sentence(error, while: .reading)
    case .noTrack: "there is no track whose tempo could be found: play one"
    case .isFromNetwork: "the tempo of a track from the network is not searched: play a file on this computer"
    case .corrected(.half, let bpm), .corrected(.double, let bpm), .stretched(let bpm): "tempo \(tempo(bpm))"
    case .corrected(.earlier, _): "the bars begin a beat earlier"
    case .corrected(.later, _): "the bars begin a beat later"
    case .corrected(.bar, _): "a bar begins with this beat"
    case .corrected(.here, _): "a bar begins here, and the beats are moved"
    case .moved(let seconds):
      "all beats moved \(ShownText.milliseconds(abs(seconds))) ms \(seconds < 0 ? "earlier" : "later")"
    case .turned(.undo, let bpm): "the former tempo is restored: \(tempo(bpm))"
    case .turned(.redo, let bpm): "the tempo is changed again: \(tempo(bpm))"
    }
  }

  private static func sentence(_ notice: TakeNotice.Pattern) -> String {
    func text(_ bars: ClosedRange<Int>) -> String {
      bars.count == 1 ? "bar \(bars.lowerBound)" : "bars \(bars.lowerBound) to \(bars.upperBound)"
    }
    return switch notice {
    case .set(let bars, let until, let layers):
      "\(text(bars))\(layers == 1 ? "" : " of \(layers) layers") play\(bars.count == 1 ? "s" : "") on "
        + (until.map { "until bar \($0)" } ?? "to the end")
    case .removed(1): "the pattern was removed; the hits of its bars are kept"
    case .removed(let count): "\(count) patterns were removed; the hits of their bars are kept"
    case .turnedIntoHits(let count): "the patterns were converted to \(ShownText.count(count, "hit", "hits"))"
    case .missing: "there is no pattern at the cursor: :pattern BAR begins one"
    case .empty(let bars): "the layer has no hits in \(text(bars)) to repeat"
    case .endsEarly(let bars):
      "\(text(bars)) cannot play on until there: name bar \(bars.upperBound + 2) or later"
    case .noEnd: "a take without a track has no end: name the bar, such as :pattern 17"
    case .overlaps(let bars):
      "\(text(bars)) would overlap another pattern of the layer: :pattern off ends the one at the cursor"
    case .tooLong:
      "the patterns of a take play \(HitPattern.mostHits) hits at most: name an earlier bar for this one"
    }
  }

  private static func sentence(_ notice: TakeNotice.Sound) -> String {
    switch notice {
    case .inputFailed(let error):
      "the input is not recorded any further: \(ErrorText.sentence(error, while: .writing)); what was written is kept"
    case .inputNeedsSpeed:
      "the input is recorded at the original speed and pitch only: :speed 1 and :transpose 0 set them"
    case .inputNeedsTrack: "the input is recorded with a track only: play one; the hits are recorded"
    case .layerMoved(let layer, let seconds):
      seconds == 0
        ? "the sound of \(layer) is where it was recorded"
        : "the sound of \(layer) is \(ShownText.milliseconds(abs(seconds))) ms \(seconds > 0 ? "later" : "earlier")"
    case .layerHasNoSound(let layer):
      "\(layer) has hits and no recorded sound: only recorded sound is moved"
    }
  }

  private static func sentence(_ notice: TakeNotice.Storage) -> String {
    switch notice {
    case .savedLater: "the take is saved now"
    case .savedElsewhere(let take, let folder): "saved \(take) in \(folder.shown)"
    case .notSavedElsewhere(let error): ErrorText.sentence(error, while: .writing)
    case .songNotSaved(let error):
      "the tempo, marks and loop of the song are not kept after the end of the program: \(ErrorText.sentence(error, while: .writing))"
    case .savedBeside(let take, let name):
      "another DrumDub has changed \(take): your version was saved as \(name)"
    }
  }

  // MARK: The end of a recording

  private static func saved(_ take: TakeNotice.SavedTake) -> String {
    let lanes = take.lanes == 0 ? "" : ", \(ShownText.count(take.lanes, "lane", "lanes"))"
    let hits = ShownText.count(take.hits, "hit", "hits") + lanes
    guard let seconds = take.seconds else { return "saved \(take.name): \(hits)" }
    return "saved \(take.name): \(ShownText.clock(seconds)) of the input, \(hits)"
  }

  private static func words(_ reason: TakeNotice.RecordingStop) -> String {
    switch reason {
    case .musicStopped: "the music has stopped"
    case .stream(let name): "\(name) is a stream and no track"
    case .trackChanged: "the track has changed before the music began"
    case .unreadable(let error): ErrorText.sentence(error, while: .reading)
    }
  }

  // MARK: Files and kits

  private static func imported(_ summary: TakeNotice.MIDIImportSummary) -> String {
    let layers = ShownText.count(summary.layers, "layer", "layers")
    let hits =
      summary.isInstrument
      ? ShownText.count(summary.hits, "note", "notes") : ShownText.count(summary.hits, "hit", "hits")
    let unknown = summary.unknownNotes.isEmpty ? nil : leftOut(summary.unknownNotes, kit: summary.kit)
    return
      (["imported \(layers) with \(hits) into \(summary.take)"]
      + [substituted(summary.substitutes), unknown, flaws(summary.flaws)].compactMap(\.self))
      .joined(separator: "; ")
  }

  /// Returns the sentence about notes that substitute pads play; nil if there are none.
  package static func substituted(_ pads: [Int: Int]) -> String? {
    if pads.isEmpty { return nil }
    let list = pads.sorted { $0.key < $1.key }.map { "\(MIDIText.name(ofNote: $0.key)) by pad \($0.value)" }
    return "the nearest pads play notes that no pad has: \(list.joined(separator: ", "))"
  }

  /// Returns the notes of a MIDI file that were not imported.
  package static func leftOut(_ notes: [Int: Int], kit: String) -> String {
    let hits = ShownText.count(notes.values.reduce(0, +), "hit", "hits")
    let list = notes.keys.sorted().map(String.init).joined(separator: ", ")
    return "\(hits) left out: no pad of the kit \(FilePath(kit).shown) has the notes \(list)"
  }

  // MARK: Edits

  private static func words(_ edit: TakeNotice.Edit) -> String {
    switch edit {
    case .recorded(let layer, 0): "record \(layer)"
    case .recorded(let layer, let lanes): "record \(layer) with \(ShownText.count(lanes, "lane", "lanes"))"
    case .deleted(let layer): "delete \(layer)"
    case .changed(let layer, let change): words(change, layer)
    case .renamed(let from, let to): "rename \(from) to \(to)"
    case .mixer: "keep the mixer in the take"
    case .patterns(let layers): "change the patterns of \(ShownText.count(layers, "layer", "layers"))"
    case .lanes(let addresses) where addresses.count == 1: "change the lane \(addresses[0])"
    case .lanes(let addresses): "change \(addresses.count) lanes"
    case .hits(let removed, 0): "delete \(ShownText.count(removed, "hit", "hits"))"
    case .hits(0, let inserted): "add \(ShownText.count(inserted, "hit", "hits"))"
    case .hits(_, let inserted): "change \(ShownText.count(inserted, "hit", "hits"))"
    }
  }

  private static func words(_ change: TakeNotice.Edit.LayerChange, _ layer: String) -> String {
    switch change {
    case .mute(true): "mute \(layer)"
    case .mute(false): "unmute \(layer)"
    case .solo(true): "solo \(layer)"
    case .solo(false): "end solo of \(layer)"
    case .patterns: "change the patterns of \(layer)"
    case .gain(let gain): "set \(layer) to \(ShownText.decibels(gain.value))"
    case .offset: "move the sound of \(layer)"
    case .name(let name): "rename \(layer) to \(name)"
    case .several: "change \(layer)"
    }
  }

  private static func quit(_ keys: KeyMap) -> String { keys.label(.program(.quit)) ?? "quit" }

  private static func savesElsewhere(_ keys: KeyMap, _ separator: String) -> String {
    keys.label(.queue(.save)).map { "\(separator)\($0) saves elsewhere" } ?? ""
  }

  /// Returns `12 hits`, or `0:07 of sound`.
  static func content(of layer: Layer) -> String {
    guard let audio = layer.audio else { return ShownText.count(layer.hits.struckCount, "hit", "hits") }
    return "\(ShownText.clock(FrameCount(audio.frames).seconds(at: audio.sampleRate))) of sound"
  }

  /// Returns `+12.5 ms` if the recorded sound was moved.
  static func offset(of layer: Layer) -> String? {
    guard let audio = layer.audio, layer.settings.offset != 0 else { return nil }
    let seconds = Double(layer.settings.offset) / Double(audio.sampleRate.hertz)
    return "\(seconds > 0 ? "+" : "")\(ShownText.milliseconds(seconds)) ms"
  }

  /// Returns the heading of a group in the list of takes.
  static func name(_ group: TakeGroup) -> String {
    switch group {
    case .track: "of this track"
    case .free: "without a track"
    case .lost: "of tracks that are not found"
    }
  }

  /// Returns the takes that are not saved, and why: `take 1 is not saved: the disk is full`.
  static func unsaved(_ takes: [UnsavedTake]) -> String {
    guard let first = takes.first else { return "" }
    return "\(quitting(takes)): \(ErrorText.reason(first.error))"
  }

  static func quitting(_ takes: [UnsavedTake]) -> String {
    guard let first = takes.first else { return "" }
    if takes.count > 1 { return "\(takes.count) takes are not saved" }
    return first.isOnDisk ? "changes of \(first.name) are not saved" : "\(first.name) is not saved"
  }

  static func pronoun(_ takes: [UnsavedTake]) -> String {
    takes.count == 1 && takes.first?.isOnDisk == false ? "it" : "them"
  }

  /// Returns the message about an unsaved take after the program has ended.
  package static func lost(_ take: UnsavedTake) -> String {
    let what = take.isOnDisk ? "changes of \(take.name) were not saved" : "\(take.name) was not saved"
    let rest = take.isOnDisk ? "; the recording itself is on the disk" : ""
    return "\(what): \(ErrorText.sentence(take.error, while: .writing))\(rest)"
  }

  /// Returns the content of the message line while takes are not saved; nil if all are saved.
  static func standing(_ takes: [UnsavedTake], _ keys: KeyMap) -> String? {
    guard !takes.isEmpty else { return nil }
    let isInMemory = takes.contains { !$0.isOnDisk }
    return unsaved(takes) + (isInMemory ? "; kept in memory" : "") + savesElsewhere(keys, "; ")
  }

  /// Returns the error without the folder of the file, which is always the same, so that the message fits the line.
  private static func short(_ error: FileError) -> FileError {
    var error = error
    error.subject = FilePath(error.subject).lastComponent.shown
    return error
  }

  /// Returns `0:12–0:20`, with bars `0:32–0:48, bars 17–24`; a missing end is that of the track.
  static func range(_ from: Double?, _ to: Double?, _ bars: ClosedRange<Int>? = nil) -> String? {
    if from == nil && to == nil { return nil }
    let time = "\(ShownText.exactClock(from ?? 0))–\(to.map(ShownText.exactClock) ?? "")"
    guard let bars else { return time }
    return time
      + (bars.count == 1 ? ", bar \(bars.lowerBound)" : ", bars \(bars.lowerBound)–\(bars.upperBound)")
  }

  /// Returns ` (72 at 0.6×)`, the tempo that is heard at a speed; empty at the original speed.
  static func heard(_ bpm: Double, at speed: Double) -> String {
    speed == 1 ? "" : " (\(Int((bpm * speed).rounded())) at \(SettingsLine.factor(speed)))"
  }

  private static func tempo(_ bpm: Double) -> String { "\(ShownText.tenths(bpm)) BPM" }
}
