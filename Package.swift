// swift-tools-version: 6.2
import PackageDescription

// The graph below is the architecture: imports go one way and never back. Each arrow is listed here, none is
// taken for granted.

/// Returns the names in a list that blanks and line ends separate.
func names(_ list: String) -> [String] { list.split(whereSeparator: \.isWhitespace).map(String.init) }

func dependencies(_ list: String) -> [Target.Dependency] { names(list).map { .byName(name: $0) } }

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// The large targets that compute no sound, most of the code. Release builds optimise them for size, for 2 MB less memory.
let withoutSound = names(
  """
  Application Configuration Controls Desktop Dubbing KitEditing Librarian MusicLibrary Player Playlists Remote
  Subcommands TakeExchange TerminalUI TrackTags drumdub
  """)

/// The targets that `make test` does not optimise, since they are compiled in half the time then.
let unoptimisedInTests = withoutSound + names("BenchmarkInputs drumdub-bench drumdub-screenshot")

/// Otherwise a release build checks the types of a target twice, the second time to describe it to others a little earlier.
let checkedOnce = ["-no-emit-module-separately-wmo"]
let unoptimised = ["-Onone"] + checkedOnce

/// Compiles the files of a target together in every build, on two threads.
let together = ["-disable-batch-mode", "-wmo", "-num-threads", "2"]

/// Otherwise the first use of a type such as `Dictionary<Command, [KeyChord]>` reads its name and searches all conformances of
/// the program: a hundred times until the first screen.
let typesByCode = ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"]

/// Each function has a section, so that the linker can place it beside others, or leave it out.
let functionSections = ["-Xfrontend", "-function-sections"]

func settings(_ name: String) -> [SwiftSetting] {
  if Context.environment["DRUMDUB_TESTS"] != nil, unoptimisedInTests.contains(name) {
    return strict + [.unsafeFlags(unoptimised)]
  }
  let flags = checkedOnce + typesByCode + functionSections + (withoutSound.contains(name) ? ["-Osize"] : [])
  return strict + [.unsafeFlags(flags, .when(configuration: .release))]
}

/// The folders below `Sources`, and below `Tests` likewise.
let folders = [
  "Base": "SystemBase AudioBase Documents",
  "Engine": "MixEngine Effects Instruments Plugins Studio TrackFeed",
  "Sound": "AudioFiles AudioDevices AudioAnalysis",
  "Music": "Containers Playlists TrackTags MusicQuery MusicFiles MusicLibrary",
  "Drums": "Percussion Dubbing",
  "Program": """
  Player Librarian TakeExchange KitEditing Application Controls TerminalKit CursesBackend Artwork TerminalUI
  Desktop Remote Configuration Subcommands drumdub EndToEnd
  """,
  "Tools": "BenchmarkInputs drumdub-bench drumdub-resources drumdub-screenshot ResourceSynthesis HostTools",
].mapValues(names)

func folder(_ name: String) -> String {
  for (folder, targets) in folders where targets.contains(name) { return folder }
  fatalError("\(name) is in no folder")
}

/// - Parameter flags: Replace those of `settings`.
func module(_ name: String, _ list: String, flags: [String]? = nil) -> Target {
  .target(
    name: name, dependencies: dependencies(list), path: "Sources/\(folder(name))/\(name)",
    swiftSettings: flags.map {
      strict + [
        .unsafeFlags($0 + checkedOnce), .unsafeFlags(functionSections, .when(configuration: .release)),
      ]
    } ?? settings(name))
}

func program(
  _ name: String, _ list: String, linker: [LinkerSetting] = [], excluding: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies(list), path: "Sources/\(folder(name))/\(name)", exclude: excluding,
    swiftSettings: settings(name), linkerSettings: linker)
}

func library(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Sources/CLibraries/\(name)")
}

/// The C modules that load their libraries at first need, so that no linker setting names them.
let loadedLibraries: [Target] = names(
  """
  CALSA CSndfile CVorbis CMPG123 CSoxr CSQLite CJACK CPulse CRealtimeKit CRubberBand CChafa CUchardet CFriBidi
  CFFmpeg CEBUR128 CChromaprint CFFTW CExpat CArchive CSDBus CLV2 CFluidSynth CPCRE2
  """
).map { .target(name: $0, dependencies: ["CLoader"], path: "Sources/CLibraries/\($0)") }

