import AudioBase
import Glibc
import MixEngine
import Synchronization
import SystemBase

/// Receives how many samples of how many were decoded. Called on any thread, one call at a time.
package typealias SampleProgress = @Sendable (_ done: Int, _ total: Int) -> Void

/// Decodes samples on one thread for each processor, and keeps them within a limit of memory.
struct SampleBatch: Sendable {
  typealias Outcome = Result<PadSample, FileError>

  private let files: [SampleFile]
  private let decoder: SampleDecoder
  private let memory: Int
  private let progress: SampleProgress?
  private let isCancelled: @Sendable () -> Bool

  /// Creates a batch of samples, each of which is decoded once, within some bytes of memory, until it is cancelled, on any
  /// thread.
  init(
    files: [SampleFile], decoder: SampleDecoder, memory: Int, progress: SampleProgress?,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    var known: Set<SampleFile> = []
    self.files = files.filter { known.insert($0).inserted }
    (self.decoder, self.memory) = (decoder, memory)
    (self.progress, self.isCancelled) = (progress, isCancelled)
  }

  /// Decodes the samples; the calling thread is one of the workers.
  func run() -> [SampleFile: Outcome] {
    let results = Mutex(Results(decoder: decoder, memory: memory))
    SampleBatch.forEach(files, isCancelled: isCancelled) { file in
      let outcome = Outcome { () throws(FileError) in try decoder.decode(file) }
      results.withLock { results in
        results.add(outcome, of: file)
        progress?(results.outcomes.count, files.count)
      }
    }
    return results.withLock { $0.outcomes }
  }

  /// Calls a function with each element on one thread for each processor, this one included, until `isCancelled`, which
  /// each thread calls before each element.
  static func forEach<Element: Sendable>(
    _ elements: [Element], isCancelled: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping @Sendable (Element) -> Void
  ) {
    let next = Atomic<Int>(0)
    let work: @Sendable () -> Void = {
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < elements.count,
        !isCancelled()
      {
        body(elements[index])
      }
    }
    let count = max(1, min(elements.count, sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
    let helpers = (1..<count).map { _ in WorkerThread(name: "samples", work) }
    work()
    for helper in helpers { helper.join() }
  }
}

/// The decoded samples. Beyond the limit of memory the longest are streamed, in whatever order they are added.
private struct Results: Sendable {
  let decoder: SampleDecoder
  let memory: Int
  var used = 0
  var hasStreams = false
  var outcomes: [SampleFile: SampleBatch.Outcome] = [:]

  mutating func add(_ outcome: SampleBatch.Outcome, of file: SampleFile) {
    outcomes[file] = outcome
    guard case .success(let sample) = outcome else { return }
    used += sample.byteCount
    if sample.isStreamed { countRings() }
    while used > memory, let longest = longestResident {
      reduce(longest.file, longest.sample)
    }
  }

  /// The longest sample of which less could be kept in memory; of equally long ones the first by name.
  private var longestResident: (file: SampleFile, sample: PadSample)? {
    var longest: (file: SampleFile, sample: PadSample)?
    for (file, outcome) in outcomes {
      guard case .success(let sample) = outcome, !sample.isStreamed, sample.count > decoder.head else {
        continue
      }
      if let found = longest {
        if sample.count < found.sample.count { continue }
        if sample.count == found.sample.count && !file.isBefore(found.file) { continue }
      }
      longest = (file, sample)
    }
    return longest
  }

  private mutating func reduce(_ file: SampleFile, _ sample: PadSample) {
    let outcome = SampleBatch.Outcome { () throws(FileError) in try decoder.streamed(sample, of: file) }
    outcomes[file] = outcome
    used -= sample.byteCount
    guard case .success(let head) = outcome else { return }
    used += head.byteCount
    countRings()
  }

  private mutating func countRings() {
    if !hasStreams { used += PadStreams.byteCount }
    hasStreams = true
  }
}

extension SampleFile {
  fileprivate func isBefore(_ other: SampleFile) -> Bool {
    path == other.path
      ? (tune, start, end ?? .max, loop?.lowerBound ?? -1, loop?.upperBound ?? -1, isReversed ? 1 : 0)
        < (
          other.tune, other.start, other.end ?? .max, other.loop?.lowerBound ?? -1,
          other.loop?.upperBound ?? -1, other.isReversed ? 1 : 0
        )
      : path < other.path
  }
}
