import HeardSound
import TestSupport
import Testing

/// A day by ear: forty acts with `speech=words`, and rules for each line of the answers.
@Suite(.together) struct SpokenDayTests {
  /// What is typed, and a part of the answer.
  private static let acts: [(String, String)] = [
    ("\t", "Library: 1 of 10: Artists"), ("\u{1B}[B", "2 of 10: Albums"), ("\u{1B}[B", "3 of 10: Genres"),
    ("\r", "Genres: 1 of 1: Unknown, 3"), ("\u{1B}[B", "nothing after this"),
    ("i", "3 tracks added to the queue"), ("\t", "Queue: nothing is selected"),
    ("\u{1B}[F", "4 of 4: two.wav"), ("\u{1B}[H", "1 of 4: one.wav"), (" ", "paused at "),
    (":volume ", "now 0.0 dB, 100 percent"), ("80%\r", "volume minus 7.1 dB, 80 percent"), ("M", "muted"),
    ("M", "volume minus 7.1 dB"), ("+", "volume minus "),
    ("?", "play or pause: space"), ("\u{1B}[6~", "11 of "),
    ("loop start", "loop start: left parenthesis"), ("\u{1B}", "help: closed"),
    (":pads\r", "a: snare, note "), ("\u{1B}[B", "s: bass, note "), ("\u{1B}", "pads: closed"),
    // A change of the bank names its drums.
    ("]", "high tom, mid tom, "), ("[", "snare, bass, "),
    (" ", "playing: 1 of 4"), ("O", "there is no take"), ("c", "metronome on"),
    ("c", "metronome off"), (":tempo 90\r", "tempo 90 BPM"), ("t", "tap t again"), ("z", "shuffle on"),
    ("y", "repeat one"), ("x", "fader: 0 dB"), ("\u{1B}[B", "pan: centre"), ("\u{1B}", "mixer: closed"),
    ("N", "Messages: 1 of "), ("\u{1B}[B", "2 of "), ("\u{1B}", "messages: closed"),
    (":seek 0:10\r", "at 10 seconds"), (":practice lines 4\r", "prints the figures of 4 bars"),
    ("X", "stopped"),
    // The steps are walked by arrows: drum, step, on, velocity.
    ("g", "bar 1 beat 1 step 1"), ("\u{1B}[C", "bar 1 beat 1 step 2, "), ("\u{1B}[B", "pad 2 bass, "),
    ("\r", "velocity 100, on the step"), ("+", "hit, velocity 105"),
    ("\u{1B}[D", "bar 1 beat 1 step 1, 0 seconds, no hit"), ("\u{1B}[D", "nothing before this"),
    ("b", "a range begins here"), ("\u{1B}", "nothing is selected any more"), ("\u{1B}", "timeline: closed"),
  ]

  /// The most seconds that a line takes to speak.
  private static let longest = 6.0

  /// Returns the seconds that a line takes to speak, by its letters, digits and pauses: the number of characters does not
  /// tell them, since a character takes 70 ms in words and 140 ms in a line of numbers.
  ///
  /// Fitted to what espeak-ng 1.51 speaks of this day at 175 words a minute (2026-11-29): the standard deviation is 0.23 s, and
  /// no line takes 0.8 s more. The longest ones, those of a bank of drums, took 5.6 s.
  private static func seconds(toSpeak line: String) -> Double {
    let letters = line.count { $0.isLetter }
    let digits = line.count { $0.isNumber }
    let pauses = zip(line, line.dropFirst()).count { ",:;".contains($0) && $1 == " " }
    return 0.5 + 0.06 * Double(letters) + 0.27 * Double(digits) + 0.28 * Double(pauses)
  }

  /// Returns the seconds that espeak-ng speaks a line for: WAV with one channel of 16 bits at 22,050 Hz.
  private static func seconds(spoken line: String) throws -> Double {
    let speech = try Tool.capture("espeak-ng", ["-s", "175", "--stdout", line])
    #expect(speech.status == 0)
    return Double(speech.output.count - 44) / 44_100
  }

  /// A line is judged by the seconds that it takes to speak, and by the 80 characters of a display.
  @Test(arguments: [false, true]) func linesOfADayAreShortAndHaveWordsForSymbols(isAttached: Bool) throws {
    let sandbox = try Sandbox()
    for name in ["one", "three", "two"] {
      try TestTrack(seed: 5, seconds: 60).write(to: "m/\(name).wav", in: sandbox)
    }
    #expect(try sandbox.run(["scan", "m"]).status == 0)
    let options = ["--speech", "words", "--output", "null", "m/one.wav"]
    let player = try isAttached ? DetachedPlayer(sandbox, options) : nil
    let terminal = try PseudoTerminal(columns: 110, rows: 34)
    try sandbox.start(
      in: terminal, isAttached ? ["attach", "--plain"] : ["--plain"] + options,
      environment: isAttached ? [DetachedPlayer.runtime(sandbox)] : [])
    try terminal.wait(for: "playing: 1 of 1, one.wav")
    if isAttached { try terminal.wait(for: "nothing is selected: keys of the list act on the playing track") }
    for (typed, answer) in Self.acts { try terminal.type(typed, andSee: answer) }
    try terminal.expectQuit()
    try player?.waitForEnd()
    let lines = terminal.text.split(whereSeparator: \.isNewline).map(String.init)
    var last = ""
    let isSpoken = Tool.mayUse("espeak-ng")
    for line in lines {
      #expect(line.count < 80, "\(line)")
      if isSpoken { #expect(try Self.seconds(spoken: line) <= Self.longest, "\(line)") }
      #expect(Self.seconds(toSpeak: line) <= Self.longest, "\(line)")
      #expect(!line.contains { "·•–—−…×→←↑↓★☆%▶▸‖=|".contains($0) } && !line.contains(" :"), "\(line)")
      #expect(!line.hasSuffix("-") && line.first?.isPunctuation == false, "\(line)")
      #expect(line != last, "said twice: \(line)")
      last = line
    }
    #expect(lines.count > Self.acts.count && lines.count < 4 * Self.acts.count)
  }
}