/// What several tests share.
func support(_ name: String, _ folder: String, _ list: String, flags: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(list), path: "Tests/\(folder)/\(name)",
    swiftSettings: strict + (flags.isEmpty ? [] : [.unsafeFlags(flags)]))
}

/// A program that tests start.
func probe(_ name: String, _ path: String, _ list: String) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies(list), path: "Tests/\(path)", swiftSettings: strict)
}

// Tests run their own code once: to optimise it takes longer than it saves.
func tests(
  _ name: String, _ list: String, swift: [SwiftSetting] = [], linker: [LinkerSetting] = [],
  excluding: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies(list), path: "Tests/\(folder(name))/\(name)Tests",
    exclude: excluding,
    swiftSettings: strict + [.unsafeFlags(unoptimised, .when(configuration: .release))] + swift,
    linkerSettings: linker)
}

/// The sanitizer of a build of `make sanitize`, `address` or `thread`; nil in all other builds.
let sanitizer = Context.environment["DRUMDUB_SANITIZE"]

/// How the program is linked. Nothing loads it as a library: without names for that, and with its relocations packed, a
/// megabyte and a half less is read at each start. In builds for release the functions of a start lie side by side
/// (`make order`): 11 MB less of it is in memory. A sanitizer replaces functions of libraries by their exported names.
var programLinking: [LinkerSetting] {
  if sanitizer != nil { return [] }
  let folder = "\(Context.packageDirectory)/Sources/Program/drumdub"
  let all = [
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker",
    "--version-script=\(folder)/exports.map",
  ]
  let ordered = [
    "-Xlinker", "--symbol-ordering-file=\(folder)/functions.order", "-Xlinker", "--no-warn-symbol-ordering",
    "-Xlinker", "--script=\(folder)/sections.ld",
  ]
  return [.unsafeFlags(all), .unsafeFlags(ordered, .when(configuration: .release))]
}

