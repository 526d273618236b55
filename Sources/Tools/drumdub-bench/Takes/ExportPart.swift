import AudioBase
import Containers
import Dubbing
import Glibc
import SystemBase

/// Measures the export of a take on one processor: the time against that of sox mixing the same stems, and the memory of
/// a long export.
struct ExportPart {
  private static let (minutes, longMinutes) = (4, 180)
  private static let hits = 1_000
  private static let rounds = 5

  func measure() throws(Failure) -> PartResult {
    let (program, home) = (try ProgramFinder.drumdub(), try ScratchFolder())
    var result = PartResult()
    try prepare("short", home, minutes: ExportPart.minutes)
    try race(program, home, &result)
    let short = try memory(program, "short", home)
    try prepare("long", home, minutes: ExportPart.longMinutes)
    let long = try memory(program, "long", home)
    result.figures.append(
      Figure(
        part: .export,
        what: "memory, \(ExportPart.longMinutes / 60) hours against \(ExportPart.minutes) minutes",
        unit: "MB", value: long, peer: "\(ExportPart.minutes) minutes", peerValue: short, ratio: long / short,
        goal: .ratioAtMost(1.1)))
    return result
  }

  /// Makes the track and the take.
  private func prepare(_ id: String, _ home: ScratchFolder, minutes: Int) throws(Failure) {
    let track = home.file("\(id).flac")
    try BenchmarkMusic().write(minutes: minutes, to: track)
    let kit = FilePath(try ProgramFinder.resource("Kits/DrumDub/kit.json")).directory
    do throws(FileError) {
      let (path, rate) = (FilePath(track), SampleRate(44_100))
      let frames = FrameCount(seconds: Double(minutes) * 60, at: rate)
      var take = Take(
        id: id, name: id,
        track: TrackReference(
          key: try TrackKeyReader.key(of: path), path: path, sampleRate: rate, frames: frames),
        kit: KitReference(name: "DrumDub", path: kit), created: 0)
      var random = SeededGenerator(seed: 6)
      for _ in 0..<2 {
        let places = (0..<(ExportPart.hits / 2)).map { _ in Int.random(in: 0..<frames.value, using: &random) }
        take.addLayer(
          hits: HitColumns(
            places.sorted().map {
              TakeHit(
                frame: $0, pad: .random(in: 1...8, using: &random),
                velocity: .random(in: 1...127, using: &random),
                sample: .random(in: 0...3, using: &random))
            }))
      }
      try TakeStore(folder: FilePath(home.file("data/drumdub/takes"))).save(take)
    } catch {
      throw Failure(error)
    }
  }

  /// Races with sox, which mixes what the stems of the same export hold.
  private func race(_ program: String, _ home: ScratchFolder, _ result: inout PartResult) throws(Failure) {
    _ = try time(program, ["export", "short", "-o", home.file("stems.wav"), "--stems"], home)
    let stems = ["music", "layer-1", "layer-2"].map { home.file("stems-\($0).wav") }
    var (ours, theirs): ([Double], [Double]) = ([], [])
    let sox = ProgramFinder.find("sox")
    for _ in 0..<ExportPart.rounds {
      ours.append(try time(program, ["export", "short", "--overwrite", "-o", home.file("ours.wav")], home))
      if let sox { theirs.append(try time(sox, ["-m"] + stems + [home.file("theirs.wav")], home)) }
    }
    if sox == nil { result.notes.append("export: sox is not installed") }
    let seconds = Double(ExportPart.minutes * 60)
    result.figures.append(
      Figure(
        part: .export, what: "\(ExportPart.minutes) minutes of flac with \(ExportPart.hits) hits to wav",
        unit: "s",
        value: ours.median, peer: sox.map { _ in "sox -m" }, peerValue: sox.map { _ in theirs.median },
        ratio: sox.map { _ in zip(ours, theirs).map { $0 / $1 }.median }, goal: .ratioAtMost(1)))
    result.figures.append(
      Figure(
        part: .export, what: "the same, seconds for each second of sound", unit: "s",
        value: ours.median / seconds,
        goal: .atMost(0.01)))
  }

  /// Runs a program on one processor and returns the seconds that it needs.
  private func time(_ program: String, _ arguments: [String], _ home: ScratchFolder) throws(Failure) -> Double
  {
    guard let binder = ProgramFinder.find("taskset") else { throw Failure("taskset is not installed") }
    let start = HostTime.now
    let code = try Child(binder, ["-c", "0", program] + arguments, environment: home.environment).waitForEnd()
    guard code == 0 else {
      throw Failure("\(program) \(arguments.joined(separator: " ")): exit code \(code)")
    }
    return HostTime.now.seconds(since: start)
  }

  /// Returns the most memory that an export needs, in megabytes.
  private func memory(_ program: String, _ take: String, _ home: ScratchFolder) throws(Failure) -> Double {
    let child = try Child(
      program, ["export", take, "--overwrite", "-o", home.file("out.flac"), "--format", "s16"],
      environment: home.environment)
    var most = 0.0
    while !child.hasEnded {
      usleep(20_000)
      if let memory = try? child.memory() { most = max(most, memory) }
    }
    guard child.waitForEnd() == 0 else { throw Failure("drumdub export: exit code \(child.waitForEnd())") }
    return most
  }
}
