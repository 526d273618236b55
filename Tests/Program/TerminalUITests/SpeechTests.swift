import Testing

@testable import TerminalUI

/// Lines of the plain mode with words for what screen readers leave out.
@Suite struct SpeechTests {
  @Test(arguments: [
    ("volume down: -", "volume down: minus"),
    ("volume up: + =", "volume up: plus equals"),
    ("brake the music: ,", "brake the music: comma"),
    ("loop start: (", "loop start: left parenthesis"),
    ("back 1 bar: alt+shift+←", "back 1 bar: alt shift left arrow"),
    ("mute: M, ctrl+u", "mute: M, control u"),
    ("pads: ctrl+,, F2", "pads: control comma, F2"),
    ("? lists and searches the keys", "question mark lists and searches the keys"),
    ("music −6.0 dB, pads +1.5 dB", "music minus 6.0 dB, pads plus 1.5 dB"),
    ("volume 0.0 dB · 100%", "volume 0.0 dB, 100 percent"),
    ("fader: −∞ dB", "fader: minus infinity dB"),
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
    ("rock (live), 4/4, 00:31", "rock (live), 4/4, 00:31"),
    ("", ""),
  ]) func symbolsAreWords(line: String, spoken: String) {
    #expect(Speech.words.line(line) == spoken)
    #expect(Speech.symbols.line(line) == line)
  }
}
