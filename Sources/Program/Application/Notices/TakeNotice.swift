import AudioBase
import Dubbing
import Player
import SystemBase
import TakeExchange

/// A message about takes, as data.
package enum TakeNotice: Hashable, Sendable {
  /// A take, or changes of it, could not be written and are only in memory.
  case notSaved(UnsavedTake)
  case storage(Storage)
  /// A take or a layer was deleted.
  case deleted(String)
  /// A layer was duplicated, of which the take has this number now.
  case duplicated(take: String, layers: Int)
  case restored(take: String)
  /// The file of a take or a journal cannot be read.
  case unreadable(FileError)
  /// Recordings that were interrupted and have been restored from their journals.
  case recovered(names: [String])
  /// The take was recorded with a kit that is not loaded; `argument` is that of the command which loads it.
  case otherKit(take: String, kit: String, loaded: String, argument: String)
  /// The loaded kit sounds or plays otherwise than when the take was recorded.
  case kitChanged(take: String, kit: String)
  /// The track cannot be recorded to.
  case noTrack(FileError)
  case recordingEnded(SavedTake)
  /// The track has changed, and the recording continues with the new one.
  ///
  /// - Parameter saved: the take of the former track; nil if nothing was recorded to it.
  case recordingContinues(track: String, saved: SavedTake?)
  /// A recording has ended without a command.
  ///
  /// - Parameter saved: its take; nil before it is saved, and if nothing was recorded.
  case recordingStopped(RecordingStop, saved: SavedTake?)
  case imported(MIDIImportSummary)
  /// A MIDI file was not read, or has no hits for the kit.
  case notImported(FileError)
  case importWhileRecording
  /// An imported take was stored.
  case shared(SharedTakeSummary)
  /// The track of an imported take was not found.
  case notShared(SharedTrackRefusal, FilePath)
  case nothingRecorded
  case sound(Sound)
  /// An edit was undone or redone.
  ///
  /// - Parameter take: the name of the take; nil for the current one.
  case turned(UndoDirection, Edit, take: String? = nil)
  /// A number of the selected hits, or of all hits, was moved or changed.
  ///
  /// - Parameter assumedTempo: the tempo of the grid in beats per minute if nothing states it; nil if it is known.
  case quantised(Int, of: Int, assumedTempo: Double? = nil)
  case humanised(Int)
  /// There are no hits to be changed.
  case noHits
  /// The command acts at the cursor of the timeline, which is not open.
  case needsTimeline
  case timeline(Timeline)
  case pattern(Pattern)
  case lane(LaneNotice)
  /// There is no take, or none is selected in the list.
  case nothingToRename
  case newTake(NewTake)
  case playback(Bool)
  /// - Parameter speed: the speed at which the beats are heard.
  case metronome(Bool, bpm: Double, speed: Double)
  case tempo(Double)
  case beats(Beats)
  case timeSignature(TimeSignature)
  /// The level of the metronome's click.
  case clickLevel(Decibels)
  /// The pattern of the metronome was set.
  case click(ClickPattern)
  /// The pattern of the metronome is refused, since it does not divide the beats of the time signature.
  case clickDoesNotFit(ClickPattern, TimeSignature)
  /// The typed text is not a tempo.
  case invalidTempo
  case invalidTimeSignature
  /// The loop was set, in seconds. A missing bound is the start or the end of the track; without both there is no loop.
  ///
  /// - Parameter bars: from 1; nil if it does not begin and end with a bar.
  case loop(from: Double?, to: Double?, bars: ClosedRange<Int>? = nil)
  case bars(Bars)
  case song(SongNotice)
  /// Nothing is heard in which a loop could begin or end.
  case loopNeedsSound
  case free(Free)
  case punch(from: Double?, to: Double?)
  /// Quitting ends a recording; the command has to be given once more.
  case quitWhileRecording
  /// Quitting discards these takes; the command has to be given once more.
  case quitWhileUnsaved([UnsavedTake])

  var severity: Severity {
    switch self {
    case .notSaved, .unreadable, .noTrack, .notImported, .notShared: .error
    case .shared(let summary): summary.isComplete ? .info : .warning
    case .storage(let notice): notice.severity
    case .sound(let notice): notice.severity
    case .beats(.failed): .error
    case .song(let notice): notice.severity
    case .timeline(let notice): notice.severity
    case .pattern(let notice): notice.severity
    case .lane(let notice): notice.severity
    case .imported(let summary):
      summary.unknownNotes.isEmpty && summary.flaws.isEmpty ? .info : .warning
    case .quantised(_, _, let assumedTempo): assumedTempo == nil ? .info : .warning
    case .otherKit, .kitChanged, .recovered, .quitWhileRecording, .quitWhileUnsaved, .recordingStopped:
      .warning
    case .deleted, .duplicated, .restored, .recordingEnded, .recordingContinues, .nothingRecorded, .turned,
      .nothingToRename, .newTake, .playback, .metronome, .tempo, .beats, .timeSignature,
      .click, .clickLevel, .humanised, .noHits, .needsTimeline,
      .clickDoesNotFit, .invalidTempo, .invalidTimeSignature, .loop, .bars, .loopNeedsSound, .free,
      .punch,
      .importWhileRecording:
      .info
    }
  }

  /// What the next recording begins.
  package enum NewTake: Hashable, Sendable {
    /// A new take of a track, by its title.
    case track(String)
    /// A new take without a track.
    case free
    /// Nothing: a recording goes on.
    case recording
  }

  package enum Storage: Hashable, Sendable {
    /// A take that could not be saved before is on the disk now.
    case savedLater
    case savedElsewhere(take: String, folder: FilePath)
    case notSavedElsewhere(FileError)
    /// The tempo, the marks, the loop or the speed of a song could not be stored.
    case songNotSaved(FileError)
    /// Another DrumDub changed the same take; this version was saved as a separate take.
    case savedBeside(take: String, name: String)

    var severity: Severity {
      switch self {
      case .savedLater, .savedElsewhere: .info
      case .savedBeside: .warning
      case .notSavedElsewhere, .songNotSaved: .error
      }
    }
  }

  /// A message about finding and correcting the beats of a track.
  package enum Beats: Hashable, Sendable {
    /// The tempo is being found; nil at the beginning.
    case finding(percent: Int?)
    /// The tempo was found.
    ///
    /// - Parameter signature: nil if the bars are not clear.
    case found(bpm: Double, isSteady: Bool, TimeSignature?)
    /// The beat or the metre of the track is not clear; its tempo is a guess, and was not set.
    case guess(bpm: Double)
    /// The track has no regular beat.
    case noBeat
    case cancelled
    case failed(FileError)
    /// There is no track whose tempo could be found.
    case noTrack
    /// A stream or a file of a server plays.
    case isFromNetwork
    case corrected(TempoEdit, bpm: Double)
    /// All beats were moved by seconds; later ones are positive.
    case moved(seconds: Double)
    /// The first beat was fixed, and the others were moved.
    case stretched(bpm: Double)
    /// A change of the tempo was undone or redone.
    case turned(UndoDirection, bpm: Double)
  }

  /// A message about a take without a track, by its name.
  package enum Free: Hashable, Sendable {
    case playing(String)
    case stopped(String)
    /// The first recording repeats.
    case looping(String, bars: Int, bpm: Double)
  }

  package enum Bars: Hashable, Sendable {
    /// There is no track whose beats are known.
    case unknown
    /// The track ends before the bar.
    case afterEnd(bar: Int)
  }

  package enum Pattern: Hashable, Sendable {
    /// Bars, from 1, of a number of layers are repeated up to a bar, or to the end.
    case set(bars: ClosedRange<Int>, until: Int?, layers: Int = 1)
    /// A number of patterns was removed.
    case removed(Int)
    case turnedIntoHits(Int)
    /// There is no pattern at the cursor.
    case missing
    /// The bars have no hits.
    case empty(bars: ClosedRange<Int>)
    /// The pattern would end before it begins.
    case endsEarly(bars: ClosedRange<Int>)
    /// The take has no track, so the end is not known.
    case noEnd
    case overlaps(bars: ClosedRange<Int>)
    case tooLong

    var severity: Severity {
      switch self {
      case .set, .removed, .turnedIntoHits: .info
      case .missing, .empty, .endsEarly, .noEnd, .overlaps, .tooLong: .warning
      }
    }
  }

  /// A message about the recorded sound of the input.
  package enum Sound: Hashable, Sendable {
    /// The sound of the input cannot be written; what was written before is kept.
    case inputFailed(FileError)
    /// The input is recorded at the original speed and pitch only.
    case inputNeedsSpeed
    /// The input is recorded with a track only.
    case inputNeedsTrack
    /// The recorded sound of a layer was moved.
    case layerMoved(String, seconds: Double)
    /// The layer has no recorded sound, which alone can be moved.
    case layerHasNoSound(String)

    var severity: Severity {
      switch self {
      case .layerMoved: .info
      case .inputNeedsSpeed, .inputNeedsTrack, .layerHasNoSound: .warning
      case .inputFailed: .error
      }
    }
  }

  package struct SavedTake: Hashable, Sendable {
    package var name: String
    package var hits: Int
    /// The duration of the recorded sound of an input; nil if there is none.
    package var seconds: Double?
    package var lanes = 0
  }

  /// The reason why a recording has ended without a command.
  package enum RecordingStop: Hashable, Sendable {
    case musicStopped
    /// The next one of the queue is a stream, by its name.
    case stream(String)
    /// The track changed before the recording had begun.
    case trackChanged
    case unreadable(FileError)
  }

  package struct MIDIImportSummary: Hashable, Sendable {
    package var take: String
    package var layers: Int
    package var hits: Int
    /// The number of hits for each note that no pad of the kit plays.
    package var unknownNotes: [Int: Int]
    /// The substitute pads of notes that no pad has, by note.
    package var substitutes: [Int: Int] = [:]
    package var kit: String
    /// What is wrong in the file.
    package var flaws = MIDIFile.Flaws()
    /// Whether the layers have notes of an instrument in place of hits.
    package var isInstrument = false
  }

  /// An edit that was undone or redone, of a layer by its name.
  package enum Edit: Hashable, Sendable {
    /// A layer with a number of lanes.
    case recorded(String, lanes: Int = 0)
    case deleted(String)
    case changed(String, LayerChange)
    case renamed(from: String, to: String)
    /// The take got another mixer.
    case mixer
    /// The patterns of a number of layers were changed.
    case patterns(layers: Int)
    /// Hits were changed: the number of removed hits, and the number of inserted ones. A replaced hit counts in both.
    case hits(removed: Int, inserted: Int)
    /// Lanes were changed, by their addresses.
    case lanes([String])

    package enum LayerChange: Hashable, Sendable {
      case mute(Bool)
      case solo(Bool)
      case gain(Decibels)
      case patterns
      /// The offset in frames of the track.
      case offset(Int)
      case name(String)
      /// Several settings were changed.
      case several

      init(from: Layer.Settings, to: Layer.Settings) {
        var changes: [LayerChange] = []
        if from.isMuted != to.isMuted { changes.append(.mute(to.isMuted)) }
        if from.isSolo != to.isSolo { changes.append(.solo(to.isSolo)) }
        if from.gain != to.gain { changes.append(.gain(to.gain)) }
        if from.patterns != to.patterns { changes.append(.patterns) }
        if from.offset != to.offset { changes.append(.offset(to.offset)) }
        if from.name != to.name { changes.append(.name(to.name)) }
        self = changes.count == 1 ? changes[0] : .several
      }
    }
  }
}

extension TakeNotice.Edit {
  /// Describes an edit of a take.
  ///
  /// - Parameter take: the take after the edit was undone or redone.
  init(_ edit: TakeEdit, of take: Take) {
    func name(_ id: Int) -> String {
      (take.layer(id) ?? take.history.shelf[id])?.settings.name ?? "layer \(id)"
    }
    self =
      switch edit {
      case .insert(let layer, _):
        .recorded(name(layer), lanes: (take.lanes + take.history.lanes).count { $0.id.layer == layer })
      case .remove(let layer, _): .deleted(name(layer))
      case .change(_, let from, let to):
        .changed(from.name, TakeNotice.Edit.LayerChange(from: from, to: to))
      case .rename(let from, let to): .renamed(from: from, to: to)
      case .mixer: .mixer
      case .lanes(let edits): .lanes(edits.map(\.id.address))
      case .steps(let steps) where edit.hitEdits.isEmpty: .patterns(layers: steps.count)
      case .hits, .steps:
        .hits(
          removed: edit.hitEdits.reduce(0) { $0 + $1.removedCount },
          inserted: edit.hitEdits.reduce(0) { $0 + $1.insertedCount })
      }
  }
}
