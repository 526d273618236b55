import AudioBase
import Controls
import Dubbing
import MusicFiles
import Percussion
import Player
import SystemBase
import Testing

@testable import Application
@testable import Librarian
@testable import TerminalUI

/// The messages to the user that are made of values, in one place, to be read at once.
@Suite struct SentenceTests {
  private static let layer = "layer 1"
  private static func damaged(_ name: String) -> FileError {
    FileError(.damaged, name, detail: "invalid JSON in line 3")
  }

  private static let saved = TakeNotice.SavedTake(name: "take 1", hits: 8)

  private static let stems = SongStems(
    place: FilePath("/s"), parts: SongParts([SongPart("drums", FilePath("/s/d")), SongPart("rest", nil)]),
    difference: -20.6)

  static let takes: [(TakeNotice, String)] = [
    (.recordingEnded(saved), "saved take 1: 8 hits"),
    (.recordingEnded(TakeNotice.SavedTake(name: "take 1", hits: 1)), "saved take 1: 1 hit"),
    (.recordingContinues(track: "b", saved: nil), "the recording continues with b"),
    (
      .recordingContinues(track: "b", saved: saved),
      "saved take 1: 8 hits; the recording continues with b"
    ),
    (.recordingStopped(.musicStopped, saved: nil), "the recording has ended: the music has stopped"),
    (
      .recordingStopped(.stream("Radio"), saved: saved),
      "the recording has ended: Radio is a stream and no track; saved take 1: 8 hits"
    ),
    (.turned(.undo, .changed(layer, .mute(true))), "undone: mute layer 1"),
    (.turned(.redo, .changed(layer, .mute(false))), "redone: unmute layer 1"),
    (.turned(.undo, .changed(layer, .solo(true))), "undone: solo layer 1"),
    (.turned(.undo, .changed(layer, .gain(Decibels(-3)))), "undone: set layer 1 to −3.0 dB"),
    (.turned(.undo, .changed(layer, .name("snare"))), "undone: rename layer 1 to snare"),
    (.turned(.undo, .changed(layer, .several)), "undone: change layer 1"),
    (.turned(.undo, .recorded(layer)), "undone: record layer 1"),
    (.turned(.undo, .recorded(layer, lanes: 2)), "undone: record layer 1 with 2 lanes"),
    (
      .recordingEnded(TakeNotice.SavedTake(name: "take 1", hits: 0, lanes: 1)), "saved take 1: 0 hits, 1 lane"
    ),
    (.turned(.undo, .deleted(layer)), "undone: delete layer 1"),
    (.turned(.undo, .renamed(from: "take 1", to: "verse")), "undone: rename take 1 to verse"),
    (.newTake(.track("a")), ":record records a new take of a"),
    (.newTake(.free), ":record records a new take without a track"),
    (.newTake(.recording), "no new take is begun: :record ends the recording first"),
    (.turned(.undo, .recorded(layer), take: "take 2"), "undone in take 2: record layer 1"),
    (.quantised(3, of: 12), "moved 3 of 12 hits to the grid"),
    (
      .quantised(1, of: 1, assumedTempo: 97.5),
      "moved 1 of 1 hit to the grid of the assumed 97.5 BPM: :tempo sets the tempo"
    ),
    (.humanised(1), "changed 1 hit at random"),
    (.pattern(.set(bars: 1...2, until: nil, layers: 3)), "bars 1 to 2 of 3 layers play on to the end"),
    (.pattern(.removed(2)), "2 patterns were removed; the hits of their bars are kept"),
    (.turned(.undo, .lanes(["music/gain"])), "undone: change the lane music/gain"),
    (.turned(.redo, .lanes(["music/gain", "move/throw"])), "redone: change 2 lanes"),
    (.lane(.list(take: nil, [])), "there is no take, so there are no lanes"),
    (
      .lane(.list(take: "take 1", [])),
      "take 1 has no lanes: the mixer's values that you change while you record become lanes"
    ),
    (
      .lane(
        .list(
          take: "take 1",
          [
            LaneNotice.Line(address: "music/gain", layer: nil, points: 1, mode: .latch),
            LaneNotice.Line(address: "music/echo/time", layer: "layer 2", points: 40, mode: nil),
          ])),
      "take 1 has 2 lanes: music/gain (1 point, latch), music/echo/time of layer 2 (40 points, not in the mixer)"
    ),
    (.lane(.mode(.pad(3), .read)), "pad 3: read: lanes are played, and changes are not recorded"),
    (
      .lane(
        .list(
          take: "take 1", isFree: true,
          [LaneNotice.Line(address: "pads/gain", layer: "layer 1", points: 2, mode: .touch)])),
      "take 1, without a track, has 1 lane: pads/gain of layer 1 (2 points, touch)"
    ),
    (
      .lane(.overruled(take: "take 1", "master/mute", .master)),
      "the lane master/mute of take 1 acts here, whatever you set: :lanes master off plays without it"
    ),
    (
      .lane(.unknown(take: "take 1", ["music/echo/time"])),
      "the mixer has no music/echo/time: this lane of take 1 is kept and not played"
    ),
    (
      .lane(.unknown(take: "take 1", ["a/b", "music/echo/time"])),
      "the mixer has no a/b, music/echo/time: these lanes of take 1 are kept and not played"
    ),
    (
      .lane(.unknownParts(take: "take 1", ["song/vocals/gain"], known: ["drums", "music"])),
      "the song has no part for song/vocals/gain of take 1, but drums, music: this lane is kept and not played; :stems PLACE names stems"
    ),
    (.turned(.undo, .patterns(layers: 2)), "undone: change the patterns of 2 layers"),
    (.needsTimeline, ":timeline opens the timeline first: this command changes its hits"),
    (.turned(.undo, .hits(removed: 2, inserted: 0)), "undone: delete 2 hits"),
    (.turned(.undo, .hits(removed: 0, inserted: 1)), "undone: add 1 hit"),
    (.turned(.redo, .hits(removed: 3, inserted: 3)), "redone: change 3 hits"),
    (.metronome(true, bpm: 120, speed: 1), "metronome on: 120 BPM"),
    (.metronome(true, bpm: 120, speed: 0.6), "metronome on: 120 BPM (72 at 0.6×)"),
    (.tempo(97.5), "tempo 97.5 BPM"), (.timeSignature(.common), "time signature 4/4"),
    (.clickLevel(Decibels(-3)), "metronome at −3.0 dB"),
    (.beats(.finding(percent: 40)), "finding the tempo: 40 %"),
    (.beats(.found(bpm: 104, isSteady: true, nil)), "tempo 104 BPM, found by the sound"),
    (
      .beats(.found(bpm: 97.5, isSteady: false, TimeSignature("3/4"))),
      "tempo 97.5 BPM on average, it changes, found by the sound: bars of 3 beats"
    ),
    (
      .beats(.guess(bpm: 91.7)), "about 92 BPM (unsure): the track has no clear beat; :tempo 92 sets it"
    ),
    (.beats(.corrected(.half, bpm: 52)), "tempo 52 BPM"),
    (.beats(.turned(.undo, bpm: 104)), "the former tempo is restored: 104 BPM"),
    (.beats(.turned(.redo, bpm: 52)), "the tempo is changed again: 52 BPM"),
    (.loop(from: 12, to: 20), "loop 00:12–00:20"), (.loop(from: 0.25, to: 0.875), "loop 00:00.25–00:00.875"),
    (.loop(from: 32, to: 48, bars: 17...24), "loop 00:32–00:48, bars 17–24"),
    (.loop(from: 32, to: 34, bars: 17...17), "loop 00:32–00:34, bar 17"),
    (.free(.playing("take 1")), "playing take 1"), (.free(.stopped("take 1")), "stopped take 1"),
    (
      .free(.looping("take 1", bars: 2, bpm: 96)),
      "take 1 repeats 2 bars at 96 BPM: record again to add to it"
    ),
    (.bars(.afterEnd(bar: 90)), "the track ends before bar 90"),
    (.song(.set("verse", .init(from: 62), isNew: true)), "marked verse: 01:02"),
    (.song(.set("verse", .init(from: 62), isNew: false)), "moved the mark verse: 01:02"),
    (
      .song(.reached("fill", .init(from: 32, to: 48, bars: 17...24))),
      "fill: 00:32–00:48, bars 17–24"
    ),
    (.song(.renamed(from: "a", to: "b")), "the mark a is called b now"),
    (.song(.removed("a")), "removed the mark a"),
    (.song(.turned(.undo, names: ["a", "b"])), "undone: a change of the marks a, b"),
    (.song(.foundElsewhere(marks: 1)), "found 1 mark of this song with another file of the same sound"),
    (.song(.transposed(Transposition(cents: -500))), "transposed by -5 semitones"),
    (.song(.pitchTurned(.undo, .none)), "undone: the song has its own pitch"),
    (
      .song(.key(.found(FoundKey(MusicalKey(tonic: 9, isMinor: true), tuning: 12)))),
      "the song is in A minor, tuned to A = 443.1 Hz (+12 cents)"
    ),
    (
      .song(.drums(.found([24, 22, 48, 2], isGuess: false))),
      "found 96 hits, 24 kick, 22 snare, 48 hat, 2 other; :drums layer adds them to the take"
    ),
    (.song(.drums(.finding(percent: 40))), "finding the drums of the song: 40 %"),
    (.song(.drums(.none(.noHits))), "no drums found: the sound of the track has no hits of drums"),
    (.song(.drums(.notFound)), "the drums of this song are not known yet: :drums find finds them"),
    (
      .song(.parts(.turned(.undo, "bass", SongPartLevel(isMuted: true)))),
      "undone: bass of the song, 0 dB, mute"
    ),
    (.song(.parts(.separating(percent: 30))), "separating the drums of the song: 30 %"),
    (
      .song(.parts(.unknown("x", known: ["drums", "music"]))), "the song has no part x, but drums, music"
    ),
    (
      .song(.parts(.found(Self.stems))),
      "the song plays in the stems drums, rest of /s; their sum differs from it by a sound 21 dB below it"
    ),
    (
      .song(.parts(.isFromNetwork)),
      "a track from the network is not played in parts: play a file on this computer"
    ),
    (
      .song(.key(.isFromNetwork)),
      "the key of a track from the network is not searched: play a file on this computer"
    ),
    (
      .beats(.isFromNetwork),
      "the tempo of a track from the network is not searched: play a file on this computer"
    ),
    (
      .song(.drums(.isFromNetwork)),
      "the drums of a track from the network are not searched: play a file on this computer"
    ),
    (
      .song(.parts(.oneSoundTrack(FilePath("/s/a.mka")))),
      "/s/a.mka has no stems: it has only one sound track"
    ),
    (
      .song(.parts(.otherSong(FilePath("/s")))),
      "the stems in /s are not played: their sum does not sound like this song"
    ),
    (.song(.unknown("x")), "this song has no mark x: :place list lists its marks"),
    (.song(.isPlace("a")), "a is a place without an end: :section a 17-24 makes it a section"),
    (.song(.bars(.afterEnd(bar: 90))), "the track ends before bar 90"),
    (.punch(from: 12, to: nil), "punch 00:12–"),
    (.deleted("take 1"), "deleted take 1"),
    (.restored(take: "take 1"), "restored take 1"),
  ]

