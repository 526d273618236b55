import AudioBase
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
    package var missing: Int
  }

  package let kit: Kit
  package let pads: [PadResult]
  package let ignored: [String]
  /// Damaged parts of the description.
  package let problems: [FileError]
  /// The errors of the samples that cannot be loaded.
  package let failures: [FileError]

  /// Decodes every sample to its end, on one thread for each processor, any of which calls `progress`.
  package init(
    _ content: KitFileContent, decoders: any DecoderOpening, converters: any RateConverterMaking,
    progress: SampleProgress? = nil
  ) {
    kit = content.kit
    let samples = kit.pads.flatMap { $0.layers.flatMap(\.samples) }
    var known: Set<FilePath> = []
    let files = samples.filter { known.insert($0).inserted }
    let (failures, lengths) = KitCheck.decode(files, decoders, converters, progress)
    let looped = Set(kit.pads.flatMap { $0.layers.filter { $0.loopFrames != nil }.flatMap(\.samples) })
    let long = files.filter { (lengths[$0]?.seconds ?? 0) > SampleDecoder.longestLooped }
    var diagnostics = KitDiagnostics()
    for file in long where looped.contains(file) {
      diagnostics.ignore(
        "loop points of sample \"\(file.lastComponent.shown)\", which is longer than "
          + "\(Int(SampleDecoder.longestLooped)) s: all of it repeats")
    }
    for layer in kit.pads.flatMap(\.layers) where layer.start > 0 {
      for file in layer.samples where layer.start >= lengths[file]?.frames ?? .max {
        diagnostics.ignore(
          "sample \"\(file.lastComponent.shown)\", which ends before frame \(layer.start), where it is to start"
        )
      }
    }
    ignored = content.ignored + diagnostics.ignored
    pads = kit.pads.map { pad in
      let samples = pad.layers.flatMap(\.samples)
      return PadResult(
        number: pad.number, name: pad.name, layers: pad.layers.count, samples: samples.count,
        missing: samples.count { failures[$0] != nil })
    }
    problems = content.problems
    self.failures = files.compactMap { failures[$0].map(content.kit.named) }
  }

  private struct Length {
    var frames: Int
    var seconds: Double
  }

  /// Decodes samples without keeping them. Returns the errors of the samples that cannot be decoded, and the lengths of the
  /// others.
  private static func decode(
    _ files: [FilePath], _ decoders: any DecoderOpening, _ converters: any RateConverterMaking,
    _ progress: SampleProgress?
  ) -> (failures: [FilePath: FileError], lengths: [FilePath: Length]) {
    let count = Atomic<Int>(0)
    let results = Mutex<(failures: [FilePath: FileError], lengths: [FilePath: Length])>(([:], [:]))
    SampleBatch.forEach(files) { file in
      do throws(FileError) {
        let length = try decode(file, decoders, converters)
        results.withLock { $0.lengths[file] = length }
      } catch {
        results.withLock { $0.failures[file] = error }
      }
      progress?(count.wrappingAdd(1, ordering: .relaxed).newValue, files.count)
    }
    return results.withLock { $0 }
  }

  /// Decodes a sample to its end.
  private static func decode(
    _ file: FilePath, _ decoders: any DecoderOpening, _ converters: any RateConverterMaking
  ) throws(FileError) -> Length {
    let stream = try TrackStream(
      TrackLocation(path: file), rate: nil, decoders: decoders, converters: converters)
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 32_768)
    defer { block.deallocate() }
    var frames = 0
    while case let count = try stream.read(into: block), count > 0 { frames += count }
    if stream.endedEarly { throw FileError(.endsEarly, file.shown) }
    return Length(frames: frames, seconds: Double(frames) / Double(stream.sampleRate.hertz))
  }
}
