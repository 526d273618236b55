import Application

extension KeyLayout {
  /// Keys that have another command than in the program of the layout, or none.
  package struct Difference: Hashable, Sendable {
    /// The names of the keys, with blanks between them.
    package let keys: String
    /// What they do in that program.
    package let effect: String
    /// Why they do not do that here.
    package let reason: String
  }

  package var differences: [Difference] {
    switch self {
    case .usual: []
    case .vi: KeyLayout.viDifferences
    case .mpv: KeyLayout.mpvDifferences
    case .cmus: KeyLayout.cmusDifferences
    }
  }

  private static let viDifferences = [
    Difference(
      keys: "1 2 3 4 5 6 7 8 9 0", effect: "counts",
      reason: "the digits strike pads, and 9 and 0 hold moves of the mixer"),
    Difference(
      keys: "! @ # $ % ^ & *", effect: "shell, macros, searches, ends of the line",
      reason: "these are the accents of the pads"),
    Difference(
      keys: "H M L", effect: "first, middle and last row of the screen",
      reason: "H and L seek by a minute, M mutes"
    ),
    Difference(
      keys: "a i o A I O c C s S r R p P x X yy Y J ~ . < > =", effect: "edits of text",
      reason: "lists have no text: i adds to the queue, J moves a track, p and P play, s stops"),
    Difference(
      keys: "w b", effect: "next and previous word",
      reason: "a row has no words; they are the next and previous track"),
    Difference(
      keys: "B E W U Q", effect: "words, undo of a line, ex",
      reason: "lists have no text; the keys keep their usual commands"),
    Difference(
      keys: "ctrl+a ctrl+x ctrl+v ctrl+t ctrl+]", effect: "numbers, blocks, tags",
      reason: "lists have none; the keys keep their usual commands"),
    Difference(
      keys: "v V", effect: "select a range", reason: "m marks rows one by one"),
    Difference(
      keys: "q", effect: "records a macro", reason: "it ends every terminal player; ZZ and ZQ do, too"),
    Difference(
      keys: "D", effect: "deletes to the end",
      reason: "it empties the queue, and is confirmed by a second press"),
    Difference(
      keys: "?", effect: "searches backwards", reason: "it is the help in all key sets; N searches backwards"),
    Difference(
      keys: "e t T f F ; , ( ) { } [ ] | _ z ' ` \" \\", effect: "moves within a line or to places",
      reason: "a row has no words and columns; the keys keep their usual commands"),
    Difference(
      keys: "+ -", effect: "next and previous line", reason: "they are the volume; j and k move"),
    Difference(
      keys: "space backspace", effect: "next and previous character",
      reason: "space plays and pauses, backspace leaves a list of the library"),
    Difference(
      keys: "ctrl+d ctrl+u ctrl+e ctrl+y", effect: "half a page, one row of scrolling",
      reason: "lists scroll with the selection; ctrl+d leaves the terminal"),
    Difference(
      keys: "ctrl+c ctrl+n ctrl+p ctrl+o ctrl+w ctrl+g", effect: "interrupts, moves, windows",
      reason: "ctrl+c ends a program of the terminal; the others keep their usual commands"),
  ]

  private static let mpvDifferences = [
    Difference(
      keys: "1 2 3 4 5 6 7 8 ! @", effect: "picture of a video, chapters",
      reason: "the digits strike pads, with Shift accented; alt+( and alt+) are the chapters"),
    Difference(
      keys: "alt+left alt+right", effect: "move the picture",
      reason: "music has none; they seek by a minute"),
    Difference(
      keys: "up down", effect: "seek by a minute",
      reason: "they act on lists; alt+right and alt+left seek by a minute"),
    Difference(
      keys: "shift+up shift+down", effect: "seek by 5 seconds",
      reason: "they move tracks in the queue; left and right seek by 5 seconds"),
    Difference(
      keys: "pageup pagedown", effect: "next and previous chapter",
      reason: "they turn the page of a list; alt+) and alt+( are the next and previous chapter"),
    Difference(
      keys: "enter", effect: "next file", reason: "it plays or opens the selected row; > is the next track"),
    Difference(keys: "/", effect: "volume down", reason: "it filters the list; 9 is the volume"),
    Difference(keys: "*", effect: "volume up", reason: "it is the accent of pad 8; 0 is the volume"),
    Difference(
      keys: "{ }", effect: "half and double speed",
      reason: "they change the speed by a step, as [ and ] do: music is practised step by step"),
    Difference(
      keys: "o O P", effect: "show the progress", reason: "the progress is always seen; o finds a song"),
    Difference(
      keys: "shift+backspace ctrl+shift+backspace", effect: "undo a seek, mark a position",
      reason: "terminals do not report them"),
    Difference(
      keys: "ctrl+w", effect: "quits with the window",
      reason: "a terminal has no window of the player; q quits"),
    Difference(keys: "escape", effect: "leaves the full screen", reason: "it closes what is open"),
    Difference(
      keys:
        ". , d r R t v V u j J # _ T f F G s S w W e A E z Z x delete ctrl+h ctrl+s f9 alt+v alt+s alt+up alt+down "
        + "alt+0 alt+1 alt+2 alt++ alt+- alt+backspace ctrl++ ctrl+-",
      effect: "video, subtitles, tracks of a file, the window",
      reason: "music has none; the keys keep their usual commands"),
    Difference(
      keys: "ctrl+left ctrl+right ctrl+shift+left ctrl+shift+right", effect: "subtitles",
      reason: "music has none; the first two are second keys of next and previous"),
    Difference(
      keys: "media-stop", effect: "quits", reason: "it stops the music, as on a player"),
  ]

  private static let cmusDifferences = [
    Difference(
      keys: "1 2 3 4 5 6 7", effect: "views, while the layout has pads",
      reason:
        "the digits strike the pads that are seen; in the layout listen they are the views, in others :view and Tab"
    ),
    Difference(
      keys: "!", effect: "a shell command", reason: "it is an accent of a pad; ctrl+z leads to the shell"),
    Difference(
      keys: "?", effect: "searches backwards", reason: "it is the help in all key sets; N searches backwards"),
    Difference(
      keys: "B Z", effect: "next and previous album",
      reason: "the queue is a list of tracks; :view albums plays albums"),
    Difference(
      keys: "[ ] { }", effect: "volume of one channel",
      reason: "they choose banks of pads and change the speed"),
    Difference(
      keys: "m M o", effect: "what is played next",
      reason: "the queue alone is played: P and enter on a list fill it"),
    Difference(keys: "f", effect: "selection follows the music", reason: "i selects the playing track"),
    Difference(
      keys: "a", effect: "adds to the library", reason: "u scans the music folders, which are the library"),
    Difference(
      keys: "ctrl+c", effect: "explains how to quit",
      reason: "it ends a program of the terminal, after a warning if something is not saved"),
    Difference(
      keys: "ctrl+d ctrl+u ctrl+e ctrl+y", effect: "half a page, one row of scrolling",
      reason: "lists scroll with the selection; ctrl+d leaves the terminal"),
    Difference(
      keys: "+ = -", effect: "volume by 10 %",
      reason: "they change it by 1 dB, since steps of 10 % are coarse beside pads"),
  ]
}
