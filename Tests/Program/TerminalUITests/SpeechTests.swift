import Testing

@testable import TerminalUI

/// Lines of the plain mode with words for what screen readers leave out.
@Suite struct SpeechTests {
  @Test(arguments: [
    ("volume down: -", "volume down: minus"),
    ("volume up: + =", "volume up: plus equals"),
    ("brake the music: ,", "brake the music: comma"),
    ("volume up: +, =", "volume up: plus, equals"),
    ("loop start: (", "loop start: left parenthesis"),
    ("back 1 bar: alt+shift+←", "back 1 bar: alt shift left arrow"),
    ("mute: M, ctrl+u", "mute: M, control u"),
    ("pads: ctrl+,, F2", "pads: control comma, F2"),
    ("? lists and searches the keys", "question mark lists and searches the keys"),
    ("music −6.0 dB, pads +1.5 dB", "music minus 6.0 dB, pads plus 1.5 dB"),
    ("volume 0.0 dB · 100%", "volume 0.0 dB, 100 percent"),
    ("speed 0.8×, loop off", "speed 0.8 times, loop off"),
    ("track: Artist - Title", "track: Artist, Title"),
    ("outputs: JACK → speakers", "outputs: JACK to speakers"),
    ("deleted -", "deleted minus"),
    ("inserted ,", "inserted comma"),
    (",", "comma"),
    ("rating: –", "rating: none"),
    ("loading …", "loading"),
    ("a long tit…", "a long tit"),
    ("search: ", "search:"),
    ("rock (live), 4/4, 00:31", "rock (live), 4/4, 31 seconds"),
    ("loop 00:12.065–00:13.071", "loop 12.1 to 13.1 seconds"),
    ("loop 00:12.065–", "loop from 12.1 seconds"),
    ("banks 1–2/4: pads 1 to 16", "banks 1 to 2/4: pads 1 to 16"),
    ("volume DB: -60 to 12, or (80%)", "volume DB: minus 60 to 12, or (80 percent)"),
    ("tuned to A = 440 Hz (-3 cents)", "tuned to A equals 440 Hz (minus 3 cents)"),
    ("1 of 2: crossfade=0  default", "1 of 2: crossfade equals 0, default"),
    ("1 of 2: Flower Duet, 3 of 5 stars  01:41", "1 of 2: Flower Duet, 3 of 5 stars, 1 minute 41"),
    ("kit is Rock; :set -s kit keeps it", "kit is Rock; colon set minus s kit keeps it"),
    ("panes=library|queue", "panes equals library vertical bar queue"),
    ("stop after this track: alt+Q, ctrl+z", "stop after this track: alt shift Q, control z"),
    ("http://host/a?b=c", "http://host/a?b=c"),
    ("paused at 01:05", "paused at 1 minute 5"), ("at 1:02:00", "at 1 hour 2 minutes"),
    ("at 00:00.96 of 2:00:01", "at 1 second of 2 hours 1 second"),
    ("loop 00:58–01:06, bars 2–3", "loop 58 seconds to 1 minute 6, bars 2 to 3"),
    ("such as 0:30-1:30 or 0:30-", "such as 0:30-1:30 or 0:30 minus"), ("a 1:02:03:04 b", "a 1:02:03:04 b"),
    ("left 2026-11-22 17:05", "left 2026-11-22 17:05"),
    ("", ""),
  ]) func symbolsAreWords(line: String, spoken: String) {
    #expect(Speech.words.lines(line) == [spoken])
    #expect(line.last.map { "-–".contains($0) } == true || Speech.symbols.lines(line) == [line])
  }

  @Test(arguments: [
    ("volume down: -", "volume down: minus"), ("volume down: -, ctrl+-", "volume down: -, ctrl+minus"),
    ("deleted -", "deleted minus"), ("-", "minus"), ("rating: –", "rating: none"),
    ("loop 00:12.065–", "loop from 00:12.065"), ("filter: a-", "filter: a minus"),
    ("track: Artist -", "track: Artist"), ("1 of 2: a.flac, --:--, current", "1 of 2: a.flac, current"),
    ("paused: 1 of 1, a.flac, --:--, at 00:01", "paused: 1 of 1, a.flac, at 00:01"),
  ]) func lineOfSymbolsEndsInNoDash(line: String, shown: String) {
    #expect(Speech.symbols.lines(line) == [shown])
  }

