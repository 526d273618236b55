import AudioBase
import Dubbing
import Studio

/// The source of a command.
package enum CommandSource: Hashable, Sendable {
  case key, mouse
  /// The command palette.
  case palette
  /// A controller of MIDI.
  case midi
  /// A program on this machine, over D-Bus.
  case program
  /// A client of the remote control, over a socket.
  case remote

  /// Whether the user gives the command with the hands, at the screen or on a MIDI device.
  var isHand: Bool { isUser || self == .midi }

  /// Whether the user gives the command at the screen. Other commands neither answer a question nor cancel it.
  package var isUser: Bool {
    switch self {
    case .key, .mouse, .palette: true
    case .midi, .program, .remote: false
    }
  }
}

/// A request of the user, by a key, the mouse or another program. One case for each area of the program.
///
/// The cases with large values keep them outside, because each binding of a key holds a command.
package enum Command: Hashable, Sendable {
  case playback(Playback)
  /// Seeks by seconds; negative values seek back.
  case seek(Int)
  case move(Movement)
  case list(List)
  case queue(Queue)
  case search(Search)
  case program(Program)
  case take(Take)
  case library(Library)
  case pads(Pads)
  case mixer(Mixer)
  case timeline(Timeline)
  /// Hits a pad: 1 to 8 the pads of the chosen bank, greater numbers the pad of that number.
  case pad(Int, Stroke)
  indirect case request(Request)
  /// Acts on the tracks or the state that it names, independent of the selection. Other programs give these commands.
  indirect case direct(Direct)

  /// Changes the playback and its order; the raw value is the name in configuration files, here and below.
  package enum Playback: String, Hashable, Sendable, CaseIterable {
    case playPause = "play-pause"
    case play, pause, stop, next, previous
    case volumeUp = "volume-up"
    case volumeDown = "volume-down"
    case mute
    case balanceToMusic = "balance-to-music"
    case balanceToPads = "balance-to-pads"
    case speedUp = "speed-up"
    case speedDown = "speed-down"
    case speedReset = "speed-reset"
    case nextChapter = "next-chapter"
    case previousChapter = "previous-chapter"
    case shuffle, `repeat`
    /// Removes tracks from the queue when they have been played, or keeps them again.
    case consume
    case stopAfterCurrent = "stop-after-current"
    /// Asks for the minutes of the sleep timer.
    case sleep
  }

  /// Acts on the selected row of the list that has the focus.
  package enum List: String, Hashable, Sendable, CaseIterable {
    /// Plays or opens the row; agrees to a question.
    case activate
    case remove, mark
    /// Shows all tags of the track.
    case info = "track-info"
    case selectPlaying = "select-playing"
  }

  package enum Queue: String, Hashable, Sendable, CaseIterable {
    case trackUp = "track-up"
    case trackDown = "track-down"
    case clear
    case save = "save-queue"
    /// Changes the order of the tracks at random, once.
    case shuffleTracks = "shuffle-queue"
    /// Removes all tracks but the marked ones, or the selected one.
    case crop = "crop-queue"
    /// Removes tracks that are in the queue before.
    case deduplicate = "deduplicate-queue"
    /// Lists the queues that were left.
    case former = "queues"
  }

  package enum Search: String, Hashable, Sendable, CaseIterable {
    case find
    case next = "find-next"
    case previous = "find-previous"
  }

  /// The panels, what is shown over them, and the program itself.
  package enum Program: String, Hashable, Sendable, CaseIterable {
    case nextPanel = "next-panel"
    case spectrum, lyrics, notices
    /// Undoes the change that was made last, wherever it was made.
    case undo, redo
    /// Lists the chapters of the track.
    case chapters
    /// Opens the list of outputs and inputs.
    case devices
    /// Records what is heard to a file, or ends the recording.
    case recordOutput = "record-output"
    case timeDisplay = "time-display"
    /// Lists the settings with their values.
    case settings
    /// Shows the next layout of the screen.
    case layout
    /// Makes keys act on pads alone, or frees them.
    case lockPads = "pads-only"
    /// Closes what is open: the help, a prompt, a message.
    case cancel
    case help
    /// Runs a command by its name.
    case palette
    case defaultKeys = "default-keys"
    case redraw, suspend
    /// Leaves the terminal; the player continues in the background.
    case detach
    case quit
  }

  package enum Take: String, Hashable, Sendable, CaseIterable {
    case record
    case playback = "take-playback"
    case metronome
    case tap = "tap-tempo"
    /// Asks for the tempo.
    case tempo
    case timeSignature = "time-signature"
    case clickUp = "click-up"
    case clickDown = "click-down"
    case list = "takes"
    case new = "new-take"
    case rename = "rename-take"
    case solo = "solo-layer"
    case duplicate = "duplicate-layer"
    case loopStart = "loop-start"
    case loopEnd = "loop-end"
    case loopOff = "loop-off"
    /// Starts the loop, then ends it, then removes it.
    case loop
    case punchIn = "punch-in"
    case punchOut = "punch-out"
    case punchOff = "punch-off"
    /// Opens the form for the export of the current take.
    case export = "export-take"
    /// Switches the input on, whose sound is recorded with takes, or off.
    case input
    /// Measures the latency from the output to the input by clicks.
    case calibrateInput = "calibrate-input"
    case monitorInput = "monitor-input"
    /// Opens the statistics of practice.
    case practice
  }

  package enum Library: String, Hashable, Sendable, CaseIterable {
    case pick = "pick-song"
    case add = "add-to-queue"
    case addNext = "play-next"
    case up = "library-up"
    case rate
    case playList = "play-list"
    case sortColumn = "sort-column"
    case sortDirection = "sort-direction"
    case addToPlaylist = "add-to-playlist"
    case saveQuery = "save-query"
    /// Saves a playlist of a folder in the library.
    case importPlaylist = "import-playlist"
    case scan
    case scanFolder = "scan-folder"
    /// Opens the form for the tags of the marked tracks, or of the selected one.
    case editTags = "edit-tags"
    /// Opens the form for the tags of all tracks of the list.
    case editListTags = "edit-list-tags"
  }

  /// The kit and its pads.
  package enum Pads: String, Hashable, Sendable, CaseIterable {
    case previousBank = "bank-previous"
    case nextBank = "bank-next"
    /// Opens the list of kits.
    case kits
    /// Opens the form for a pad.
    case editPad = "edit-pad"
    /// Teaches a note or a controller of a MIDI device the command of a key.
    case learnMIDI = "learn-midi"
    /// Opens the screen of the instrument, whose keys play it.
    case instrument
  }

  /// The mixer; `mute`, `solo` and `bypass` act on the strip or the effect that was chosen last.
  package enum Mixer: String, Hashable, Sendable, CaseIterable {
    case open = "mixer"
    /// Loads the mixer that was in use before; repeated, it returns to the first one.
    case compare = "compare-mixer"
    case mute = "mute-strip"
    case solo = "solo-strip"
    case bypass = "bypass-effect"
    /// Opens the list of effects and sends.
    case add = "add-effect"
    /// Bypasses the plug-ins that are still being loaded.
    case cancelPlugins = "cancel-plug-ins"
    /// Holds a move, or releases it. A key that reports its release holds it as long as it is pressed.
    case `throw`, stutter, brake
    /// Turns the filter of the music by a step to the low-pass or to the high-pass, or to the middle.
    case sweepLeft = "sweep-left"
    case sweepRight = "sweep-right"
    case sweepMiddle = "sweep-middle"

    /// The move that it holds or releases.
    package var move: Move? {
      switch self {
      case .throw: .throw
      case .stutter: .stutter
      case .brake: .brake
      case .open, .compare, .mute, .solo, .bypass, .add, .cancelPlugins, .sweepLeft,
        .sweepRight,
        .sweepMiddle:
        nil
      }
    }
  }

  /// The velocity of a key that hits a pad.
  package enum Stroke: Hashable, Sendable {
    /// A velocity of the settings.
    case plain, accented
    /// A velocity of the binding.
    case velocity(Int)

    package static let velocities = HitColumns.velocityRange
  }
}

