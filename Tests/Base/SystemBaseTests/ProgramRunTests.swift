import TestSupport
import Testing

@testable import SystemBase

/// Programs of the user.
@Suite struct ProgramRunTests {
  private let limiter = SerialWorker(name: "limit")

  private func failure(_ run: ProgramRun, seconds: Double = 60) -> ProgramRun.Failure? {
    do throws(ProgramRun.Failure) {
      try run.run(withinSeconds: seconds, limiter: limiter)
      return nil
    } catch {
      return error
    }
  }

  private func script(_ text: String, in folder: TemporaryFolder) throws -> FilePath {
    try folder.writeProgram("#!/bin/sh\n\(text)\n", to: "script")
  }

  @Test func programIsFoundInPathAndItsExitIsNoted() {
    #expect(failure(ProgramRun(FilePath("true"))) == nil)
    #expect(failure(ProgramRun(FilePath("false"))) == .exited(1))
    guard case .notStarted(let error)? = failure(ProgramRun(FilePath("no-such-program"))) else {
      Issue.record("it was started")
      return
    }
    #expect(error.code == .notFound && error.subject == "no-such-program")
  }

  @Test func variablesReachTheProgram() throws {
    let folder = try TemporaryFolder()
    let path = try script("printf '%s' \"$WORDS\" > \"$TARGET\"", in: folder)
    let target = folder.file("out")
    let words = Array("a b\n$HOME é".utf8)
    #expect(failure(ProgramRun(path, environment: ["WORDS": words, "TARGET": target.bytes])) == nil)
    #expect(try FileBytes.read(target, limit: 99) == words)
  }

  @Test func programThatDoesNotEndIsKilled() throws {
    let folder = try TemporaryFolder()
    let path = try script("sleep 1000", in: folder)
    #expect(failure(ProgramRun(path), seconds: 0.05) == .tookTooLong)
    #expect(failure(ProgramRun(try script("kill -TERM $$", in: folder))) == .signal(15))
  }
}