  static let others: [(Notice, String)] = [
    (
      .export(.notice(.lanesUnknown(take: "take 1", ["a/b", "music/echo/time"]))),
      "take 1: lanes of a/b, music/echo/time are not played: the mixer has no such value"
    ),
    (.sleepTimer(.pauses(minutes: 30)), "pauses in 30 minutes"),
    (.nowPlaying(title: "a"), "now playing: a"),
    (.padsLocked(true, PadBank()), "pads-only mode on: F2 ends it"),
    (.softHits(true), "soft hits on: ctrl+space ends them"), (.softHits(false), "soft hits off"),
    (.hint(.layouts), "shift+F2 changes the layout: large pads, lists without pads, both"),
    (.hint(.hiddenPanes(["lyrics"])), "no room beside the other panes for lyrics (w): its key shows it"),
    (
      .hint(.hiddenPanes(["library", "mixer"])),
      "no room beside the other panes for library (Tab), mixer (x): their keys show them"
    ),
    (.hint(.confirmClear), "press C again to empty the queue"),
    (.hint(.libraryHasNoFocus(.add)), "tracks are added from the library: press Tab to go there"),
    (
      .hint(.libraryHasNoFocus(.importPlaylist)),
      "import-playlist saves the selected playlist file of the library: press Tab to go there"
    ),
    (
      .hint(.libraryHasNoFocus(.splitAlbum)),
      "split-album changes albums of the library: press Tab to go there"
    ),
    (
      .hint(.libraryHasNoFocus(.playList)),
      "play-list plays the list that is open in the library: press Tab to go there"
    ),
    (.nothingFound("x"), "no track of the queue matches \"x\""),
    (.key(.unbound("F")), "F has no command; ? shows the keys"),
    (.key(.bound("f5", .playback(.mute))), "F5: mute"),
    (.key(.removed("f5", .playback(.mute))), "F5 is no longer a key of mute"),
    (.key(.notOf("f5", .playback(.mute))), "not removed: F5 is not a key of mute"),
    (.key(.unchanged(.playback(.mute))), "the keys of mute are as before"),
    (.setting(.saved(name: "layout", value: "drum")), "layout is drum, also after the next start"),
    (
      .setting(.changed(name: "theme", value: "light")),
      "theme is light until the program ends; :set -s theme keeps it"
    ),
    (.setting(.kept(name: "theme", value: "light")), "theme=light is in the configuration file"),
    (
      .setting(.onlyAtStart(name: "mouse")),
      "mouse cannot change while the program runs: write it to the configuration file and start again"
    ),
    (
      .setting(.outputKept(DeviceError(.unavailable, "hw:9", detail: "no such device"))),
      "the output is not changed: cannot open hw:9 (no such device)"
    ),
    (
      .setting(.kitKept(FileError(.notFound, "/k/kit.json"))),
      "the kit is not changed: cannot read /k/kit.json: no such file"
    ),
    (
      .setting(.value(SettingLine(name: "theme", value: "light", source: .file(line: 3)))),
      "theme is light (config, line 3); :set theme VALUE changes it"
    ),
    (
      .configuration(FilePath("/c/config"), line: 4, .incompleteUnbind, others: 2),
      "config, line 4: unbind needs a key; skipped, as 2 other lines are: N lists them"
    ),
    (
      .configuration(FilePath("/c/config"), line: 4, .incompleteUnbind, others: 0),
      "config, line 4: unbind needs a key; skipped"
    ),
    (
      .notQueued([
        MusicFinder.Warning(
          path: FilePath("a.m3u"), problem: .failed(FileError(.notAudio, "a.m3u", detail: "not a text")))
      ]), "cannot read a.m3u: not a text; M3U, PLS, XSPF and CUE are read"
    ),
    (
      .notQueued([MusicFinder.Warning(path: FilePath("gopher://x"), problem: .unsupportedAddress)]),
      "cannot read gopher://x: this kind of address is not supported; name a file, or an address such as "
        + "http://HOST/PATH or https://HOST/PATH"
    ),
    (.saved(FilePath("a.m3u8")), "saved a.m3u8"),
    (
      .terminal(.noShell(canDetach: true)),
      "cannot suspend: not started from a shell; ctrl+d detaches, drumdub attach returns"
    ),
    (
      .terminal(.noShell(canDetach: false)),
      "cannot suspend: not started from a shell; with on-hangup=detach, ctrl+d detaches"
    ),
    (
      .take(.timeline(.pasted(2, at: 12.3, offGrid: -0.012, afterEnd: 0))),
      "2 hits pasted at 00:12.3, off the grid: 12.0 ms before the nearest step; u undoes it"
    ),
    (
      .take(.timeline(.pasted(5, at: 12.3, offGrid: 0, afterEnd: 3))),
      "5 hits pasted at 00:12.3; 3 of 5 hits are after the end of the track and are not heard; u undoes it"
    ),
    (
      .take(.timeline(.pasted(0, points: 2, at: 12.3, offGrid: 0, afterEnd: 0))),
      "2 points pasted at 00:12.3; u undoes it"
    ),
    (.take(.timeline(.copied(3, points: 1))), "3 hits and 1 point copied"),
    (
      .take(.timeline(.lane(.quantised(hits: 1, points: 2)))),
      "moved 1 hit and 2 points to the grid; u undoes it"
    ),
    (.take(.timeline(.lane(.quantised(hits: 0, points: 0)))), "moved 0 hits to the grid"),
    (.take(.timeline(.lane(.thinned(2, of: 5)))), "removed 2 of 5 points; u undoes it"),
    (.take(.timeline(.lane(.thinned(0, of: 1)))), "removed 0 of 1 point"),
    (
      .take(.timeline(.lane(.noneShown(isEmpty: true)))),
      "the take has no lanes: change the mixer while you record, or :lane music/gain begins one"
    ),
    (
      .take(.timeline(.lane(.covered(by: "layer 2", "music/gain")))),
      "layer 2 is heard here: of layers that play, the topmost one wins where its music/gain was touched"
    ),
    (
      .take(.timeline(.lane(.tooManyPoints))),
      "nothing is changed: the lanes of a take have 10000000 points at most"
    ),
    (.take(.timeline(.afterEnd(2, of: 2))), "2 hits are after the end of the track and are not heard"),
    (.take(.timeline(.afterEnd(1, of: 1))), "1 hit is after the end of the track and is not heard"),
    (
      .terminal(.substituted("foot", by: "xterm-256color")),
      "the terminal type foot is not installed: xterm-256color is used; ncurses-term has its description"
    ),
    (.file(FileError(.notPermitted, "a")), "cannot read a: permission denied"),
    (.file(damaged("kit.json")), "cannot read kit.json: the file is damaged (invalid JSON in line 3)"),
    (.player(.stream(QueueItem.ID(1), name: "http://a/b", .connecting)), "connecting to http://a/b"),
    (
      .player(.stream(QueueItem.ID(1), name: "a", .replaced)),
      "a has changed on the server: the new file plays on from the same position"
    ),
    (.player(.stream(QueueItem.ID(1), name: "FM", .titled("One - Two"))), "on air: One - Two"),
    (.player(.stream(QueueItem.ID(1), name: "a", .part(title: "Two", artist: "One"))), "now: One - Two"),
    (.player(.stream(QueueItem.ID(1), name: "a", .part(title: "part 2", artist: nil))), "now: part 2"),
    (
      .player(
        .stream(QueueItem.ID(1), name: "FM", .interrupted(FileError(.readFailed, "a", detail: "reset")))),
      "FM: connection lost: reset; connecting again"
    ),
    (.player(.stream(QueueItem.ID(1), name: "FM", .resumed)), "FM: connected again"),
    (
      .player(.streamEnded(QueueItem.ID(1), name: "FM", FileError(.readFailed, "a", detail: "reset"))),
      "FM: connection lost: reset; play it again to try once more"
    ),
    (
      .trackProgram(
        TrackProgramFailure(
          program: FilePath("tell"), reason: .notStarted(FileError(.notFound, "tell")))),
      "on-track=tell: there is no such program in PATH; :set on-track PROGRAM names another, :set on-track off ends this"
    ),
    (
      .trackProgram(TrackProgramFailure(program: FilePath("/tell"), reason: .exited(2))),
      "on-track=/tell: it ended with exit code 2; :set on-track PROGRAM names another, :set on-track off ends this"
    ),
    (.playBegins(at: 90), "stopped: play begins at 01:30"),
    (.nothing(.redo), "nothing to redo: u has undone nothing since the last change"),
    (.storedFile(.notSaved(FileError(.noSpace, "a"))), "cannot write a: the disk is full; free some space"),
    (.storedFile(.saved("a")), "a is saved now"),
    (.take(.deleted("take 1")), "deleted take 1; u undoes it"),
    (.take(.quantised(3, of: 12)), "moved 3 of 12 hits to the grid; u undoes it"),
    (.take(.quantised(0, of: 12)), "moved 0 of 12 hits to the grid"),
    (.take(.beats(.stretched(bpm: 97.5))), "tempo 97.5 BPM; u undoes it"),
    (.clickOutput(.on(name: "pulse:phones")), "the metronome is heard on pulse:phones only"),
    (
      .clickOutput(
        .failed(DeviceError(.unavailable, "pulse:phones", detail: "No such entity"), isRetried: true)),
      "the metronome is silent: cannot open pulse:phones (No such entity), waiting for it; :click-output main plays it "
        + "in the main output"
    ),
    (
      .clickOutput(.interrupted(name: "pulse:phones", .deviceGone("Phones"))),
      "the metronome is silent: Phones is gone, waiting for it; :click-output main plays it in the main output"
    ),
    (
      .clickOutput(.tooLate(name: "alsa", seconds: 0.5)),
      "the metronome is silent: the latency of alsa is 500.0 ms too large; :click-output main plays it in the main "
        + "output"
    ),
  ]

  @Test func everyNoticeHasTheExpectedSentence() {
    for (notice, sentence) in Self.takes { #expect(TakeText.sentence(notice) == sentence) }
    for (notice, sentence) in Self.others { #expect(NoticeText.sentence(notice, KeyMap()) == sentence) }
  }

  @Test func padsOnlyModeNamesTheKeysOfTheSecondBank() {
    var bank = PadBank()
    bank.setCount(3)
    bank.rows = 2
    func sentence() -> String { NoticeText.sentence(.padsLocked(true, bank), KeyMaps().locked) }
    #expect(sentence() == "pads-only mode on: F2 ends it, q w e r u i o p hit pads 9 to 16")
    bank.move(by: 1)
    #expect(sentence() == "pads-only mode on: F2 ends it")
  }
}