extension Command {
  /// All commands without a number, in the order of the help.
  package static let plain: [Command] =
    Playback.allCases.map { .playback($0) } + Movement.allCases.map { .move($0) }
    + List.allCases.map { .list($0) } + Queue.allCases.map { .queue($0) }
    + Search.allCases.map { .search($0) } + Program.allCases.map { .program($0) }
    + Take.allCases.map { .take($0) } + Library.allCases.map { .library($0) }
    + Pads.allCases.map { .pads($0) } + Mixer.allCases.map { .mixer($0) }
    + Timeline.allCases.map { .timeline($0) }

  /// Whether the keys pressed after it are text.
  package var opensPrompt: Bool {
    switch self {
    case .search(.find), .queue(.save), .take(.rename), .playback(.sleep), .take(.tempo),
      .take(.timeSignature), .library(.pick), .library(.scanFolder), .library(.addToPlaylist),
      .library(.saveQuery), .library(.editTags), .library(.editListTags), .take(.export), .program(.help),
      .program(.palette):
      true
    case .playback, .seek, .move, .list, .queue, .search, .program, .take, .library, .pads, .mixer,
      .timeline, .pad, .request, .direct:
      false
    }
  }

  /// Whether a key that is held down performs it again and again.
  package var isRepeatable: Bool {
    switch self {
    case .seek, .move, .list(.mark), .queue(.trackUp), .queue(.trackDown), .search(.next), .search(.previous),
      .request(.bars(.seekBy)):
      true
    case .playback(let command):
      switch command {
      case .volumeUp, .volumeDown, .balanceToMusic, .balanceToPads, .speedUp, .speedDown: true
      case .playPause, .play, .pause, .stop, .next, .previous, .mute, .speedReset, .nextChapter,
        .previousChapter, .shuffle, .repeat, .consume, .stopAfterCurrent, .sleep:
        false
      }
    case .timeline(let command): command.isRepeatable
    case .take(.clickUp), .take(.clickDown), .mixer(.sweepLeft), .mixer(.sweepRight): true
    case .list, .queue, .search, .program, .take, .library, .pads, .mixer, .pad, .request, .direct: false
    }
  }

