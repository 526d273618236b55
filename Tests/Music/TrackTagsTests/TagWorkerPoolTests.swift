import Glibc
import Synchronization
import TestSupport
import Testing

@testable import AudioBase
@testable import SystemBase
@testable import TrackTags

/// One bad file costs one file.
@Suite struct TagWorkerPoolTests {
  private let music: TestMusic

  init() throws { music = try TestMusic() }

  /// - Parameter timeout: seconds; a loaded machine needs some to start a worker.
  private func pool(workers: Int = 2, timeout: Double = 60, idle: Double = 5) -> TagWorkerPool {
    TagWorkerPool(
      WorkerCommand(program: TagWorkerProbe.program, arguments: []), workers: workers, timeout: timeout,
      idle: idle)
  }

  @Test func poolGivesTheTracksAndErrorsOfTheReader() throws {
    let path = try music.flac("a.flac", ["-T", "TITLE=Ночь", "-T", "ARTIST=a", "-T", "ARTIST=b"])
    let pool = pool()
    #expect(try pool.read(path) == TagReader.read(path))
    let missing = music.folder.file("missing.mp3")
    #expect(throws: FileError(.notFound, missing.shown, detail: "stat: No such file or directory")) {
      try pool.read(missing)
    }
  }

  @Test func poolGivesThePicturesOfTheReader() throws {
    let picture = [UInt8](repeating: 7, count: 300_000)
    let tag = TestID3.tag(
      version: 4, [("APIC", TestID3.picture("image/png", type: 3, TestPictures.png + picture))])
    let sound = try FileBytes.read(try music.mp3("plain.mp3"), limit: 1 << 20)
    let path = try music.folder.write(tag + sound, to: "a.mp3")
    let pool = pool()
    #expect(try pool.picture(of: path) == TagReader.picture(of: path))
    #expect(try pool.picture(of: path)?.bytes.count == TestPictures.png.count + 300_000)
    #expect(try pool.picture(of: music.wav()) == nil)
  }

  @Test func invalidStreamNumbersOfAWorkerAreUnknown() throws {
    let path = FilePath("extremes")
    var expected = TrackInfo(path: path)
    expected.parts = [PlaylistEntry(.file(path))]
    #expect(try pool().read(path) == expected)
  }

  @Test(arguments: [
    ("crash", "Segmentation"), ("hang", "too long"), ("eat", "Aborted"), ("leave", "reader ended"),
    ("babble", "reader ended"), ("mistake", "invalid answer"), ("nothing", "invalid answer"),
  ])
  func badFileFailsWithTheReasonAndTheOthersAreRead(_ bad: String, _ reason: String) throws {
    let names = (0..<40).map { "plain\($0)" } + [bad] + (40..<60).map { "plain\($0)" }
    let answers = read(names, pool: pool(timeout: bad == "hang" ? 5 : 60))
    for (name, answer) in zip(names, answers) {
      guard name == bad else {
        #expect(answer == .track(TrackInfo(path: FilePath(name))))
        continue
      }
      guard case .failed(let error) = answer else {
        Issue.record("\(bad) was read")
        continue
      }
      #expect(error.code == .damaged)
      #expect(error.detail?.contains(reason) == true, "\(error)")
    }
  }

  @Test func crashesInSeveralJobsFailTheBadFilesOnly() throws {
    var names = (0..<500).map { "plain\($0)" }
    for index in stride(from: 3, to: 500, by: 60) { names[index] = "crash\(index)" }
    let answers = read(names, pool: pool())
    #expect(answers.count == 500)
    for (name, answer) in zip(names, answers) {
      switch answer {
      case .failed: #expect(name.hasPrefix("crash"))
      default: #expect(answer == .track(TrackInfo(path: FilePath(name))))
      }
    }
  }

  @Test func missingWorkerProgramIsAnErrorOfEachFile() {
    let pool = TagWorkerPool(WorkerCommand(program: FilePath("/nonexistent/x"), arguments: []))
    #expect(throws: FileError.self) { try pool.read(FilePath("a")) }
  }

  @Test func idleWorkersEndAndAreStartedAgain() throws {
    let pool = pool(idle: 0.05)
    let first = try workerNumber(pool)
    try Wait.until("the worker's end") { kill(first, 0) != 0 }
    #expect(try workerNumber(pool) != first)
  }

  @Test func waitingRequestsAreAnsweredWhenThePoolStops() throws {
    let pool = pool(workers: 1, timeout: 0.3)
    let answers = Mutex(0)
    for _ in 0..<5 { pool.read([FilePath("hang")]) { _ in answers.withLock { $0 += 1 } } }
    pool.stop()
    try Wait.until("all answers") { answers.withLock { $0 } == 5 }
    #expect(throws: FileError.self) { try pool.read(FilePath("plain")) }
  }

  @Test func longPathsMakeShortJobs() {
    let paths = (0..<100).map { FilePath(String(repeating: "x", count: 1_000) + "\($0)") }
    let jobs = TagWorkerPool.jobs(paths)
    #expect(jobs.flatMap { $0 } == paths)
    #expect(jobs.allSatisfy { $0.reduce(0) { $0 + $1.bytes.count } <= TagRequest.mostBytes })
    #expect(TagWorkerPool.jobs(Array(repeating: FilePath("a"), count: 130)).map(\.count) == [64, 64, 2])
    #expect(TagWorkerPool.jobs([]).isEmpty)
  }

  /// The process ID that the probe reports.
  private func workerNumber(_ pool: TagWorkerPool) throws -> pid_t {
    let title = try pool.read(FilePath("number")).title
    return try #require(title.flatMap { pid_t($0) })
  }

  private func read(_ names: [String], pool: TagWorkerPool) -> [TagAnswer] {
    let jobs = TagWorkerPool.jobs(names.map { FilePath($0) })
    let results = Mutex<[Int: [TagAnswer]]>([:])
    for (index, job) in jobs.enumerated() {
      pool.read(job) { answers in results.withLock { $0[index] = answers } }
    }
    try? Wait.until("all answers") { results.withLock { $0.count } == jobs.count }
    return results.withLock { results in jobs.indices.flatMap { results[$0] ?? [] } }
  }
}
