import SystemBase
import TestSupport
import Testing

/// `.ci/tests`, which `make test` and `make quick` run, with scripts in the place of the tests.
@Suite struct TestScriptTests {
  private static let passed = "✔ Test run with 1 test in 1 suite passed after 0.1 seconds."

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the script. The tests of the named targets execute a line of shell; those of the others pass.
  private func run(_ kind: String, _ lines: [String: String]) throws -> Tool.Finished {
    let cases = lines.map { "*!\($0.key)*) \($0.value) ;;" }.joined(separator: "\n")
    let tests = "#!/bin/sh\ncase $6 in\n\(cases)\n*) echo '\(TestScriptTests.passed)' ;;\nesac\n"
    try folder.writeProgram(tests, to: "DrumDubPackageTests.xctest")
    let checkout = FilePath(#filePath).directory.directory.directory.directory
    return try Tool.capture(checkout.appending(".ci/tests").shown, [folder.path.shown, kind])
  }

  private func place(_ target: String, line: Int) -> String {
    "  log: \(folder.file("logs/\(target).log").shown):\(line)"
  }

  @Test func closingLineOfEachTargetIsPrinted() throws {
    let finished = try run("all", [:])
    let lines = finished.text.split(separator: "\n")
    #expect(finished.status == 0 && lines.last.map(String.init) == TestScriptTests.passed)
    #expect(lines.contains("\(TestScriptTests.passed) (SystemBaseTests)") && lines.count > 30)
  }

  /// A terminal's lines begin with colours.
  @Test func failedTestStandsAtTheEndAndTheEndToEndTestsRun() throws {
    let issue = "recorded an issue at A.swift:1:2: Expectation failed: a == b"
    let failing =
      #"printf '\033[90m◇\033[0m Test a() started.\n\033[91m✘\033[0m Test a() \#(issue)\n'; "#
      + #"printf '\033[90m↳ why\n  and how\033[0m\n\033[91m✘\033[0m Test a() failed after 0.1 seconds.\n"#
      + #"✘ Test run with 1 test in 1 suite failed after 0.1 seconds with 1 issue.\n'; exit 1"#
    let finished = try run("all", ["SystemBaseTests": failing])
    #expect(finished.status == 1)
    let lines = finished.text.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(6) == [
        TestScriptTests.passed, "what failed:", "✘ Test a() \(issue)", "  ↳ why", "    and how",
        place("SystemBaseTests", line: 2),
      ])
  }

  @Test func longArgumentsAreCutAndTheMessageStays() throws {
    let failing =
      "printf '✘ Test a(_:) recorded an issue with 1 argument a → %0100000d at A.swift:1:2: wrong\\n' 0; "
      + "echo '✘ Test run with 1 test failed after 0.1 seconds with 1 issue.'; exit 1"
    let finished = try run("end-to-end", ["EndToEndTests": failing])
    #expect(finished.status == 1 && finished.output.count < 1_000)
    #expect(finished.text.contains("00… at A.swift:1:2: wrong\n\(place("EndToEndTests", line: 1))"))
  }

  @Test func crashedTargetNamesTheTestsThatRan() throws {
    let crashing =
      "echo '◇ Test a() started.'; echo '◇ Test b() started.'; echo 'Fatal error: c'; "
      + "echo '✔ Test a() passed after 0.1 seconds.'; kill -SEGV $$"
    let finished = try run("unit", ["SystemBaseTests": crashing])
    #expect(finished.status == 1)
    let lines = finished.text.split(separator: "\n").map(String.init)
    #expect(
      lines.suffix(5) == [
        "what failed:", "error: SystemBaseTests ended with exit code 139 before its tests",
        "  Fatal error: c", "  unfinished: b()", place("SystemBaseTests", line: 5),
      ])
  }
}