  /// Whether it changes only the sound or the terminal: layers and questions stay open.
  var isBackground: Bool {
    switch self {
    case .playback(.playPause), .playback(.volumeUp), .playback(.volumeDown), .playback(.mute),
      .program(.redraw), .program(.suspend), .program(.detach), .pads(.previousBank), .pads(.nextBank), .pad,
      .request(.bank), .request(.volume), .request(.balance), .request(.speed), .request(.layerOffset),
      .program(.undo), .program(.redo), .mixer(.compare), .mixer(.mute), .mixer(.solo), .mixer(.bypass),
      .mixer(.throw), .mixer(.stutter), .mixer(.brake), .mixer(.sweepLeft), .mixer(.sweepRight),
      .mixer(.sweepMiddle), .request(.mixer), .request(.saveMixer), .request(.mix), .request(.midi),
      .request(.turn), .request(.hold), .request(.sweep), .request(.chooseInstrument), .request(.playNote),
      .request(.practice), .request(.trainer), .request(.click), .request(.bars):
      true
    case .playback, .seek, .move, .list, .queue, .search, .program, .take, .library, .pads, .mixer,
      .timeline, .request, .direct:
      false
    }
  }
}

extension Command {
  /// Whether a layer that does not handle it stays open. The help opens above other layers.
  var keepsLayers: Bool { isBackground || self == .program(.help) }
}

extension Command {
  /// Whether it acts on the panels, the takes or what plays, and closes what is open.
  var actsOnPanels: Bool {
    switch self {
    case .playback, .seek, .list, .queue, .search, .take, .library, .timeline: !isBackground
    case .move, .program, .pads, .mixer, .pad, .request, .direct: false
    }
  }
}

extension Command.Take {
  /// Whether the command opens no layer, so that the open one stays open.
  var opensNothing: Bool {
    switch self {
    case .record, .playback, .metronome, .tap, .clickUp, .clickDown, .new, .solo, .duplicate,
      .loopStart, .loopEnd, .loopOff, .loop, .punchIn, .punchOut, .punchOff, .input, .monitorInput:
      true
    case .tempo, .timeSignature, .list, .rename, .export, .calibrateInput, .practice: false
    }
  }
}

/// A movement of the selection in a list; the raw value is the name in configuration files.
package enum Movement: String, Hashable, Sendable, CaseIterable {
  case up = "move-up"
  case down = "move-down"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case start = "move-to-start"
  case end = "move-to-end"

  /// Returns the number of rows to move the selection by, in a list with this many rows.
  func rows(page: Int, count: Int) -> Int {
    switch self {
    case .up: -1
    case .down: 1
    case .pageUp: -page
    case .pageDown: page
    case .start: -count
    case .end: count
    }
  }

  /// Returns the row after moving from another one, within 0…`last`.
  func row(from row: Int, last: Int, page: Int) -> Int {
    min(max(row + rows(page: page, count: last), 0), max(last, 0))
  }
}
