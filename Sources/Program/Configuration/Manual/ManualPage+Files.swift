import Application
import Controls
import TerminalUI

extension ManualPage {
  /// drumdub(5): the files that the program reads and writes.
  static var files: ManualPage {
    ManualPage(
      title: "drumdub", number: 5, purpose: "configuration, kits, takes, themes and other files",
      blocks: configuration + commands + keySets + kits + takes + themes + playlists + places
        + [.section("See also"), .paragraph("drumdub(1)")])
  }

  private static var configuration: [Block] {
    [
      .section("Configuration file"),
      .paragraph(
        "The configuration file is ~/.config/drumdub/config. Each line sets one value, binds a key, removes the "
          + "binding of a key, or is a comment that begins with #. A # behind a blank begins a comment at the "
          + "end of a line with a value. A line with an error is reported and skipped. Options on the command "
          + "line override the file."),
      .example(["output=auto", "kit=DrumDub", "pads-level=-3  # dB", "bind f5 play-pause", "unbind q"]),
      .subsection("Settings"), .paragraph("Default values are in parentheses."),
    ] + Setting.all.map { .row(HelpPage.Row("\($0.name)=\($0.value)", $0.summary)) }
  }

  private static var commands: [Block] {
    let map = KeyMap()
    let plain = Command.plain.map { command in
      let keys = keyNames(command, map)
      return HelpPage.Row(command.name, command.summary + (keys.isEmpty ? "" : " (\(keys))"))
    }
    let forms = CommandForm.all.map { HelpPage.Row("\($0.name) \($0.argument)", $0.summary) }
    let numbered = [
      HelpPage.Row(
        "pad NUMBER [VELOCITY]",
        "hit a pad: 1 to \(PadBank.size) are the pads of the chosen bank, in the pads-only mode 1 to \(2 * PadBank.size) "
          + "those of two banks, greater numbers the pad of that number in every bank; velocity 1 to 127, else that of "
          + "the setting velocity"
      ),
      HelpPage.Row("accent NUMBER", "hit a pad with the velocity of the setting accent-velocity"),
    ]
    return [
      .section("Keys file"),
      .paragraph(
        "Bindings that were made on the help screen are stored in ~/.config/drumdub/keys, as lines bind and "
          + "unbind. It is read after the configuration file, unless --config is given."),
      .subsection("Keys"),
      .paragraph(
        "A key is the character that it types, two characters of keys that are pressed one after the other, such as gg, or one "
          + "of space, plus, enter, escape, tab, backtab, backspace, "
          + "delete, insert, up, down, left, right, pageup, pagedown, home, end, f1 to f35, and media-play and "
          + "the like. The prefixes ctrl+, alt+, shift+ and super+ stand for keys that are held down."),
      .subsection("Commands"), .paragraph("Default keys are in parentheses."),
    ] + (plain + forms + numbered).map { .row($0) }
  }

  private static var keySets: [Block] {
    [
      .subsection("Key sets"),
      .paragraph(
        "keys=vi, mpv and cmus have the keys of those programs. These keys differ: their effect in that program, and why it is "
          + "another one here."),
    ]
      + KeyLayout.allCases.flatMap { layout in
        layout.differences.map { difference in
          .row(
            HelpPage.Row(
              "\(layout.rawValue): \(difference.keys)", "\(difference.effect): \(difference.reason)"))
        }
      }
  }

  private static var themes: [Block] {
    [
      .section("Themes"),
      .paragraph(
        "A theme is a file NAME.theme in ~/.config/drumdub/themes. Each line gives a part of the screen its "
          + "style: part=[bold] [dim] [underline] [reverse] COLOUR [on COLOUR]. A colour is #rrggbb, default, or "
          + "a number of the xterm palette. The suffix @16 restricts a line to terminals with 8 or 16 colours. "
          + "Parts that are not named look like plain. A line kit-colours=yes or no says whether pads have the colours "
          + "of the kit; without it, they do if pad1 has a colour. With a line fit-ground=yes, colours on the terminal's "
          + "own ground are made as light or as dark as it needs, if the terminal has more than 16 colours and tells its "
          + "ground. Lines that begin with # are comments."),
      .example(["plain=#d4d8de on #15181e", "title=bold #ffffff", "title@16=bold 7"]),
      .paragraph("The parts are: \(Theme.Slot.allCases.map(\.name).joined(separator: ", "))."),
    ]
  }

