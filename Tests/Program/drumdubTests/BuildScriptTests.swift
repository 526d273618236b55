import SystemBase
import TestSupport
import Testing

/// `.ci/build`, which `make` runs, with a script in the place of `swift`.
@Suite struct BuildScriptTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.file("bin"))
    try FileBytes.makeFolder(folder.file("build"))
  }

  /// Runs the script. `swift` writes its arguments to a file, executes a line of shell, and has planned these targets.
  private func run(
    _ line: String, plan: String, configuration: String = "debug", _ arguments: [String] = []
  ) throws -> Tool.Finished {
    let arguments = ["--scratch-path", folder.file("build").shown] + arguments
    try folder.write(plan, to: "build/\(configuration).yaml")
    try folder.writeProgram(
      "#!/bin/sh\necho \"$@\" > '\(folder.file("arguments").shown)'\n\(line)\n", to: "bin/swift")
    let checkout = FilePath(#filePath).directory.directory.directory.directory
    return try Tool.capture(
      checkout.appending(".ci/build").shown, arguments,
      environment: ["PATH=\(folder.file("bin").shown):/usr/bin:/bin", "LC_ALL=C.UTF-8"])
  }

  /// The plan of a build of these targets.
  private func plan(_ targets: [String], list: String = "main") -> String {
    let nodes = targets.map { "\"<\($0)-x86_64-unknown-linux-gnu-debug.module>\"" }.joined(separator: ",")
    return "targets:\n  \"\(list)\": [\(nodes)]\n"
  }

  private func printing(_ lines: String...) -> String {
    lines.map { "printf '%s\\n' '\($0)'" }.joined(separator: "; ")
  }

  @Test func compiledTargetsAreCountedAmongThoseOfThePlan() throws {
    let lines = printing(
      "Building for debugging...", "[1/20] Write sources", "[2/20] Compiling SystemBase FilePath.swift",
      "[3/20] Compiling SystemBase JSON.swift", "[4/20] Emitting module AudioBase",
      "[5/20] Compiling AudioBase Frame.swift", "[6/20] Compiling drumdub_bench main.swift",
      "[7/20] Linking drumdub-bench", "Build complete! (1.23s)")
    let finished = try run(lines, plan: plan(["SystemBase", "AudioBase", "drumdub-bench", "Documents"]))
    #expect(finished.status == 0 && finished.output.isEmpty)
    #expect(
      finished.errorLines == [
        "compiled target 1 of 4: SystemBase", "compiled target 2 of 4: AudioBase",
        "compiled target 3 of 4: drumdub_bench", "linked drumdub-bench",
      ])
  }

  @Test func targetsOfEarlierBuildsAreCountedFromTheBeginning() throws {
    for name in ["SystemBase", "AudioBase", "Removed"] {
      try FileBytes.makeFolder(folder.file("build/debug"))
      try FileBytes.makeFolder(folder.file("build/debug/\(name).build"))
      try folder.write("", to: "build/debug/\(name).build/A.swift.o")
    }
    let lines = printing(
      "[1/9] Compiling Documents XML.swift", "[2/9] Compiling AudioBase Frame.swift")
    let targets = ["SystemBase", "AudioBase", "Documents", "MixEngine", "Effects", "Plugins", "Studio"]
    let finished = try run(lines, plan: plan(targets))
    #expect(finished.errorLines == ["compiled target 3 of 7: Documents", "compiled AudioBase once more"])
  }

  @Test func testsAreCountedWithTheTargets() throws {
    let plans = plan(["SystemBase"]) + plan(["SystemBase", "SystemBaseTests"], list: "test")
    let finished = try run(
      printing("[1/9] Compiling SystemBaseTests A.swift"), plan: plans, configuration: "release",
      ["-c", "release", "--build-tests"])
    #expect(finished.errorLines == ["compiled target 1 of 2: SystemBaseTests"])
  }

  @Test func targetsOfAProductAreCounted() throws {
    let plan = """
        "C.drumdub-bench-x86_64-unknown-linux-gnu-debug.exe":
          tool: shell
          inputs: ["/b/debug/Other.build/A.swift.o"]
        "C.drumdub-x86_64-unknown-linux-gnu-debug.exe":
          tool: shell
          inputs: ["/b/debug/SystemBase.build/A.swift.o","/b/debug/SystemBase.build/B.swift.o","/b/debug/drumdub.build/M.swift.o"]

      """
    let finished = try run(
      printing("[1/9] Compiling drumdub main.swift"), plan: plan, ["--product", "drumdub"])
    #expect(finished.errorLines == ["compiled target 1 of 2: drumdub"])
  }

  @Test func errorsArePrintedAsTheyAreWithTheExitCodeOfSwift() throws {
    let lines = printing(
      "[2/20] Compiling SystemBase FilePath.swift",
      "/a/FilePath.swift:3:5: error: cannot find \"x\" in scope",
      "  3 |   x * 2", "[3/20] Compiling AudioBase Frame.swift")
    let finished = try run(
      lines + "; echo 'warning: unused' >&2; exit 7", plan: plan(["SystemBase", "AudioBase"]))
    #expect(finished.status == 7)
    #expect(
      finished.errorLines == [
        "compiled target 1 of 2: SystemBase", "/a/FilePath.swift:3:5: error: cannot find \"x\" in scope",
        "  3 |   x * 2", "compiled target 2 of 2: AudioBase", "warning: unused",
      ])
  }

  /// That each import is stated in the package is checked by all builds.
  @Test func argumentsArePassedToSwiftAndImportsAreChecked() throws {
    _ = try run("", plan: "", ["--product", "drumdub"])
    let passed = try FileBytes.read(folder.file("arguments"), limit: 1_000)
    #expect(
      String(decoding: passed, as: UTF8.self)
        == "build --explicit-target-dependency-import-check error --scratch-path \(folder.file("build").shown) "
        + "--product drumdub\n")
  }
}