let package = Package(
  name: "DrumDub",
  // Tests load them by their paths, as hosts of plug-ins and as alsa-lib does.
  products: ["CTestCard", "CTestPlugins"].map { .library(name: $0, type: .dynamic, targets: [$0]) },
  targets: [
    // Each C library has a folder.
    library("CNcurses"),
    .target(name: "CLoader", path: "Sources/CLibraries/CLoader"),
    .target(name: "CSystem", path: "Sources/CLibraries/CSystem"),
    .target(name: "CTerminalGuard", path: "Sources/CLibraries/CTerminalGuard"),
    .target(name: "CTagLib", path: "Sources/CLibraries/CTagLib", linkerSettings: [.linkedLibrary("tag")]),

    // Each comment states the responsibility of the target below it.

    // Wraps the operating system and the data formats that belong to no domain: paths, files, threads, time, JSON.
    module("SystemBase", "CSystem"),
    // Declares audio vocabulary and protocols, the metadata of tracks, and the lock-free structures of the audio thread.
    module("AudioBase", "SystemBase"),
    // Reads the layout of audio files: pages, chunks, boxes, frames, tags around them; detects formats by content.
    module("Containers", "AudioBase SystemBase"),
    // Reads documents of other programs: text in unknown encodings, XML, archives.
    module("Documents", "CArchive CExpat CUchardet SystemBase"),
    // Mixes in real time: control side, renderer, hits, time. Its files are compiled together in every build: the compiler
    // follows the calls of the audio thread into other files.
    module("MixEngine", "AudioBase SystemBase", flags: together),
    // Processes the sound of a bus: effects and their parameters, smoothed on the audio thread.
    // Its files are compiled together in every build: the annotations of the audio thread demand that generic code is
    // specialised, and its body is in another file. They are optimised in every build: vectors are a hundred times
    // slower without, too slow to be heard.
    module("Effects", "AudioBase MixEngine", flags: ["-O"] + together),
    // Makes sound of notes: the guitar, SoundFonts. Compiled as `Effects`, for the same reasons.
    module("Instruments", "AudioBase CFluidSynth Effects MixEngine SystemBase", flags: ["-O"] + together),
    // Runs LV2 plug-ins as units of the mixer; lists and tries them in worker processes.
    module("Plugins", "AudioBase CLV2 CSystem Effects MixEngine SystemBase"),
    // Describes the mixer as a value, and has its files, and the one builder from it to the chains that are rendered.
    module("Studio", "AudioBase Effects Instruments MixEngine Plugins SystemBase"),
    // Decodes tracks ahead of the mixer: rate conversion, joins, crossfades, loops, time-stretching.
    module("TrackFeed", "AudioBase MixEngine SystemBase"),
    // Decodes and encodes audio files, converts sample rates, stretches time.
    module(
      "AudioFiles", "AudioBase CFFmpeg CMPG123 Containers CRubberBand CSndfile CSoxr CVorbis SystemBase"),
    // Opens audio outputs, inputs and MIDI devices, and lists devices: sound servers, ALSA, JACK, files, pipes, null.
    module("AudioDevices", "AudioBase CALSA CJACK CPulse CRealtimeKit CSystem SystemBase"),
    // Computes waveforms, spectra, loudness, tempo, beats and signatures from samples. It is optimised in every build, its
    // files together, because whole tracks are analysed.
    module("AudioAnalysis", "AudioBase CChromaprint CEBUR128 CFFTW SystemBase", flags: ["-O"] + together),
    // Reads and writes playlists and CUE sheets.
    module("Playlists", "AudioBase Documents SystemBase"),
    // Reads and changes tags, pictures and encodings of audio files in worker processes.
    module("TrackTags", "AudioBase Containers CSystem CTagLib Documents Playlists SystemBase"),
    // Parses the search language to conditions on tracks, and folds the text that searches compare.
    module("MusicQuery", "AudioBase SystemBase"),
    // Finds music on disk: the files of folders and playlists, the tracks of CUE sheets, the order of names.
    module("MusicFiles", "AudioBase Documents MusicQuery Playlists SystemBase"),
    // Scans, watches and queries the user's music, and holds the only SQL.
    module(
      "MusicLibrary",
      "AudioBase Containers CSQLite CSystem MusicFiles MusicQuery Playlists SystemBase TrackTags"),
    // Reads and loads drum kits, packed or not, and makes their pads for the mixer.
    module("Percussion", "AudioBase Documents Instruments MixEngine SystemBase TrackFeed"),
    // Records, edits, stores and exports takes, and reads and writes their MIDI files.
    module("Dubbing", "AudioBase Documents MixEngine Percussion Studio SystemBase TrackFeed"),
    // Decides what playing means: queue, transport, events, session.
    module("Player", "AudioBase MixEngine MusicFiles SystemBase TrackFeed"),
    // Browses and changes the library for all front ends: its playlists, albums, ratings, plays and the tags of its files.
    module("Librarian", "AudioBase MusicFiles MusicLibrary MusicQuery Player Playlists SystemBase TrackTags"),
    // Exports takes to sound files, MIDI files and archives, and imports those of other users.
    module(
      "TakeExchange",
      """
      AudioBase Dubbing Effects MixEngine MusicLibrary MusicQuery Percussion Player Studio SystemBase
      TrackTags
      """),
    // Chooses, loads, edits and samples kits for all front ends: their list, the pad editor, the places of pads.
    module("KitEditing", "AudioBase Dubbing MixEngine MusicQuery Percussion Player SystemBase TakeExchange"),
    // Performs every command for all front ends: queue editing, takes, mixer, kits, outputs, notices.
    module(
      "Application",
      """
      AudioBase Dubbing Effects Instruments KitEditing Librarian MixEngine MusicFiles MusicLibrary MusicQuery
      Percussion Player Playlists Plugins Studio SystemBase TakeExchange TrackFeed TrackTags
      """),
    // Describes screens as values, cells, layout and surface, and decodes keys.
    module("TerminalKit", "SystemBase"),
    // Draws on terminals through ncurses.
    module("CursesBackend", "CFriBidi CNcurses CSystem CTerminalGuard SystemBase TerminalKit"),
    // Converts pictures to cells or graphics of a terminal through chafa.
    module("Artwork", "CChafa CSystem SystemBase TerminalKit"),
    // Turns input into commands and hits: the input thread, key bindings, pad keys, the mouse on pads, MIDI.
    module(
      "Controls",
      "Application AudioBase Dubbing Instruments MixEngine Percussion Player Studio SystemBase TerminalKit"),
    // Has the screens, each with its state, keys and drawing, the session that owns their stack, and the sentences of notices.
    module(
      "TerminalUI",
      """
      Application AudioBase Controls Dubbing Instruments KitEditing Librarian MusicFiles MusicLibrary
      MusicQuery Percussion Player Playlists Plugins Studio SystemBase TakeExchange TerminalKit TrackTags
      """),
    // Talks to other programs over D-Bus: MPRIS both ways, notifications, sleep of the system.
    module("Desktop", "Application AudioBase CSDBus MusicLibrary Player SystemBase"),
    // Talks to other programs over sockets: the server and the client of the MPD protocol.
    module(
      "Remote",
      """
      Application AudioBase CPCRE2 CSystem Dubbing KitEditing Librarian MixEngine MusicFiles MusicLibrary
      MusicQuery Percussion Player SystemBase TrackTags
      """),
    // Declares the settings, reads the configuration file and the options, and writes the manual and the completions.
    module(
      "Configuration",
      """
      Application AudioBase AudioDevices AudioFiles Controls CSystem Desktop Dubbing Effects Instruments
      MixEngine MusicLibrary MusicQuery Percussion Player Plugins Remote Studio SystemBase TerminalKit
      TerminalUI
      """),
    // Runs `drumdub SUBCOMMAND`: arguments, report, exit code.
    module(
      "Subcommands",
      """
      Application AudioAnalysis AudioBase AudioDevices AudioFiles Configuration Containers CursesBackend
      Dubbing Effects Instruments MixEngine MusicLibrary MusicQuery Percussion Player Playlists Plugins Remote
      Studio SystemBase TakeExchange TerminalKit TerminalUI TrackFeed TrackTags
      """),
    // Runs the player: its loop and its front ends; the wiring constructs and connects the parts.
    program(
      "drumdub",
      """
      Application Artwork AudioAnalysis AudioBase AudioDevices AudioFiles Configuration Containers Controls
      CSystem CursesBackend Desktop Dubbing Instruments KitEditing Librarian MixEngine MusicFiles MusicLibrary
      Percussion Player Plugins Remote Studio Subcommands SystemBase TakeExchange TerminalKit TerminalUI
      TrackFeed TrackTags
      """,
      linker: programLinking, excluding: ["exports.map", "functions.order", "sections.ld"]),

    // Answers what the measurements and the tests ask of the machine.
    module("HostTools", "SystemBase"),

    // The tests follow, each behind the targets that only they use. A program that tests start is no dependency of theirs:
    // `--build-tests` builds all programs, and tests need not wait to be compiled until it is linked.
    support("TestSupport", "Base", "AudioBase CSystem HostTools SystemBase"),
    // Expects states of programs in terminals. TestSupport has none of it, since programs without the testing library use it.
    support("TerminalTestSupport", "Program", "TestSupport"),
    tests("SystemBase", "SystemBase TestSupport"),
    tests("AudioBase", "AudioBase SystemBase"),
    tests("Containers", "AudioBase Containers SystemBase TestSupport"),
    .target(name: "CAllocationCounter", path: "Tests/Engine/CAllocationCounter"),
    // Plays sessions that use every feature of the audio thread, for the tests that watch it.
    support(
      "EngineExercise", "Engine",
      "AudioBase AudioFiles Effects Instruments MixEngine SystemBase TestSupport TrackFeed"),
    // Runs an engine with a feeder on an offline device, for tests.
    support("EngineTestSupport", "Engine", "AudioBase MixEngine SystemBase TestSupport TrackFeed"),
    // Runs every query of an index, for the tests that damage it.
    support("IndexExercise", "Music", "AudioBase MusicLibrary MusicQuery Playlists SystemBase TrackTags"),
    // Counts allocations. No test depends on it: its malloc would be linked into the tests, and replace RealtimeSanitizer's.
    probe("allocation-probe", "Engine/AllocationProbe", "CAllocationCounter EngineExercise"),
    // Prints hashes of scripted sessions, to compare what two builds of the mixer render.
    probe("render-probe", "Engine/RenderProbe", "EngineExercise"),
    tests(
      "MixEngine",
      """
      AudioBase EngineExercise EngineTestSupport MixEngine SystemBase TerminalTestSupport TestSupport
      TrackFeed
      """,
      // Some tests bracket the render call with RealtimeSanitizer. No program can have two sanitizers.
      linker: sanitizer == nil ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : [],
      excluding: sanitizer == nil ? [] : ["RealtimeTests.swift"]),
    tests("Effects", "AudioBase Effects MixEngine SystemBase"),
    tests(
      "Instruments", "AudioBase Effects Instruments MixEngine SystemBase TestSupport",
      // They are optimised in every build, because they measure minutes of sound.
      swift: [.unsafeFlags(["-O"])]),
    tests("TrackFeed", "AudioBase AudioFiles EngineTestSupport MixEngine SystemBase TestSupport TrackFeed"),
    tests(
      "Studio",
      "AudioBase Effects EngineTestSupport Instruments MixEngine Plugins Studio SystemBase TestSupport"),
    .target(name: "CTestPlugins", path: "Tests/Engine/CTestPlugins"),
    // Scans and tries plug-ins.
    probe("plugin-worker-probe", "Engine/PluginWorkerProbe", "Plugins"),
    tests("Plugins", "AudioBase Effects EngineTestSupport MixEngine Plugins Studio SystemBase TestSupport"),
    tests("AudioFiles", "AudioBase AudioFiles SystemBase TestSupport"),
    // Runs a tag worker that fails on request.
    probe("tag-worker-probe", "Music/TagWorkerProbe", "AudioBase MusicLibrary SystemBase TrackTags"),
    tests("Documents", "Documents SystemBase"),
    tests("Playlists", "AudioBase Documents Playlists SystemBase TestSupport"),
    tests("TrackTags", "AudioBase Containers SystemBase TestSupport TrackTags"),
    tests(
      "MusicLibrary",
      """
      AudioBase Containers IndexExercise MusicLibrary MusicQuery Playlists SystemBase TestSupport TrackTags
      """),
    tests("MusicQuery", "MusicQuery SystemBase"),
    tests("MusicFiles", "AudioBase MusicFiles Playlists SystemBase TestSupport"),
    // Known sound, and the hits that are found in what was heard. Optimised in every build: it is minutes of sound.
    support("HeardSound", "Sound", "AudioBase AudioFiles SystemBase", flags: ["-O"]),
    tests(
      "AudioAnalysis", "AudioAnalysis AudioBase AudioFiles HeardSound SystemBase TestSupport",
      // They are optimised in every build, because they make minutes of sound.
      swift: [.unsafeFlags(["-O"])]),
    tests("TerminalKit", "SystemBase TerminalKit"),
    probe("terminal-probe", "Program/TerminalProbe", "CursesBackend SystemBase TerminalKit"),
    tests("CursesBackend", "CNcurses CursesBackend SystemBase TerminalKit TerminalTestSupport TestSupport"),
    tests("Artwork", "Artwork SystemBase TerminalKit TestSupport"),
    tests(
      "TerminalUI",
      """
      Application ApplicationTestSupport AudioBase Controls CursesBackend Dubbing Effects Instruments
      KitEditing Librarian MixEngine MusicFiles MusicLibrary MusicQuery Percussion Player PlayerTestSupport
      Plugins Studio SystemBase TakeExchange TerminalKit TerminalUI TestSupport TrackTags
      """,
      excluding: ["Snapshots"]),
    // A client of a JACK server with an effect.
    probe("jack-probe", "Sound/JACKProbe", "CJACK"),
    tests(
      "EndToEnd",
      """
      Application AudioAnalysis AudioBase AudioFiles Containers Dubbing HeardSound HostTools MusicLibrary
      Percussion Studio SystemBase TerminalTestSupport TestSupport
      """,
      excluding: ["Peers"]),
    tests(
      "drumdub",
      """
      Application AudioBase AudioFiles Configuration Controls drumdub Dubbing KitEditing Librarian MixEngine
      MusicLibrary Percussion Player SystemBase TakeExchange TerminalKit TerminalUI TestSupport
      """),
    tests(
      "Configuration",
      """
      Application ApplicationTestSupport AudioBase Configuration Dubbing MusicLibrary Percussion
      PlayerTestSupport Playlists SystemBase TerminalKit TerminalUI TestSupport
      """),
    tests(
      "Subcommands",
      """
      AudioBase Configuration CursesBackend Dubbing Effects Instruments MusicLibrary Percussion Playlists
      Plugins Remote Studio Subcommands SystemBase TestSupport
      """),
    // A sound card of alsa-lib.
    .target(name: "CTestCard", path: "Tests/Sound/CTestCard", linkerSettings: [.linkedLibrary("asound")]),
    tests("AudioDevices", "AudioBase AudioDevices AudioFiles CJACK SystemBase TestSupport"),
    // Plays on a transport that records its commands, and on the real engine, for tests.
    support("PlayerTestSupport", "Program", "AudioBase MixEngine Player SystemBase TestSupport TrackFeed"),
    tests(
      "Player",
      """
      AudioBase AudioDevices AudioFiles EngineTestSupport MixEngine MusicLibrary Player PlayerTestSupport
      SystemBase TestSupport TrackFeed
      """),
    tests("Librarian", "AudioBase Librarian MusicLibrary SystemBase TestSupport TrackTags"),
    tests("KitEditing", "AudioBase Dubbing KitEditing MixEngine Percussion Player SystemBase"),
    tests("TakeExchange", "AudioBase Dubbing MusicLibrary SystemBase TakeExchange TestSupport TrackTags"),
    // Makes the application without the program around it, for tests.
    support(
      "ApplicationTestSupport", "Program",
      """
      Application AudioBase Dubbing Instruments KitEditing MixEngine MusicFiles Percussion Player SystemBase
      TakeExchange
      """),
    tests(
      "Application",
      """
      Application ApplicationTestSupport AudioBase Controls Dubbing Effects KitEditing Librarian MixEngine
      MusicFiles MusicLibrary MusicQuery Percussion Player PlayerTestSupport Playlists Studio SystemBase
      TakeExchange TerminalKit TerminalUI TestSupport TrackFeed TrackTags
      """),
    tests(
      "Desktop",
      """
      Application ApplicationTestSupport AudioBase Desktop MusicLibrary Player PlayerTestSupport SystemBase
      """),
    tests(
      "Remote",
      """
      Application ApplicationTestSupport AudioBase MixEngine MusicLibrary MusicQuery Percussion Player
      PlayerTestSupport Remote SystemBase TestSupport TrackTags
      """),
    tests(
      "Controls",
      """
      Application ApplicationTestSupport AudioBase Controls Dubbing Instruments MixEngine Percussion Player
      PlayerTestSupport Studio SystemBase TerminalKit TestSupport
      """),
    tests(
      "Dubbing",
      """
      AudioBase Dubbing Effects EngineTestSupport Instruments MixEngine Percussion Studio SystemBase
      TestSupport TrackFeed
      """),
    tests("Percussion", "AudioBase AudioFiles Instruments MixEngine Percussion SystemBase TestSupport"),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

package.targets += loadedLibraries

// The tools, of which tests of the program need only `HostTools`: `make run` does not compile them, `make test` only where they have changed.
if Context.environment["DRUMDUB_TOOLS"] != nil {
  package.targets += [
    // Makes what is measured: songs with drums whose hits are known, libraries, tagged files, the input of parsers.
    module(
      "BenchmarkInputs",
      """
      AudioBase AudioFiles Controls Dubbing HostTools MixEngine MusicLibrary MusicQuery Percussion Player
      Playlists Remote SystemBase TerminalKit TerminalUI TrackFeed TrackTags
      """),
    // Measures the program. One of its parts draws the screen of an application without a program, as the tests make it.
    program(
      "drumdub-bench",
      """
      Application ApplicationTestSupport AudioAnalysis AudioBase AudioFiles BenchmarkInputs CBenchmark
      Containers Controls Dubbing Effects HostTools Instruments MixEngine MusicLibrary MusicQuery Percussion
      Player Plugins Remote Studio SystemBase TerminalKit TerminalUI
      """),
    // Draws the pictures of the screen for the README.
    program("drumdub-screenshot", "TerminalKit"),
    // Generates the program's own sounds and pictures. It is optimised in every build, because its tests make them all.
    module("ResourceSynthesis", "AudioBase AudioFiles CPNG HostTools SystemBase", flags: ["-O"]),
    // Writes the generated resources.
    program("drumdub-resources", "ResourceSynthesis SystemBase"),
    library("CPNG"),
    .target(
      name: "CBenchmark", path: "Sources/CLibraries/CBenchmark", cSettings: [.unsafeFlags(["-O3"])]),
    tests(
      "ResourceSynthesis",
      """
      AudioAnalysis AudioBase AudioFiles CSndfile HostTools MixEngine Percussion ResourceSynthesis SystemBase
      TestSupport
      """,
      // They are optimised in every build, because they measure minutes of sound.
      swift: [.unsafeFlags(["-O"])]),
  ]
}

// Built by `make fuzz` alone: it has no main function but libFuzzer's.
if Context.environment["DRUMDUB_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: dependencies(
        """
        Application AudioBase AudioFiles Controls Dubbing Effects HostTools IndexExercise Instruments MixEngine
        MusicLibrary MusicQuery Percussion Player Playlists Remote Studio SystemBase TerminalKit TerminalUI
        TestSupport TrackFeed TrackTags
        """),
      path: "Tests/Tools/Fuzz", swiftSettings: strict))
}
