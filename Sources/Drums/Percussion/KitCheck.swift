import AudioBase
import Glibc
import Synchronization
import SystemBase
import TrackFeed

/// The samples of a kit that can be loaded and those that cannot.
package struct KitCheck: Sendable {
  package struct PadResult: Hashable, Sendable {
    package var number: Int
    package var name: String
    package var layers: Int
    package var samples: Int
    /// The number of samples that cannot be loaded.
    package var missing: Int
  }

  package let kit: Kit
  package let pads: [PadResult]
  package let ignored: [String]
  /// The errors: damaged parts of the description, then the samples that cannot be loaded.
  package let errors: [FileError]

  /// Decodes every sample of a kit to its end, on one thread for each processor.
  ///
  /// - Parameter progress: called on any of these threads.
  package init(
    _ content: KitFileContent, decoders: any DecoderOpening, converters: any RateConverterMaking,
    progress: SampleProgress? = nil
  ) {
    kit = content.kit
    ignored = content.ignored
    let samples = kit.pads.flatMap { $0.layers.flatMap(\.samples) }
    var known: Set<FilePath> = []
    let files = samples.filter { known.insert($0).inserted }
    let trial = SampleTrial(files: files, decoders: decoders, converters: converters, progress: progress)
    let failures = trial.run()
    pads = kit.pads.map { pad in
      let samples = pad.layers.flatMap(\.samples)
      return PadResult(
        number: pad.number, name: pad.name, layers: pad.layers.count, samples: samples.count,
        missing: samples.count { failures[$0] != nil })
    }
    errors = content.problems + files.compactMap { failures[$0] }
  }
}

/// Decodes samples without keeping them.
private struct SampleTrial: Sendable {
  private final class Work: Sendable {
    let next = Atomic<Int>(0)
    let done = Atomic<Int>(0)
    let failures: Mutex<[FilePath: FileError]> = Mutex([:])
  }

  let files: [FilePath]
  let decoders: any DecoderOpening
  let converters: any RateConverterMaking
  let progress: SampleProgress?

  /// Decodes all samples.
  ///
  /// - Returns: the errors of the samples that cannot be decoded.
  func run() -> [FilePath: FileError] {
    let work = Work()
    let count = max(1, min(files.count, sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
    let helpers = (1..<count).map { _ in WorkerThread(name: "samples") { process(work) } }
    process(work)
    for helper in helpers { helper.join() }
    return work.failures.withLock { $0 }
  }

  private func process(_ work: Work) {
    while true {
      let index = work.next.wrappingAdd(1, ordering: .relaxed).oldValue
      if index >= files.count { return }
      do throws(FileError) {
        try decode(files[index])
      } catch {
        work.failures.withLock { $0[files[index]] = error }
      }
      progress?(work.done.wrappingAdd(1, ordering: .relaxed).newValue, files.count)
    }
  }

  private func decode(_ file: FilePath) throws(FileError) {
    let stream = try TrackStream(
      TrackLocation(path: file), rate: nil, decoders: decoders, converters: converters)
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 32_768)
    defer { block.deallocate() }
    while try stream.read(into: block) > 0 {}
    if stream.endedEarly { throw FileError(.endsEarly, file.shown) }
  }
}
