import Percussion
import Application
import Controls

/// The hints of the line of keys. The most important come first, since a narrow screen drops the last ones.
extension KeyHint {
  package struct Context: Hashable, Sendable {
    /// The effect of `activate`; nil if it has none.
    package var activate: String? = "play"
    package var isRecording = false
    /// Whether the list shows what a filter has found.
    package var isFiltered = false
    /// Whether the layout has no pads, so that a recording of hits is less important.
    package var isListening = false
  }

  /// Returns the hints while the queue has the focus.
  package static func list(_ map: KeyMap, _ context: Context = Context()) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.program(.nextPanel)], "library"), ([.search(.find)], "filter"),
      ([.playback(.playPause)], "play, pause"), ([.library(.pick)], "find a song"),
      ([.playback(.next), .playback(.previous)], "next, previous"), ([.program(.palette)], "commands"),
      ([.seek(-5), .seek(5)], "seek"), ([.playback(.volumeUp), .playback(.volumeDown)], "volume"),
      ([.playback(.shuffle)], "shuffle"), ([.playback(.repeat)], "repeat"),
      ([.playback(.balanceToMusic), .playback(.balanceToPads)], "music, pads"), ([.list(.remove)], "remove"),
    ]
    return hints(first(context) + groups + last(context), map)
  }

  /// Returns the hints while the library has the focus.
  static func libraryList(_ map: KeyMap, _ context: Context = Context()) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.library(.pick)], "find a song"), ([.playback(.playPause)], "play, pause"), ([.library(.up)], "up"),
      ([.program(.nextPanel)], "queue"), ([.search(.find)], "filter"), ([.program(.palette)], "commands"),
      ([.library(.playList)], "play from here"),
      ([.library(.add), .library(.addNext)], "add, play next"), ([.list(.mark)], "mark"),
      ([.library(.rate)], "rate"), ([.library(.sortColumn), .library(.sortDirection)], "sort"),
      ([.list(.info)], "tags"), ([.list(.selectPlaying)], "playing track"), ([.library(.scan)], "scan"),
    ]
    return hints(first(context) + groups + last(context), map)
  }

  /// Returns the hints while the user is asked for a music folder.
  static func beginning(_ map: KeyMap, _ context: Context = Context()) -> [KeyHint] {
    let groups: [([Command], String)] = [
      ([.program(.nextPanel)], "queue"), ([.playback(.playPause)], "play, pause"), (pads, "drum"),
      ([.playback(.volumeUp), .playback(.volumeDown)], "volume"),
    ]
    return hints(first(context) + groups + last(context), map)
  }

  /// Returns what ends a recording, then help, quit, Enter, what ends a filter, and with pads what starts a recording.
  private static func first(_ context: Context) -> [([Command], String)] {
    let end: [([Command], String)] =
      context.isRecording ? [([.take(.record)], "ends the recording")] : []
    let general: [([Command], String)] = [([.program(.help)], "help"), ([.program(.quit)], "quit")]
    let activate = context.activate.map { [([Command.list(.activate)], $0)] } ?? []
    let filter: [([Command], String)] = context.isFiltered ? [([.program(.cancel)], "all again")] : []
    return end + general + activate + filter + (context.isListening ? [] : record(context))
  }

  private static func last(_ context: Context) -> [([Command], String)] {
    context.isListening ? record(context) : []
  }

  private static func record(_ context: Context) -> [([Command], String)] {
    context.isRecording ? [] : [([.take(.record)], "record")]
  }

  static var pads: [Command] { (1...PadBank.size).map { Command.pad($0, .plain) } }

  /// Returns the hints of the pads-only mode.
  static func locked(_ map: KeyMap) -> [KeyHint] {
    hints(
      [([.program(.lockPads)], "all keys again"), ([.playback(.playPause)], "play, pause"), (pads, "drum")],
      map)
  }

  static func question(_ map: KeyMap) -> [KeyHint] {
    hints([([.list(.activate)], "yes"), ([.program(.cancel)], "no")], map)
  }
}
