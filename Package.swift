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

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func library(_ name: String) -> Target {
  .systemLibrary(name: name, path: "Sources/CLibraries/\(name)")
}

func tests(_ name: String, _ dependencies: [Target.Dependency], linker: [LinkerSetting] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies, swiftSettings: strict, linkerSettings: linker)
}

let package = Package(
  name: "DrumDub",
  targets: [
    // C libraries, one folder each.
    library("CNcurses"),
    library("CALSA"),
    library("CSndfile"),
    library("CMPG123"),
    library("CSoxr"),
    library("CPNG"),
    .target(name: "CSystem", path: "Sources/CLibraries/CSystem"),
    .target(name: "CTerminalGuard", path: "Sources/CLibraries/CTerminalGuard"),

    // The rooms.
    module("AudioBase", ["CSystem"]),
    module("TerminalKit"),
    module("CursesBackend", ["TerminalKit", "CNcurses", "CSystem", "CTerminalGuard"]),
    module("TerminalUI", ["TerminalKit", "AudioBase"]),
    module("AudioFiles", ["AudioBase", "CSndfile", "CMPG123", "CSoxr"]),

    // Tests.
    .target(
      name: "TestSupport", dependencies: ["AudioBase"], path: "Tests/TestSupport", swiftSettings: strict),
    tests("AudioBase", ["AudioBase"]),
    tests("TerminalKit", ["TerminalKit"]),
    .executableTarget(
      name: "terminal-probe", dependencies: ["CursesBackend", "TerminalKit", "AudioBase"],
      path: "Tests/TerminalProbe", swiftSettings: strict),
    tests("CursesBackend", ["CursesBackend", "TerminalKit", "TestSupport", "terminal-probe"]),
    tests("TerminalUI", ["TerminalUI", "TerminalKit", "AudioBase"]),
  ],
  swiftLanguageModes: [.v6]
)
