import AudioBase
import AudioFiles
import Containers
import Dubbing
import Glibc
import SystemBase

/// Measures the memory of the program after many tracks with takes were played.
final class TakeMemory {
  private static let hits = 5_000
  /// Tracks that are played before the first measurement.
  private static let first = 10

  private let home: ScratchFolder
  private let terminal: PseudoTerminal
  private let child: Child
  private let count: Int

  /// Creates takes of many tracks.
  ///
  /// - Parameter count: the number of tracks.
  init(tracks count: Int) throws(Failure) {
    self.count = count
    home = try ScratchFolder()
    let store = TakeStore(folder: FilePath(try home.makeFolder("data/drumdub/takes")))
    var names: [String] = []
    for number in 0..<count {
      let path = home.file("\(number).wav")
      names.append(path)
      do throws(FileError) {
        try TakeMemory.writeTrack(number, to: FilePath(path))
        try store.save(TakeMemory.take(number, of: FilePath(path)))
      } catch {
        throw Failure(error)
      }
    }
    terminal = try PseudoTerminal()
    child = try Child(
      try ProgramFinder.drumdub(), ["--output", "null"] + names, environment: home.environment,
      terminal: terminal.name)
    _ = try terminal.wait(for: ["playing"])
  }

  deinit { child.end(draining: terminal) }

  /// Returns the memory in megabytes after ten tracks and after all.
  func measure() throws(Failure) -> (first: Double, last: Double) {
    pass(seconds: 2)
    try next(TakeMemory.first)
    let first = try child.memory()
    try next(count - TakeMemory.first - 1)
    return (first, try child.memory())
  }

  private func next(_ count: Int) throws(Failure) {
    for _ in 0..<count {
      terminal.type("n")
      // A take is read within a few milliseconds.
      pass(seconds: 0.15)
    }
    pass(seconds: 2)
  }

  private func pass(seconds: Double) {
    let end = HostTime.now.advanced(bySeconds: seconds)
    while HostTime.now < end { _ = terminal.read(milliseconds: 20) }
  }

  /// Writes ten seconds of a tone that no other track has.
  private static func writeTrack(_ number: Int, to path: FilePath) throws(FileError) {
    let writer = try SndfileWriter(path: path, sampleRate: SampleRate(8_000), encoding: .wavFloat)
    let frames = (0..<80_000).map { Frame(repeating: Float($0 % (20 + number)) / 1_000) }
    try frames.withUnsafeBufferPointer(writer.write)
    try writer.close()
  }

  private static func take(_ number: Int, of path: FilePath) throws(FileError) -> Take {
    var take = Take(id: "take\(number)", name: "take", track: nil, created: 0)
    take.track = TrackReference(
      key: try TrackKeyReader.key(of: path), path: path, sampleRate: SampleRate(8_000),
      frames: FrameCount(80_000))
    take.addLayer(
      hits: HitColumns((0..<hits).map { TakeHit(frame: $0 * 16, pad: $0 % 8 + 1, velocity: 1, sample: 0) }))
    return take
  }
}
