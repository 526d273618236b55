// swift-tools-version: 6.2
import PackageDescription

// The graph below is the architecture: imports go one way and never back. Each arrow is listed here, none is
// taken for granted.

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
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
    .target(name: "CRealtimeKit", dependencies: ["CLoader"], path: "Sources/CLibraries/CRealtimeKit"),
    .target(name: "CRubberBand", dependencies: ["CLoader"], path: "Sources/CLibraries/CRubberBand"),
    .target(name: "CChafa", dependencies: ["CLoader"], path: "Sources/CLibraries/CChafa"),
    .target(name: "CUchardet", dependencies: ["CLoader"], path: "Sources/CLibraries/CUchardet"),
    .target(name: "CFriBidi", dependencies: ["CLoader"], path: "Sources/CLibraries/CFriBidi"),
    .target(name: "CFFmpeg", dependencies: ["CLoader"], path: "Sources/CLibraries/CFFmpeg"),
    .target(name: "CEBUR128", dependencies: ["CLoader"], path: "Sources/CLibraries/CEBUR128"),
    .target(name: "CExpat", dependencies: ["CLoader"], path: "Sources/CLibraries/CExpat"),
    .target(name: "CSystem", path: "Sources/CLibraries/CSystem"),
    .target(name: "CTerminalGuard", path: "Sources/CLibraries/CTerminalGuard"),
    .target(
      name: "CBenchmark", path: "Sources/CLibraries/CBenchmark", cSettings: [.unsafeFlags(["-O3"])]),
    .target(name: "CTagLib", path: "Sources/CLibraries/CTagLib", linkerSettings: [.linkedLibrary("tag")]),

    // The rooms.
    module("AudioBase", ["CSystem"]),
    module("TerminalKit"),
    module("MixEngine", ["AudioBase"]),
    module("AudioFiles", ["AudioBase", "CSndfile", "CVorbis", "CMPG123", "CRubberBand", "CSoxr", "CFFmpeg"]),
    module("AudioDevices", ["AudioBase", "CALSA", "CSystem", "CJACK", "CRealtimeKit"]),
    module("MusicLibrary", ["AudioBase", "CExpat", "CSQLite", "CSystem", "CTagLib", "CUchardet"]),
    module("AudioAnalysis", ["AudioBase", "CEBUR128"]),
    module("Percussion", ["AudioBase", "MixEngine"]),
    module("Dubbing", ["AudioBase", "MixEngine", "Percussion"]),
    module("Player", ["AudioBase", "Dubbing", "MixEngine", "MusicLibrary", "Percussion"]),
    module("CursesBackend", ["TerminalKit", "CFriBidi", "CNcurses", "CSystem", "CTerminalGuard"]),
    module("TerminalUI", ["TerminalKit", "AudioBase", "Dubbing", "MusicLibrary", "Player"]),
    module("Artwork", ["AudioBase", "CChafa", "TerminalKit"]),
    program(
      "drumdub",
      [
        "Artwork", "AudioAnalysis", "AudioBase", "AudioDevices", "AudioFiles", "CSystem", "CursesBackend",
        "Dubbing", "MixEngine", "MusicLibrary", "Percussion", "Player", "TerminalKit", "TerminalUI",
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
    module("HostTools", ["AudioBase"]),

    // The measurements.
    program(
      "drumdub-bench",
      [
        "AudioAnalysis", "AudioBase", "AudioDevices", "AudioFiles", "CBenchmark", "CursesBackend", "Dubbing",
        "HostTools", "MixEngine", "MusicLibrary", "Player", "TerminalKit", "TerminalUI",
      ]),

    // Pictures of the screen for the README.
    program("drumdub-screenshot", ["TerminalKit"]),

    // The generator of the program's own sounds and pictures. Optimised in every build: its tests make them all.
    .target(
      name: "ResourceSynthesis", dependencies: ["AudioBase", "AudioFiles", "CPNG"],
      swiftSettings: strict + [.unsafeFlags(["-O"])]),
    program("drumdub-resources", ["AudioBase", "ResourceSynthesis"]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["AudioBase", "HostTools"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("AudioBase", ["AudioBase", "TestSupport"]),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    // All that the audio thread may be asked for, for those who watch it.
    .target(
      name: "EngineExercise", dependencies: ["MixEngine", "AudioBase", "AudioFiles", "TestSupport"],
      path: "Tests/EngineExercise", swiftSettings: strict),
    // All that is asked of an index, for those who damage it.
    .target(
      name: "IndexExercise", dependencies: ["MusicLibrary", "AudioBase", "TestSupport"],
      path: "Tests/IndexExercise", swiftSettings: strict),
    // No test depends on it: its malloc would be linked into the tests, and take RealtimeSanitizer's place.
    .executableTarget(
      name: "allocation-probe",
      dependencies: ["EngineExercise", "CAllocationCounter"], path: "Tests/AllocationProbe",
      swiftSettings: strict),
    tests(
      "MixEngine", ["MixEngine", "AudioBase", "AudioFiles", "EngineExercise", "TestSupport"],
      // RealtimeSanitizer's runtime, for the tests that bracket the render call with it.
      // No program can have two sanitizers.
      linker: sanitizer == nil ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : [],
      excluding: sanitizer == nil ? [] : ["RealtimeTests.swift"]),
    tests("AudioFiles", ["AudioFiles", "AudioBase", "TestSupport"]),
    // A tag worker that goes wrong on request.
    .executableTarget(
      name: "tag-worker-probe", dependencies: ["MusicLibrary", "AudioBase"], path: "Tests/TagWorkerProbe",
      swiftSettings: strict),
    tests(
      "MusicLibrary", ["MusicLibrary", "AudioBase", "IndexExercise", "TestSupport", "tag-worker-probe"]),
    tests("AudioAnalysis", ["AudioAnalysis", "AudioBase", "TestSupport"]),
    tests("ResourceSynthesis", ["ResourceSynthesis", "AudioBase", "CSndfile", "TestSupport"]),
    tests("TerminalKit", ["TerminalKit"]),
    .executableTarget(
      name: "terminal-probe", dependencies: ["CursesBackend", "TerminalKit", "AudioBase"],
      path: "Tests/TerminalProbe", swiftSettings: strict),
    tests("CursesBackend", ["CursesBackend", "TerminalKit", "TestSupport", "terminal-probe"]),
    tests("Artwork", ["Artwork", "TerminalKit", "AudioBase", "TestSupport"]),
    tests(
      "TerminalUI",
      [
        "TerminalUI", "TerminalKit", "CursesBackend", "AudioBase", "Dubbing", "MixEngine", "MusicLibrary",
        "Player", "TestSupport",
      ],
      excluding: ["Snapshots"]),
    tests(
      "EndToEnd",
      ["AudioBase", "AudioFiles", "Dubbing", "HostTools", "TestSupport", "drumdub", "MusicLibrary"],
      // Optimised in every build: they look for hits in minutes of sound.
      swift: [.unsafeFlags(["-O"])]),
    tests(
      "drumdub",
      [
        "drumdub", "AudioBase", "AudioFiles", "MixEngine", "MusicLibrary", "Percussion", "Player",
        "TerminalKit", "TerminalUI", "TestSupport",
      ]),
    tests("AudioDevices", ["AudioDevices", "AudioBase", "AudioFiles", "CJACK", "TestSupport"]),
    tests("Player", ["Player", "Dubbing", "MusicLibrary", "MixEngine", "AudioBase", "TestSupport"]),
    tests("Dubbing", ["Dubbing", "MixEngine", "AudioBase", "TestSupport"]),
    tests("Percussion", ["Percussion", "MixEngine", "AudioBase", "AudioFiles", "TestSupport"]),
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
        "AudioBase", "AudioFiles", "Dubbing", "HostTools", "IndexExercise", "MixEngine", "MusicLibrary",
        "Percussion", "Player", "TerminalKit", "TerminalUI", "TestSupport",
      ],
      path: "Tests/Fuzz", swiftSettings: strict))
}