  @Test func longLinesOfSymbolsAreDividedBetweenStatements() {
    let line = "the plug-in Test is not heard: it did not answer for a second; :cancel-plug-ins ends its wait"
    #expect(
      Speech.symbols.lines(line) == [
        "the plug-in Test is not heard: it did not answer for a second", ":cancel-plug-ins ends its wait",
      ])
    #expect(
      Speech.symbols.lines(
        "Timeline · take 1 · 120 BPM 4/4 · steps 1/16: pad 1 snare, bar 5 beat 3 step 1, 00:09.014, no hit")
        == [
          "Timeline · take 1 · 120 BPM 4/4 · steps 1/16: pad 1 snare, bar 5 beat 3 step 1",
          "00:09.014, no hit",
        ])
    // No part ends or begins with the dash of a title.
    let title = "a title with many words, "
    #expect(
      Speech.symbols.lines("track: Artist - " + title + title + title + "the end") == [
        "track: Artist - a title with many words, a title with many words",
        "a title with many words, the end",
      ])
    // The end of a range is no dash.
    let range =
      "a part of the track with a long explanation in front of its examples, such as 0:30-1:30 or 0:30-"
    #expect(Speech.symbols.lines("\(range); empty: all").allSatisfy { !$0.hasSuffix("-") })
  }

  @Test func shortBeginningIsNoPartOfItsOwn() {
    #expect(
      Speech.symbols.lines(
        "warning: the speed changes when a loop or a repeat of the track is set and never before it was set")
        == [
          "warning: the speed changes when a loop or a repeat of the track is set and",
          "never before it was set",
        ])
  }

  /// A path that is longer than a line is a line of its own.
  @Test func pathIsNotDivided() {
    let path =
      "/home/someone/Music/Symphonies of the Royal Concert Hall (1971-1978)/Disc 3/01 - Symphony No. 5.flac"
    #expect(
      Speech.symbols.lines("warning: cannot read \(path): not a sound file") == [
        "warning: cannot read", "\(path):", "not a sound file",
      ])
    #expect(
      Speech.symbols.lines("saved the recording \(path): 00:30") == [
        "saved the recording", "\(path):", "00:30",
      ])
  }

  /// The list of the messages has whole paths.
  @Test(arguments: [
    ("cannot read /home/a/Music/x.flac: not a sound file", "cannot read Music/x.flac: not a sound file"),
    ("saved /home/a/My music (new)/a - b.wav", "saved My music (new)/a - b.wav"),
    ("/a/b/c.wav is missing; /d/e.wav, too", "b/c.wav is missing; /d/e.wav, too"),
    ("http://host/a/b/c: no answer", "http://host/a/b/c: no answer"),
    ("/ filters the list", "/ filters the list"),
  ]) func pathsOfSpokenMessagesAreShort(line: String, spoken: String) {
    #expect(Speech.words.message(line) == spoken)
    #expect(Speech.symbols.message(line) == line)
  }

  /// The lines of the plain mode that the tables of tests have: layers, prompts and commands with an argument.
  private static let known: [String] =
    PlainLayerTests.layers.flatMap { $0.opened + $0.keys.flatMap(\.1) }
    + PlainPromptTests.prompts.flatMap { [$0.asked, $0.done] } + PlainCommandTests.forms.map(\.1)

  @Test(arguments: Speech.allCases) func partsOfKnownLinesFitAndEndInNoDash(speech: Speech) {
    for line in Self.known {
      for part in speech.lines(line) {
        #expect(!part.isEmpty && part.count < 80 && part.last.map { "-–—−".contains($0) } == false, "\(line)")
      }
    }
  }

  @Test func longLinesAreDividedBehindPunctuation() {
    let line =
      "Timeline · no take · 120 BPM 4/4 · steps 1/16: pad 1 snare, bar 5 beat 3 step 1, 00:09.014, no hit"
    #expect(
      Speech.words.lines(line) == [
        "Timeline, no take, 120 BPM 4/4", "steps 1/16: pad 1 snare, bar 5 beat 3 step 1",
        "9 seconds, no hit",
      ])
    // Statements stay together, and the colon in front of a command is a word.
    #expect(
      Speech.words.lines(
        "radio: tracks of genre:rock follow the queue without end; :radio off ends it, and u undoes it") == [
          "radio: tracks of genre:rock follow the queue without end",
          "colon radio off ends it, and u undoes it",
        ])
    let words = Array(repeating: "word", count: 40).joined(separator: " ")
    #expect(Speech.words.lines(words).map(\.count) == [79, 79, 39])
    let one = String(repeating: "a", count: 200)
    #expect(Speech.words.lines(one) == [one])
  }
}
