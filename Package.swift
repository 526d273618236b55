// swift-tools-version: 6.2
import PackageDescription

// The graph below is the architecture: imports go one way and never back. Each arrow is listed here, none is
// taken for granted.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

/// - Parameter isOptimised: whether debug builds are optimised too, since tests make minutes of sound with the target.
func module(_ name: String, _ dependencies: [Target.Dependency] = [], isOptimised: Bool = false) -> Target {
  .target(
    name: name, dependencies: dependencies,
    swiftSettings: strict + (isOptimised ? [.unsafeFlags(["-O"])] : []))
}

func program(
  _ name: String, _ dependencies: [Target.Dependency], linker: [LinkerSetting] = [], excluding: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, exclude: excluding, swiftSettings: strict, linkerSettings: linker)
}

func library(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Sources/CLibraries/\(name)")
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], swift: [SwiftSetting] = [],
  linker: [LinkerSetting] = [], excluding: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, exclude: excluding, swiftSettings: strict + swift,
    linkerSettings: linker)
}

/// The sanitizer of a build of `make sanitize`, `address` or `thread`; nil in all other builds.
let sanitizer = Context.environment["DRUMDUB_SANITIZE"]

let package = Package(
  name: "DrumDub",
  targets: [
    // C libraries, one folder each.
    library("CNcurses"),
    library("CALSA"),
    library("CSndfile"),
    library("CVorbis"),
    library("CMPG123"),
    library("CSoxr"),
    library("CPNG"),
    library("CSQLite"),
    // Load their libraries at first need: no linker setting names them.
    .target(name: "CLoader", path: "Sources/CLibraries/CLoader"),
    .target(name: "CJACK", dependencies: ["CLoader"], path: "Sources/CLibraries/CJACK"),
    .target(name: "CPulse", dependencies: ["CLoader"], path: "Sources/CLibraries/CPulse"),
    .target(name: "CRealtimeKit", dependencies: ["CLoader"], path: "Sources/CLibraries/CRealtimeKit"),
    .target(name: "CRubberBand", dependencies: ["CLoader"], path: "Sources/CLibraries/CRubberBand"),
    .target(name: "CChafa", dependencies: ["CLoader"], path: "Sources/CLibraries/CChafa"),
    .target(name: "CUchardet", dependencies: ["CLoader"], path: "Sources/CLibraries/CUchardet"),
    .target(name: "CFriBidi", dependencies: ["CLoader"], path: "Sources/CLibraries/CFriBidi"),
    .target(name: "CFFmpeg", dependencies: ["CLoader"], path: "Sources/CLibraries/CFFmpeg"),
    .target(name: "CEBUR128", dependencies: ["CLoader"], path: "Sources/CLibraries/CEBUR128"),
    .target(name: "CExpat", dependencies: ["CLoader"], path: "Sources/CLibraries/CExpat"),
    .target(name: "CArchive", dependencies: ["CLoader"], path: "Sources/CLibraries/CArchive"),
    .target(name: "CSDBus", dependencies: ["CLoader"], path: "Sources/CLibraries/CSDBus"),
    .target(name: "CPCRE2", dependencies: ["CLoader"], path: "Sources/CLibraries/CPCRE2"),
    .target(name: "CSystem", path: "Sources/CLibraries/CSystem"),
    .target(name: "CTerminalGuard", path: "Sources/CLibraries/CTerminalGuard"),
    .target(
      name: "CBenchmark", path: "Sources/CLibraries/CBenchmark", cSettings: [.unsafeFlags(["-O3"])]),
    .target(name: "CTagLib", path: "Sources/CLibraries/CTagLib", linkerSettings: [.linkedLibrary("tag")]),

    // Libraries. Each line of comment is the responsibility of the target below it.

    // The operating system and data formats that belong to no domain: paths, files, threads, time, JSON.
    module("SystemBase", ["CSystem"]),
    // Audio vocabulary and protocols, what is known of tracks, and the lock-free structures of the audio thread.
    module("AudioBase", ["SystemBase"]),
    // How audio files are laid out: pages, chunks, boxes, frames, tags around them, detection by content.
    module("Containers", ["AudioBase", "SystemBase"]),
    // Text in unknown encodings, converted to Unicode.
    module("TextEncodings", ["CUchardet"]),
    // XML documents, parsed with expat.
    module("XMLText", ["TextEncodings", "SystemBase", "CExpat"]),
    // Archives, read entry by entry through libarchive.
    module("Archives", ["SystemBase", "CArchive"]),
    // The real-time mixer: control side, renderer, hits, time.
    module("MixEngine", ["AudioBase", "SystemBase"], isOptimised: true),
    // Decodes tracks ahead of the mixer: rate conversion, joins, crossfades, loops, time-stretching.
    module("TrackFeed", ["MixEngine", "AudioBase", "SystemBase"], isOptimised: true),
    // Decoders and encoders of audio files, sample rate converters, time stretchers.
    module(
      "AudioFiles",
      [
        "Containers", "AudioBase", "SystemBase", "CSndfile", "CVorbis", "CMPG123", "CRubberBand", "CSoxr",
        "CFFmpeg",
      ]),
    // Audio outputs: sound servers, ALSA, JACK, files, pipes, null.
    module(
      "AudioDevices", ["AudioBase", "SystemBase", "CALSA", "CSystem", "CJACK", "CPulse", "CRealtimeKit"]),
    // Waveforms, spectra and loudness, computed from samples.
    module("AudioAnalysis", ["AudioBase", "SystemBase", "CEBUR128"]),
    // Playlists and CUE sheets, read and written.
    module("Playlists", ["XMLText", "TextEncodings", "AudioBase", "SystemBase"]),
    // Tags, pictures and encodings of audio files, read and changed in worker processes.
    module(
      "TrackTags",
      ["Playlists", "Containers", "TextEncodings", "AudioBase", "SystemBase", "CSystem", "CTagLib"]),
    // The search language: text to conditions on tracks, and the folded text that searches compare.
    module("MusicQuery", ["AudioBase", "SystemBase"]),
    // Music on disk: the files of folders and playlists, the tracks of CUE sheets, the order of names.
    module("MusicFiles", ["MusicQuery", "Playlists", "TextEncodings", "AudioBase", "SystemBase"]),
    // The index of the user's music: scan, watch, query.
    module(
      "MusicLibrary",
      [
        "MusicQuery", "MusicFiles",
        "TrackTags", "Containers", "AudioBase", "SystemBase", "CSQLite",
        "CSystem",
      ]),
    // Drum kits: their formats, archives, loading, and the pads they give the mixer.
    module(
      "Percussion",
      [
        "TrackFeed", "MixEngine", "XMLText", "TextEncodings", "Archives", "AudioBase", "SystemBase",
      ]),
    // Takes: model, edits, journal, store, MIDI files, export.
    module("Dubbing", ["Percussion", "TrackFeed", "MixEngine", "AudioBase", "SystemBase"]),
    // The observable player: queue, transport, events, session.
    module(
      "Player",
      ["MusicFiles", "MusicLibrary", "TrackFeed", "MixEngine", "AudioBase", "SystemBase"]),
    // Performs every command for all front ends: library browsing, queue editing, takes, kits, outputs, notices.
    module(
      "Application",
      [
        "MusicQuery", "MusicFiles",
        "Player", "Dubbing", "MusicLibrary", "TrackTags", "Percussion", "Playlists", "TrackFeed", "MixEngine",
        "AudioBase", "SystemBase",
      ]),
    // Screen toolkit as values: cells, layout, surface, key decoder.
    module("TerminalKit", ["SystemBase"]),
    // Terminals through ncurses.
    module(
      "CursesBackend", ["TerminalKit", "SystemBase", "CFriBidi", "CNcurses", "CSystem", "CTerminalGuard"]),
    // Pictures as cells or graphics of a terminal, through chafa.
    module("Artwork", ["TerminalKit", "SystemBase", "CChafa", "CSystem"]),
    // From input to commands and hits: the input thread, key bindings, pad keys, held keys, the mouse on pads.
    module(
      "Controls", ["SystemBase", "AudioBase", "MixEngine", "TerminalKit", "Dubbing", "Player", "Application"]),
    // Screens and widgets: they read the application and draw it, and turn notices into sentences.
    module(
      "TerminalUI",
      [
        "MusicFiles", "MusicQuery",
        "Controls", "Application", "TerminalKit", "Player", "Dubbing", "MusicLibrary", "Percussion",
        "Playlists", "AudioBase", "SystemBase",
      ]),
    // Other programs over D-Bus: MPRIS both ways, notifications, sleep of the system.
    module(
      "Desktop", ["Application", "Player", "MusicLibrary", "AudioBase", "SystemBase", "CSDBus"]),
    // Other programs over sockets: the server and the client of the MPD protocol.
    module(
      "Remote",
      [
        "MusicQuery", "MusicFiles",
        "Application", "Player", "Dubbing", "MusicLibrary", "Percussion", "MixEngine", "AudioBase",
        "SystemBase", "CPCRE2", "CSystem",
      ]),
    // Settings: names, values, texts; the configuration file, the folders, the options, the manual and completions.
    module(
      "Configuration",
      [
        "TerminalKit", "Remote", "Player", "MusicQuery", "MusicLibrary", "MixEngine", "Dubbing", "Desktop",
        "Percussion", "Controls", "Application", "TerminalUI", "AudioFiles", "AudioDevices", "AudioBase",
        "CSystem", "SystemBase",
      ]),
    // What `drumdub SUBCOMMAND` does: arguments, run, report, exit code.
    module(
      "Subcommands",
      [
        "TerminalKit", "CursesBackend", "Remote", "Player", "Playlists", "MusicQuery", "TrackTags",
        "Percussion", "MusicLibrary", "MixEngine", "Containers", "AudioAnalysis", "Dubbing", "Application",
        "AudioDevices", "TrackFeed", "AudioFiles", "AudioBase", "TerminalUI", "Configuration", "SystemBase",
      ]),
    // The player: its loop, its front ends, and the wiring that constructs and connects the parts.
    program(
      "drumdub",
      [
        "Subcommands", "Configuration",
        "MusicFiles", "Application", "Artwork", "AudioAnalysis", "AudioBase", "AudioDevices", "AudioFiles",
        "CSystem",
        "Containers", "Controls", "CursesBackend", "Desktop", "Dubbing", "MixEngine", "MusicLibrary",
        "Percussion", "Player", "Remote",
        "SystemBase", "TerminalKit", "TerminalUI", "TrackFeed", "TrackTags",
      ],
      // Nothing loads the program as a library: without names for that, and with its relocations packed, a megabyte
      // and a half less is read at each start. A sanitizer replaces functions of libraries by their exported names.
      linker: sanitizer != nil
        ? []
        : [
          .unsafeFlags([
            "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
            "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/drumdub/exports.map",
          ])
        ],
      excluding: ["exports.map"]),

    // What the measurements and the tests ask of the machine.
    module("HostTools", ["SystemBase"]),

    // The measurements.
    program(
      "drumdub-bench",
      [
        "MusicQuery",
        "Application",
        "Containers",
        "AudioAnalysis", "AudioBase", "AudioDevices", "AudioFiles", "CBenchmark", "Controls",
        "CursesBackend", "Dubbing",
        "HostTools", "MixEngine", "MusicLibrary", "Percussion", "Player", "Playlists", "Remote", "SystemBase",
        "TerminalKit", "TerminalUI", "TrackFeed", "TrackTags",
      ]),

    // Pictures of the screen for the README.
    program("drumdub-screenshot", ["TerminalKit"]),

    // The generator of the program's own sounds and pictures.
    module("ResourceSynthesis", ["AudioBase", "AudioFiles", "SystemBase", "CPNG"], isOptimised: true),
    program("drumdub-resources", ["ResourceSynthesis", "SystemBase"]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["AudioBase", "HostTools", "SystemBase"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // Expectations about programs in terminals. Apart from TestSupport, which programs without the testing library use.
    .target(
      name: "TerminalTestSupport", dependencies: ["TestSupport"], path: "Tests/TerminalTestSupport",
      swiftSettings: strict),
    tests("SystemBase", ["SystemBase", "TestSupport"]),
    tests("AudioBase", ["AudioBase", "SystemBase"]),
    tests("Containers", ["Containers", "AudioBase", "SystemBase", "TestSupport"]),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    // Sessions that use every feature of the audio thread, for the tests that watch it.
    .target(
      name: "EngineExercise",
      dependencies: ["TrackFeed", "MixEngine", "AudioBase", "AudioFiles", "SystemBase", "TestSupport"],
      path: "Tests/EngineExercise", swiftSettings: strict),
    // An engine on an offline device with a feeder, for tests.
    .target(
      name: "EngineTestSupport",
      dependencies: ["TrackFeed", "MixEngine", "AudioBase", "SystemBase", "TestSupport"],
      path: "Tests/EngineTestSupport", swiftSettings: strict),
    // Every query of an index, for the tests that damage it.
    .target(
      name: "IndexExercise",
      dependencies: ["MusicQuery", "MusicLibrary", "TrackTags", "Playlists", "AudioBase", "SystemBase"],
      path: "Tests/IndexExercise", swiftSettings: strict),
    // No test depends on it: its malloc would be linked into the tests, and take RealtimeSanitizer's place.
    .executableTarget(
      name: "allocation-probe",
      dependencies: ["EngineExercise", "CAllocationCounter"], path: "Tests/AllocationProbe",
      swiftSettings: strict),
    // Prints hashes of scripted sessions, to compare what two builds of the mixer render.
    .executableTarget(
      name: "render-probe", dependencies: ["EngineExercise"], path: "Tests/RenderProbe", swiftSettings: strict
    ),
    tests(
      "MixEngine",
      [
        "MixEngine", "TrackFeed", "AudioBase", "EngineExercise", "EngineTestSupport", "SystemBase",
        "TerminalTestSupport", "TestSupport",
      ],
      // RealtimeSanitizer's runtime, for the tests that bracket the render call with it.
      // No program can have two sanitizers.
      linker: sanitizer == nil ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : [],
      excluding: sanitizer == nil ? [] : ["RealtimeTests.swift"]),
    tests(
      "TrackFeed",
      ["TrackFeed", "MixEngine", "AudioBase", "AudioFiles", "EngineTestSupport", "SystemBase", "TestSupport"]),
    tests("AudioFiles", ["AudioFiles", "AudioBase", "SystemBase", "TestSupport"]),
    // A tag worker that fails on request.
    .executableTarget(
      name: "tag-worker-probe", dependencies: ["MusicLibrary", "TrackTags", "AudioBase", "SystemBase"],
      path: "Tests/TagWorkerProbe", swiftSettings: strict),
    tests("XMLText", ["XMLText", "SystemBase"]),
    tests("Playlists", ["Playlists", "TextEncodings", "AudioBase", "SystemBase", "TestSupport"]),
    tests(
      "TrackTags",
      [
        "TrackTags", "Containers", "AudioBase", "SystemBase", "TestSupport",
        "tag-worker-probe",
      ]),
    tests(
      "MusicLibrary",
      [
        "MusicQuery",
        "MusicLibrary", "TrackTags", "Playlists", "Containers", "AudioBase", "SystemBase",
        "IndexExercise", "TestSupport", "tag-worker-probe",
      ]),
    tests("MusicQuery", ["MusicQuery", "SystemBase"]),
    tests("MusicFiles", ["MusicFiles", "Playlists", "AudioBase", "SystemBase", "TestSupport"]),
    tests("AudioAnalysis", ["AudioAnalysis", "AudioBase", "SystemBase", "TestSupport"]),
    tests(
      "ResourceSynthesis",
      [
        "ResourceSynthesis", "Percussion", "MixEngine", "AudioAnalysis", "AudioFiles", "AudioBase",
        "SystemBase", "CSndfile", "TestSupport",
      ],
      // Optimised in every build: they measure minutes of sound.
      swift: [.unsafeFlags(["-O"])]),
    tests("TerminalKit", ["SystemBase", "TerminalKit"]),
    .executableTarget(
      name: "terminal-probe", dependencies: ["CursesBackend", "TerminalKit", "SystemBase"],
      path: "Tests/TerminalProbe", swiftSettings: strict),
    tests(
      "CursesBackend",
      ["CursesBackend", "TerminalKit", "SystemBase", "TerminalTestSupport", "TestSupport", "terminal-probe"]),
    tests("Artwork", ["Artwork", "TerminalKit", "SystemBase", "TestSupport"]),
    tests(
      "TerminalUI",
      [
        "MusicQuery", "MusicFiles",
        "TerminalUI", "Controls", "Application", "TerminalKit", "CursesBackend", "AudioBase", "Dubbing",
        "MixEngine", "MusicLibrary", "Percussion", "Player", "PlayerTestSupport", "SystemBase", "TrackTags",
      ],
      excluding: ["Snapshots"]),
    tests(
      "EndToEnd",
      [
        "Application",
        "AudioAnalysis", "AudioBase", "AudioFiles", "Containers", "Dubbing", "HostTools", "MusicLibrary",
        "Percussion", "SystemBase",
        "TerminalTestSupport", "TestSupport", "drumdub",
      ],
      // Optimised in every build: they look for hits in minutes of sound.
      swift: [.unsafeFlags(["-O"])], excluding: ["Peers"]),
    tests(
      "drumdub",
      [
        "Configuration", "Application", "Controls", "drumdub", "AudioBase", "AudioFiles", "MixEngine",
        "Percussion", "Player", "SystemBase", "TerminalKit", "TerminalUI", "TestSupport",
      ]),
    tests(
      "Configuration",
      [
        "TerminalUI", "TerminalKit", "MusicLibrary", "Application", "TestSupport", "Playlists", "Percussion",
        "Dubbing", "AudioBase", "Configuration", "SystemBase",
      ]),
    tests(
      "Subcommands",
      [
        "Remote", "Playlists", "MusicLibrary", "AudioBase", "TestSupport", "CursesBackend", "Subcommands",
        "Configuration", "SystemBase",
      ]),
    tests("AudioDevices", ["AudioDevices", "AudioBase", "AudioFiles", "CJACK", "SystemBase", "TestSupport"]),
    // A player on a transport that records its commands, and a player on the real engine, for tests.
    .target(
      name: "PlayerTestSupport",
      dependencies: ["Player", "TrackFeed", "MixEngine", "AudioBase", "SystemBase", "TestSupport"],
      path: "Tests/PlayerTestSupport", swiftSettings: strict),
    tests(
      "Player",
      [
        "Player", "PlayerTestSupport", "MusicLibrary", "MixEngine", "AudioBase", "SystemBase", "TestSupport",
        "AudioDevices", "AudioFiles", "TrackFeed", "EngineTestSupport",
      ]),
    tests(
      "Application",
      [
        "MusicQuery",
        "Playlists",
        "Application", "Player", "PlayerTestSupport", "Dubbing", "MusicLibrary", "TrackTags", "MixEngine",
        "AudioBase", "Percussion", "TrackFeed",
        "SystemBase", "TestSupport", "tag-worker-probe",
      ]),
    tests(
      "Desktop",
      [
        "Desktop", "Application", "Player", "PlayerTestSupport", "MusicLibrary", "AudioBase", "SystemBase",
      ]),
    tests(
      "Remote",
      [
        "MusicQuery",
        "Remote", "Application", "Player", "PlayerTestSupport", "MixEngine", "MusicLibrary", "AudioBase",
        "SystemBase",
      ]),
    tests(
      "Controls",
      [
        "Controls", "Application", "TerminalKit", "SystemBase", "AudioBase", "MixEngine", "Player",
        "PlayerTestSupport", "TestSupport",
      ]),
    tests("Dubbing", ["Dubbing", "Percussion", "MixEngine", "AudioBase", "SystemBase", "TestSupport"]),
    tests("Percussion", ["Percussion", "MixEngine", "AudioBase", "AudioFiles", "SystemBase", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// Built by `make fuzz` alone: it has no main function but libFuzzer's.
if Context.environment["DRUMDUB_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "MusicQuery",
        "Application", "AudioBase", "AudioFiles", "Controls", "Dubbing", "HostTools",
        "IndexExercise", "MixEngine", "MusicLibrary",
        "Percussion", "Player", "Playlists", "Remote", "SystemBase", "TerminalKit", "TerminalUI",
        "TestSupport",
        "TrackFeed", "TrackTags",
      ],
      path: "Tests/Fuzz", swiftSettings: strict))
}