  static let playlists: [Block] = [
    .section("Playlists"),
    .paragraph(
      "drumdub reads M3U and M3U8, PLS, XSPF and CUE sheets. It writes M3U, M3U8, PLS and XSPF, chosen by the extension of "
        + "the file name. Text that is not UTF-8 is converted from the detected encoding. Relative paths start at the "
        + "folder of the playlist. The tracks of a CUE sheet are played as separate tracks."),
  ]

  private static let places: [Block] =
    [
      .section("Files"),
      .paragraph(
        "The folders follow the XDG base directory specification; XDG_CONFIG_HOME and the like replace the "
          + "defaults below."),
    ]
    + [
      HelpPage.Row("~/.config/drumdub/config", "configuration file"),
      HelpPage.Row("~/.config/drumdub/keys", "bindings made on the help screen"),
      HelpPage.Row("~/.config/drumdub/midi", "what m has taught: notes and controllers of MIDI devices"),
      HelpPage.Row("~/.config/drumdub/themes/NAME.theme", "themes"),
      HelpPage.Row("~/.local/share/drumdub/library.db", "library index (SQLite)"),
      HelpPage.Row("~/.local/share/drumdub/takes/*.dub", "takes; deleted/ holds those that were deleted"),
      HelpPage.Row("~/.local/share/drumdub/takes/*.journal", "recordings in progress"),
      HelpPage.Row("~/.local/share/drumdub/kits/NAME/kit.json", "kits"),
      HelpPage.Row("~/.local/share/drumdub/mixers/NAME.json", "mixers"),
      HelpPage.Row("~/.local/share/drumdub/soundfonts/*.sf2", "SoundFonts"),
      HelpPage.Row(
        "~/.cache/drumdub/kits", "kits that were unpacked from archives or rendered from SoundFonts"),
      HelpPage.Row(
        "~/.cache/drumdub/lv2-plugins, lv2-trials",
        "what LV2 plug-ins declare, and whether they have passed their trials"),
      HelpPage.Row("~/.local/share/drumdub/stickers.json", "the stickers that clients of MPD give to songs"),
      HelpPage.Row("~/.local/share/drumdub/recordings", "recordings of the output and of inputs"),
      HelpPage.Row("~/.local/share/drumdub/playlists", "playlists saved under a file name without a folder"),
      HelpPage.Row(
        "~/.local/state/drumdub/positions.json",
        "where long tracks were left, by the keys of their recordings"),
      HelpPage.Row(
        "~/.local/state/drumdub/session.json", "the last queue, its position and the player's state"),
      HelpPage.Row(
        "~/.local/state/drumdub/queues.json",
        "the changes of the queue that can be undone, and the last ten queues that were left"),
      HelpPage.Row(
        "~/.local/state/drumdub/session-2.json, queues-2.json, mixer-2.json",
        "the same of a second player that runs beside the first; session.lock and session-2.lock keep them apart"
      ),
      HelpPage.Row("~/.local/state/drumdub/mixer.json", "the mixer, which the next start restores"),
      HelpPage.Row("~/.local/state/drumdub/plug-ins", "the plug-ins of the players that run"),
      HelpPage.Row("~/.local/state/drumdub/devices.json", "the buffer size that each output device needs"),
      HelpPage.Row(
        "~/.local/state/drumdub/latencies.json", "the measured latency of each input beside each output"),
      HelpPage.Row("~/.local/state/drumdub/tag-history.json", "the changes of tags that can be undone"),
      HelpPage.Row(
        "~/.local/state/drumdub/detached.log", "errors and warnings of the last player in the background"),
      HelpPage.Row("$XDG_RUNTIME_DIR/drumdub/attach.sock", "where drumdub attach finds that player"),
      HelpPage.Row(
        "~/.cache/drumdub/waveforms, kits, covers",
        "waveforms of tracks, unpacked kits, pictures for the desktop"),
      HelpPage.Row(
        "$XDG_RUNTIME_DIR/drumdub/mpd.sock", "the socket of the player, for drumdub remote and clients of MPD"
      ),
      HelpPage.Row("PREFIX/share/drumdub", "resources of the program"),
    ].map { .row($0) }
}
